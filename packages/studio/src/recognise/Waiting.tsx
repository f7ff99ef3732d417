/** Images that wait: for the network that makes their features, or while it makes them. */
import { defined } from '@unseen/core/internal'
import { KEPT_MEGABYTES } from '../images/facts.js'
import { count, plural } from '../lib/say.js'
import { useOnline } from '../page/use-media.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Choice } from '../parts/Field.js'
import { EmptyState, ErrorState, JobProgress, OfflineState } from '../parts/States.js'
import type { NamedBlob } from '../worker/files.js'
import { addImages, choosePreset, openBackbone } from './actions.js'
import { useRecognisePage } from './use-answer.js'
import { useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './recognise.module.css'

/** The ways that `unseen data extract` knows by name, in people's words. */
const presets = [
  { value: 'mobilenet', label: 'MobileNet, Inception (Keras): pixels from −1 to 1' },
  { value: 'imagenet', label: 'torchvision: middle of the image, ImageNet mean' },
  { value: 'caffe', label: 'VGG, ResNet (Keras): BGR, mean taken away' },
  { value: 'clip', label: 'CLIP' },
  { value: 'siglip', label: 'SigLIP' },
  { value: 'unit', label: 'pixels from 0 to 1' },
  { value: 'raw', label: 'pixels from 0 to 255' }
]

export function Waiting(): ReactNode {
  const { jobs } = useStudio()
  const act = useAct()
  const columns = useSession(({ model }) => model?.columns ?? 0)
  const dropped = useRecognisePage(page => page.dropped)
  const unkept = useRecognisePage(page => page.unkept)
  const backbone = useRecognisePage(page => page.backbone)
  const preset = useRecognisePage(page => page.preset)
  const refused = useRecognisePage(page => page.refused)
  const job = useStore(jobs.store, ({ jobs: all }) =>
    all.find(({ kind, status }) => kind === 'images' && status === 'running')
  )
  const online = useOnline()
  const [chosen, setChosen] = useState<NamedBlob | undefined>(undefined)
  const chooser = useRef<HTMLInputElement>(null)
  if (job !== undefined)
    return (
      <JobProgress
        label={job.label}
        done={job.done}
        total={job.total}
        secondsLeft={job.secondsLeft}
        stopLabel="Stop here"
        onStop={() => jobs.stop(job.id)}
      />
    )
  const ways = (
    <>
      <Choice
        label="How it wants images"
        value={preset}
        options={presets}
        onChange={value => act(choosePreset, value)}
      />
      <Button kind={backbone === undefined ? 'main' : 'plain'} onClick={() => chooser.current?.click()}>
        Choose an ONNX file
      </Button>
      <Button onClick={() => act(addImages, [])}>Back to the library</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".onnx"
        aria-label="ONNX file"
        onChange={({ currentTarget: { files } }) => {
          const file = files?.item(0)
          if (!file) return
          setChosen({ name: file.name, blob: file })
          act(openBackbone, { name: file.name, blob: file })
        }}
      />
    </>
  )
  // What runs networks is fetched when the first one is opened: it is larger than all the rest of Studio.
  const isUnreached =
    refused !== undefined && (refused.code === undefined || /fetch|NetworkError/i.test(refused.what))
  if (isUnreached && !online)
    return (
      <div className={styles.waiting}>
        <OfflineState
          goesOn="Everything but new images works on."
          waits="The part that runs networks is fetched with the first one, and is kept from then on."
          {...defined({ onTry: chosen === undefined ? undefined : () => act(openBackbone, chosen) })}
        />
        <div className={styles.waitingWays}>
          <Button onClick={() => act(addImages, [])}>Back to the library</Button>
        </div>
      </div>
    )
  if (refused !== undefined)
    return (
      <div className={styles.waiting}>
        <ErrorState problem={refused} ways={ways} />
      </div>
    )
  return (
    <div className={styles.waiting}>
      <EmptyState
        title={
          <>
            {plural(dropped.length, 'image')} {dropped.length === 1 ? 'waits' : 'wait'} for{' '}
            {backbone ?? 'a network'}.
          </>
        }
        ways={
          <>
            {backbone !== undefined && (
              <Button kind="main" onClick={() => act(addImages, dropped)}>
                Go on with {backbone}
              </Button>
            )}
            {ways}
          </>
        }
      >
        {unkept.length > 0 &&
          `${count(unkept.length)} of them would be lost by a reload: no more than ${KEPT_MEGABYTES} MB are kept in this browser. `}
        The model compares features, not pixels: it takes the {columns} numbers that one network makes of an
        image. Choose that network, an ONNX file{backbone === undefined ? '' : ` other than ${backbone}`}. It
        runs in this window; nothing is uploaded.
      </EmptyState>
    </div>
  )
}
