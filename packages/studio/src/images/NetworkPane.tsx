/**
 * One download, once: the network that looks at photos, with name, size, licence and source before anything
 * is fetched; then how far it is, and what to do where it stops.
 */
import { bytes, clock, count, duration, plural } from '../lib/say.js'
import { stopJob } from '../page/shell-actions.js'
import { useOnline } from '../page/use-media.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import type { FetchStep, OfferedNetwork } from './facts.js'
import { lookForNetwork, removeNetwork } from './network-actions.js'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import styles from './images.module.css'

export interface NetworkPaneProps {
  /** which one is wanted: by its digest, or, where that is not known, by its name */
  readonly wanted: { readonly name: string; readonly digest?: string | undefined } | undefined
  /** what it is for, in a sentence */
  readonly purpose: ReactNode
  /** photos that wait for it */
  readonly waiting: number
  readonly onFetch: (network: OfferedNetwork) => void
  readonly onFile?: ((file: File) => void) | undefined
  readonly onLater?: (() => void) | undefined
  /** below "I have the file" */
  readonly children?: ReactNode
}

export function NetworkPane({
  wanted,
  purpose,
  waiting,
  onFetch,
  onFile,
  onLater,
  children
}: NetworkPaneProps): ReactNode {
  const { pages, jobs } = useStudio()
  const act = useAct()
  const { offered, kept, problem, agreedAt, step } = useStore(pages.network)
  const network = offered?.find(({ name, digest }) =>
    wanted?.digest === undefined ? name === wanted?.name : digest === wanted.digest
  )
  const digest = wanted?.digest ?? network?.digest
  useEffect(() => act(lookForNetwork, digest), [act, digest])
  const job = useStore(jobs.store, ({ jobs: all }) =>
    all.find(({ kind, status }) => kind === 'network' && status === 'running')
  )
  const online = useOnline()
  const isUnreached = problem?.code === 'network.unreachable'
  // Goes on by itself once there is a connection again; not at once, since the browser may be wrong about it.
  const wasOnline = useRef(online)
  useEffect(() => {
    if (online && !wasOnline.current && isUnreached && network !== undefined) onFetch(network)
    wasOnline.current = online
  }, [online, isUnreached, network, onFetch])
  const came = digest === undefined ? 0 : (kept[digest]?.bytes ?? 0)
  const size = network?.bytes ?? 0
  const fetched = network === undefined || network.here ? size : (network.downloadBytes ?? size)
  const chooser = useRef<HTMLInputElement>(null)
  const remove = digest !== undefined && came > 0 && (
    <Button onClick={() => act(removeNetwork, digest)}>Remove it</Button>
  )
  const begin = network !== undefined && (
    <Button kind="main" data-action="network.fetch" onClick={() => onFetch(network)}>
      {problem?.code === 'network.broken'
        ? 'Fetch again'
        : came > 0
          ? `Go on: ${bytes(Math.max(0, size - came))}`
          : `Fetch ${bytes(fetched)}`}
    </Button>
  )
  return (
    <Pane label="The network">
      <PaneHeader title="One download, once" />
      <PaneBody label="The network" className={styles.networkBody}>
        <div className={styles.now} aria-live="polite">
          {job !== undefined ? (
            <Fetching
              step={step}
              done={job.done}
              total={job.total ?? fetched}
              secondsLeft={job.secondsLeft}
              agreedAt={agreedAt}
              waiting={waiting}
              onStop={() => act(stopJob, job.id)}
            />
          ) : network === undefined ? (
            <>
              <Sentence>
                {offered === undefined
                  ? 'Looking for the network.'
                  : wanted === undefined
                    ? 'Which network made the features of this project is not known.'
                    : `The network ${wanted.name} does not lie beside this page.`}
              </Sentence>
              {offered !== undefined && (
                <p className={styles.note}>
                  {wanted === undefined
                    ? 'Choose the ONNX file that made them: another would not fit.'
                    : 'Start Studio with `unseen studio`, which can fetch it, or choose the file.'}
                </p>
              )}
            </>
          ) : problem?.code === 'network.broken' ? (
            <>
              <Sentence>The file came changed, so it was not used.</Sentence>
              <div className={styles.ways}>{begin}</div>
            </>
          ) : isUnreached ? (
            <>
              <Sentence>There is no connection. {bytes(came)} are kept.</Sentence>
              <p className={styles.note}>
                {network.here
                  ? 'Goes on by itself. Describing works meanwhile.'
                  : `${problem.what} Describing works meanwhile.`}
              </p>
              <div className={styles.ways}>
                {begin}
                {remove}
              </div>
            </>
          ) : problem !== undefined ? (
            <>
              <Sentence>{problem.what}</Sentence>
              {problem.remedy !== undefined && <p className={styles.note}>{problem.remedy}</p>}
              <div className={styles.ways}>{begin}</div>
            </>
          ) : came > 0 ? (
            <>
              <Sentence>
                Stopped at {bytes(came)} of {bytes(size)}. Nothing is lost.
              </Sentence>
              <div className={styles.ways}>
                {begin}
                {remove}
              </div>
            </>
          ) : (
            <>
              <Sentence>To look at photos, Unseen fetches {bytes(fetched)} once.</Sentence>
              <div className={styles.ways}>
                {begin}
                {onLater !== undefined && <Button onClick={onLater}>Not now</Button>}
              </div>
            </>
          )}
        </div>
        <dl className={styles.facts}>
          {network !== undefined && (
            <>
              <dt>Name</dt>
              <dd>
                <b>{network.name}</b>, ONNX, {count(network.length)} numbers a photo
              </dd>
            </>
          )}
          <dt>What for</dt>
          <dd>{purpose}</dd>
          {network !== undefined && (
            <>
              <dt>Size</dt>
              <dd>
                {bytes(size)}, kept in this browser
                {network.here ? '.' : `; ${bytes(fetched)} are fetched for it.`}
              </dd>
              <dt>Licence</dt>
              <dd>{network.licence}</dd>
              <dt>From</dt>
              <dd>
                {network.here
                  ? 'the address this page came from.'
                  : `${network.source}, by the machine this page came from.`}{' '}
                Your photos are not sent anywhere.
              </dd>
            </>
          )}
          <dt>Afterwards</dt>
          <dd className={styles.afterwards}>
            <Icon name="lock" size={14} /> Works offline: no connection is needed again.
          </dd>
        </dl>
        {onFile !== undefined && (
          <div className={styles.own}>
            <Button
              icon="file"
              kind={network === undefined && offered !== undefined ? 'main' : 'plain'}
              onClick={() => chooser.current?.click()}
            >
              I have the file
            </Button>
            <span className={styles.note}>
              {wanted === undefined ? 'an ONNX file' : `${wanted.name}.onnx`} from another computer or a
              colleague
            </span>
            <input
              ref={chooser}
              type="file"
              hidden
              accept=".onnx"
              aria-label="ONNX file"
              onChange={({ currentTarget: { files } }) => {
                const file = files?.item(0)
                if (file) onFile(file)
              }}
            />
          </div>
        )}
        {network === undefined && onLater !== undefined && (
          <div className={styles.own}>
            <Button onClick={onLater}>Not now</Button>
          </div>
        )}
        {children}
      </PaneBody>
    </Pane>
  )
}

