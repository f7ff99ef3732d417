/** Images that wait: for the network that makes their features, or while it makes them. */
import { useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { addImages, choosePreset, openBackbone } from '../../actions/recognise.js'
import { plural } from '../../base/say.js'
import { useAct, useSession, useStudio } from '../../hooks/studio.js'
import { Button } from '../../parts/Button.js'
import { Choice } from '../../parts/Field.js'
import { EmptyState, ErrorState, JobProgress } from '../../parts/States.js'
import styles from './Waiting.module.css'
import { useRecognisePage } from './use-answer.js'

/** The ways that `unseen data extract` knows by name, in people's words. */
const presets = [
  { value: 'mobilenet', label: 'MobileNet, Inception (Keras): pixels from −1 to 1' },
  { value: 'imagenet', label: 'torchvision: middle of the image, ImageNet mean' },
  { value: 'caffe', label: 'VGG, ResNet (Keras): BGR, mean taken away' },
  { value: 'clip', label: 'CLIP' },
  { value: 'siglip', label: 'SigLIP' },
  { value: 'unit', label: 'pixels from 0 to 1' },
  { value: 'raw', label: 'pixels from 0 to 255' },
]

export function Waiting(): ReactNode {
  const { jobs } = useStudio()
  const act = useAct()
  const columns = useSession(({ model }) => model?.columns ?? 0)
  const dropped = useRecognisePage((page) => page.dropped)
  const backbone = useRecognisePage((page) => page.backbone)
  const preset = useRecognisePage((page) => page.preset)
  const refused = useRecognisePage((page) => page.refused)
  const job = useStore(jobs.store, ({ jobs: all }) => all.find(({ kind, status }) => kind === 'images' && status === 'running'))
  const chooser = useRef<HTMLInputElement>(null)
  if (job !== undefined) return <JobProgress label={job.label} done={job.done} total={job.total} secondsLeft={job.secondsLeft} stopLabel="Stop here" onStop={() => jobs.stop(job.id)} />
  const ways = (
    <>
      <Choice label="How it wants images" value={preset} options={presets} onChange={(value) => act(choosePreset, value)} />
      <Button kind="main" onClick={() => chooser.current?.click()}>Choose an ONNX file</Button>
      <Button onClick={() => act(addImages, [])}>Back to the library</Button>
      <input ref={chooser} type="file" hidden accept=".onnx" aria-label="ONNX file" onChange={({ currentTarget: { files } }) => {
        const file = files?.item(0)
        if (file) act(openBackbone, { name: file.name, blob: file })
      }} />
    </>
  )
  if (refused !== undefined) return <div className={styles.waiting}><ErrorState problem={refused} ways={ways} /></div>
  return (
    <div className={styles.waiting}>
      <EmptyState title={<>{plural(dropped.length, 'image')} {dropped.length === 1 ? 'waits' : 'wait'} for a network.</>} ways={ways}>
        The model compares features, not pixels: it takes the {columns} numbers that one network makes of an image. Choose that network, an ONNX file{backbone === undefined ? '' : ` other than ${backbone}`}. It runs in this window; nothing is uploaded.
      </EmptyState>
    </div>
  )
}
