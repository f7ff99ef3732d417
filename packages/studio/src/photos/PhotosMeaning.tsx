/** What to expect with and without the photos, and how many are enough. */
import { count, plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { PaneHeader, Section, Sentence } from '../parts/Pane.js'
import { EmptyState, ErrorState, JobProgress } from '../parts/States.js'
import { testPhotos } from './actions.js'
import type { PhotosEffect, PhotosTest } from './facts.js'
import { useAnswers, useEffectOfPhotos, usePhotosPage } from './use-photos.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './photos.module.css'

export function PhotosMeaning(): ReactNode {
  const effect = useEffectOfPhotos()
  return (
    <>
      <div role="group" aria-label="Before and after the photos">
        <PaneHeader title="Before and after" note="expected, tested on hidden classes" />
        <Expected />
      </div>
      {effect !== undefined && <ForClass effect={effect} />}
    </>
  )
}

function Expected(): ReactNode {
  const act = useAct()
  const { answers } = useAnswers()
  const trainedAt = useSession(({ model }) => model?.trainedAt)
  const test = usePhotosPage(page => (page.test?.trainedAt === trainedAt ? page.test?.found : undefined))
  const job = useStore(useStudio().jobs.store, ({ jobs }) => jobs.find(({ kind }) => kind === 'photos'))
  const given = answers.filter(({ yes }) => yes).length
  if (job?.status === 'running')
    return (
      <Section>
        <JobProgress
          label="Testing with photos"
          done={job.done}
          total={job.total}
          note="known classes are hidden, described and shown"
          onStop={() => act(stopJob, job.id)}
        />
      </Section>
    )
  if (test === undefined || test.length === 0)
    return (
      <Section>
        {job?.problem !== undefined && <ErrorState problem={job.problem} />}
        <EmptyState
          title="How many photos are enough?"
          ways={
            <ActionButton action={testPhotos} argument={undefined}>
              Test it
            </ActionButton>
          }
        >
          A test hides known classes, describes them, shows some of their photos and counts.
        </EmptyState>
      </Section>
    )
  const now = expectedWith(test, given)
  return (
    <Section>
      <Sentence>
        {given === 0 ? (
          <>
            By its description, about <b>{inHundred(now.right)} in 100</b> will be right.
          </>
        ) : (
          <>
            With your {plural(given, 'photo')}, about <b>{inHundred(now.right)} in 100</b> will be right
            instead of {inHundred(test[0].right)}.
          </>
        )}
      </Sentence>
      <Lines test={test} now={now} given={given} />
      <h3 className={styles.title}>
        How many are enough? <span className={styles.note}>right in 100, by photos given</span>
      </h3>
      <Curve test={test} now={now} />
    </Section>
  )
}

const inHundred = (share: number): number => Math.round(100 * share)

/** Between two counts that were tested, on the line between them. */
export function expectedWith(test: readonly PhotosTest[], photos: number): PhotosTest {
  const after = test.findIndex(each => each.photos >= photos)
  if (after <= 0) return test[after < 0 ? test.length - 1 : 0]
  const [a, b] = [test[after - 1], test[after]]
  const part = (photos - a.photos) / (b.photos - a.photos)
  return { photos, right: a.right + part * (b.right - a.right), give: a.give + part * (b.give - a.give) }
}

/** Two dots with the span of 95 tests in 100. */
function Lines({
  test: [plain],
  now,
  given
}: {
  readonly test: readonly PhotosTest[]
  readonly now: PhotosTest
  readonly given: number
}): ReactNode {
  const rows = [
    { label: 'description', ...plain },
    ...(given === 0 ? [] : [{ label: `and ${plural(given, 'photo')}`, ...now }])
  ]
  const low = Math.floor(10 * Math.max(0, Math.min(...rows.map(({ right, give }) => right - give)))) / 10
  const at = (value: number): string =>
    `${Math.min(100, Math.max(0, (100 * (value - low)) / Math.max(0.1, 1 - low)))}%`
  return (
    <ul className={styles.lines}>
      {rows.map(({ label, right, give }, row) => (
        <li key={label} data-now={row === 1 || undefined}>
          <span>{label}</span>
          <span className={styles.track} aria-hidden="true">
            <span
              className={styles.span}
              style={{ left: at(right - give), right: `calc(100% - ${at(Math.min(1, right + give))})` }}
            />
            <span className={styles.now} style={{ left: at(right) }} />
          </span>
          <b>{inHundred(right)}</b>
        </li>
      ))}
      <li className={styles.note}>
        answers right in 100 among described classes; the line covers 95 of 100 tests
      </li>
    </ul>
  )
}

function Curve({ test, now }: { readonly test: readonly PhotosTest[]; readonly now: PhotosTest }): ReactNode {
  const all = test.some(({ photos }) => photos === now.photos)
    ? test
    : [...test, now].sort((a, b) => a.photos - b.photos)
  const values = all.map(({ right }) => right)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (at: number): number => 20 + (400 * at) / Math.max(1, all.length - 1)
  const y = (right: number): number => 74 - (44 * (right - low)) / Math.max(0.02, high - low)
  return (
    <svg className={styles.curve} viewBox="0 0 440 108" role="img" aria-label={spoken(all)}>
      <path d={`M${all.map(({ right }, at) => `${x(at)} ${y(right)}`).join('L')}`} className={styles.path} />
      <path d="M10 88H430" className={styles.axis} />
      {all.map(({ photos, right }, at) => (
        <g key={photos} className={styles.point} data-now={photos === now.photos || undefined}>
          <circle cx={x(at)} cy={y(right)} r={photos === now.photos ? 6 : 4} />
          <text x={x(at)} y={y(right) - 10}>
            {inHundred(right)}
          </text>
          <text x={x(at)} y={104}>
            {photos}
          </text>
        </g>
      ))}
    </svg>
  )
}

const spoken = (test: readonly PhotosTest[]): string =>
  `Right in 100: ${test.map(({ photos, right }) => `${inHundred(right)} with ${plural(photos, 'photo')}`).join(', ')}.`

/** What the photos changed in what it finds, in numbers. */
function ForClass({ effect }: { readonly effect: PhotosEffect }): ReactNode {
  const { class: name, labelled, right, taken, joined, left, stayed } = effect
  const [before, after] = [left.count + stayed.count, joined.count + stayed.count]
  const rows = [
    ...(labelled === 0
      ? [{ label: 'photos it finds', before, after, isGood: undefined }]
      : [{ label: `${name} found, of ${count(labelled)}`, ...right, isGood: right.after >= right.before }]),
    ...taken.map(each => ({
      label: `photos taken from ${each.name}`,
      before: each.before,
      after: each.after,
      isGood: each.after <= each.before
    }))
  ]
  return (
    <Section label={`For ${name}`}>
      <h3 className={styles.title}>
        For {name} <span className={styles.note}>before, after, change</span>
      </h3>
      <table className={styles.table}>
        <tbody>
          {rows.map(({ label, before: was, after: is, isGood }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{count(was)}</td>
              <td>
                <b>{count(is)}</b>
              </td>
              <td data-good={isGood}>{is === was ? '0' : is > was ? `+${is - was}` : `−${was - is}`}</td>
            </tr>
          ))}
          {labelled > 0 && (
            <tr>
              <th scope="row">right, of those it finds</th>
              <td>
                {count(right.before)} of {count(before)}
              </td>
              <td>
                <b>
                  {count(right.after)} of {count(after)}
                </b>
              </td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </Section>
  )
}