const steps = ['agreed', 'fetch', 'check', 'read'] as const

function Fetching({
  step,
  done,
  total,
  secondsLeft,
  agreedAt,
  waiting,
  onStop
}: {
  readonly step: FetchStep | undefined
  readonly done: number
  readonly total: number
  readonly secondsLeft: number | undefined
  readonly agreedAt: number | undefined
  readonly waiting: number
  readonly onStop: () => void
}): ReactNode {
  const part = total === 0 ? 0 : Math.min(1, done / total)
  const at = step === 'check' ? 2 : 1
  const left = secondsLeft === undefined || step === 'check' ? undefined : duration(Math.max(1, secondsLeft))
  const texts: Readonly<Record<(typeof steps)[number], { readonly name: string; readonly note: string }>> = {
    agreed: { name: 'You agreed', note: agreedAt === undefined ? '' : clock(agreedAt) },
    fetch: { name: 'Fetch', note: left ?? '' },
    check: { name: 'Check', note: 'that it is the right file' },
    read: { name: 'Read', note: plural(waiting, 'photo') }
  }
  return (
    <>
      <Sentence>
        {step === 'machine'
          ? 'The machine this page came from fetches the network'
          : 'Fetching the network that looks at photos'}
        : <b>{(done / 1e6).toFixed(1)}</b> of {bytes(total)}.
      </Sentence>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label="Fetching the network"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <span style={{ width: `${100 * part}%` }} />
      </div>
      <p className={styles.row}>
        <span>
          {Math.round(100 * part)} %{left !== undefined && `, about ${left} left`}
        </span>
        <Button onClick={onStop}>{step === 'page' ? `Stop and keep ${bytes(done)}` : 'Stop'}</Button>
      </p>
      <ol className={styles.steps}>
        {steps.map((each, index) => (
          <li key={each} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
            {index < at ? <Icon name="tick" size={14} /> : <span className={styles.dot} />}
            <b>{texts[each].name}</b>
            <span>{texts[each].note}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
