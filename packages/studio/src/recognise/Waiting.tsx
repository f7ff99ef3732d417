/** Photos that wait for the network, and the network that is to be had: on the left they, on the right it. */
import { defined } from '@unseen/core/internal'
import { NetworkPane } from '../images/NetworkPane.js'
import { KEPT_MEGABYTES, type OfferedNetwork } from '../images/facts.js'
import type { Problem } from '../lib/problem.js'
import { plural } from '../lib/say.js'
import { goTo } from '../page/address-actions.js'
import { useOnline } from '../page/use-media.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Choice } from '../parts/Field.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { ErrorState, OfflineState } from '../parts/States.js'
import type { NamedBlob } from '../worker/files.js'
import { AddPhotos } from './AddPhotos.js'
import { choosePreset, fetchAndRead, leaveOut, openBackbone, waitLater } from './actions.js'
import { waitingIn } from './state.js'
import { useRecognisePage } from './use-answer.js'
import { type ReactNode, useCallback, useState } from 'react'
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
  const act = useAct()
  const seen = useSession(({ model }) => model?.seen.length ?? 0)
  const wanted = useSession(({ model }) => model?.network)
  const dropped = useRecognisePage(page => page.dropped)
  const preset = useRecognisePage(page => page.preset)
  const refused = useRecognisePage(page => page.refused)
  const online = useOnline()
  const [chosen, setChosen] = useState<NamedBlob | undefined>(undefined)
  const waiting = waitingIn({ dropped }).length
  const fetchIt = useCallback((network: OfferedNetwork) => act(fetchAndRead, network), [act])
  return (
    <div className={styles.waiting}>
      <WaitingPhotos />
      <NetworkPane
        wanted={wanted}
        purpose={`It turns a photo into numbers; the ${plural(seen, 'known class', 'known classes')} were learned from the same. A different network would not fit.`}
        waiting={waiting}
        onFetch={fetchIt}
        onFile={file => {
          setChosen({ name: file.name, blob: file })
          act(openBackbone, { name: file.name, blob: file })
        }}
        onLater={() => act(waitLater, true)}
      >
        {refused !== undefined && (
          <div className={styles.refused}>
            {isUnreached(refused) && !online ? (
              <OfflineState
                goesOn="Everything but new photos works on."
                waits="The part that runs networks is fetched with the first one, and is kept from then on."
                {...defined({ onTry: chosen === undefined ? undefined : () => act(openBackbone, chosen) })}
              />
            ) : (
              <ErrorState problem={refused} />
            )}
          </div>
        )}
        {wanted === undefined && (
          <div className={styles.refused}>
            <Choice
              label="How it wants photos"
              value={preset}
              options={presets}
              onChange={value => act(choosePreset, value)}
            />
          </div>
        )}
      </NetworkPane>
    </div>
  )
}

/** What runs networks is fetched when the first one is opened: it is larger than all the rest of Studio. */
const isUnreached = ({ code, what }: Problem): boolean =>
  code === undefined || /fetch|NetworkError/i.test(what)

function WaitingPhotos(): ReactNode {
  const act = useAct()
  const dropped = useRecognisePage(page => page.dropped)
  const waiting = waitingIn({ dropped })
  const broken = dropped.length - waiting.length
  const unkept = waiting.filter(({ kept }) => !kept).length
  return (
    <Pane label="Your photos">
      <PaneHeader title="Your photos" note={`${dropped.length} dropped`}>
        <AddPhotos />
      </PaneHeader>
      <PaneBody label="Your photos" className={styles.waitingBody}>
        <Sentence isHeading>
          {waiting.length === 0 ? (
            'No photo waits.'
          ) : (
            <>
              <b>{waiting.length}</b> {waiting.length === 1 ? 'photo waits' : 'photos wait'} for the network.
            </>
          )}
          {broken > 0 && <span className={styles.bad}> {broken} cannot be read.</span>}
        </Sentence>
        {unkept > 0 && (
          <p className={styles.note}>
            {plural(unkept, 'photo')} would be lost by a reload: no more than {KEPT_MEGABYTES} MB are kept in
            this browser.
          </p>
        )}
        <ul className={styles.waitingGrid}>
          {dropped.map(({ key, name, url, problem }) => (
            <li key={key} data-broken={problem !== undefined || undefined}>
              {problem === undefined ? (
                <img src={url} alt={`${name}, waits`} />
              ) : (
                <span className={styles.brokenTile}>
                  <Icon name="warning" />
                  <b>{name}</b>
                  <span>{problem}</span>
                </span>
              )}
              <span className={styles.waitingName}>
                <span>{problem === undefined ? name : 'cannot be read'}</span>
                {problem === undefined ? (
                  <small>waits</small>
                ) : (
                  <Button kind="quiet" onClick={() => act(leaveOut, key)}>
                    Leave out
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </PaneBody>
      <div className={styles.meanwhile}>
        <b>While you wait</b>
        <span className={styles.note}>describing needs no network</span>
        <Button onClick={() => act(goTo('describe'), undefined)}>Describe a class</Button>
      </div>
    </Pane>
  )
}
