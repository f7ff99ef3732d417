/** Does it know how sure it is? What it says against how often that is right; and its words, tested. */
import { count } from '../lib/say.js'
import { Pane, PaneBody, PaneHeader, Section, Sentence } from '../parts/Pane.js'
import { Plot, lineThrough, percents } from '../parts/Plot.js'
import { EmptyState } from '../parts/States.js'
import { Term } from '../parts/Term.js'
import { Twin } from '../parts/Twin.js'
import type { EvaluationFacts, SureFacts } from './facts.js'
import type { ReactNode } from 'react'
import styles from './evaluate.module.css'

/** Below so many test photos a diagram would show chance: then its table is shown. */
const LEAST_DRAWN = 100
/** Bins with fewer photos say nothing; one that is off by more is pointed out. */
const [LEAST_ROWS, OFF] = [10, 0.08]

const words = {
  surely: '“almost surely”',
  probably: '“probably”',
  either: '“one or the other”',
  hard: '“hard to say”'
} as const

const hundred = (share: number): number => Math.round(100 * share)

export function SurePane({ measured: { sure } }: { readonly measured: EvaluationFacts }): ReactNode {
  if (sure === undefined)
    return (
      <Pane label="How sure it is">
        <PaneHeader title="Does it know how sure it is?" />
        <PaneBody label="How sure it is" className={styles.body}>
          <EmptyState title="Not tested yet.">A test that hides known classes in turn tells.</EmptyState>
        </PaneBody>
      </Pane>
    )
  const rows = sure.bins.map(({ probability, right, rows: photos }) => [
    String(hundred(probability)),
    String(hundred(right)),
    count(photos)
  ])
  const columns = ['it says, in 100', 'right, in 100', 'photos']
  return (
    <Pane label="How sure it is">
      <PaneHeader
        title={<Term word="calibration">Does it know how sure it is?</Term>}
        note={`${count(sure.rows)} test photos`}
      />
      <PaneBody label="How sure it is" className={styles.body}>
        <Sentence small>{sentenceOf(sure)}</Sentence>
        {sure.rows >= LEAST_DRAWN ? (
          <>
            <Diagram sure={sure} />
            <Twin caption="How sure it is" columns={columns} rows={rows} />
          </>
        ) : (
          <table className={styles.sureTable}>
            <thead>
              <tr>
                {columns.map(column => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.join(' ')}>
                  {row.map((text, at) => (
                    <td key={columns[at]}>{text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Section label="Its words, tested">
          <h3 className={styles.sureTitle}>Its words, tested</h3>
          <table className={styles.sureTable}>
            <tbody>
              {sure.words.map(({ kind, rows: photos, right }) => (
                <tr key={kind}>
                  <th scope="row">{words[kind]}</th>
                  <td>{count(photos)} photos</td>
                  <td>
                    {photos === 0 ? (
                      'never said'
                    ) : (
                      <>
                        <b>{hundred(right / photos)}</b> in 100{' '}
                        {kind === 'either' ? 'one of the two' : 'right'}
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      </PaneBody>
    </Pane>
  )
}

function Diagram({ sure: { bins } }: { readonly sure: SureFacts }): ReactNode {
  const most = Math.max(...bins.map(({ rows }) => rows))
  return (
    <Plot
      label={`How often answers are right against how sure it says it is: ${bins.map(({ probability, right }) => `${hundred(probability)} in 100 said, ${hundred(right)} right`).join('; ')}.`}
      width={410}
      height={250}
      x={{
        from: 0,
        to: 1,
        ticks: percents(0, 25, 50, 75, 100),
        label: 'how sure it says; dashed: the two agree'
      }}
      y={{ from: 0, to: 1, ticks: percents(0, 25, 50, 75, 100), label: 'how many were right' }}
    >
      {({ x, y }) => (
        <>
          <polyline
            className={styles.contour}
            points={lineThrough([
              [x(0), y(0)],
              [x(1), y(1)]
            ])}
          />
          {bins.map(({ probability, low, high }) => (
            <line
              key={probability}
              className={styles.sureRange}
              x1={x(probability)}
              x2={x(probability)}
              y1={y(low)}
              y2={y(high)}
            />
          ))}
          <polyline
            className={styles.curve}
            points={lineThrough(bins.map(({ probability, right }) => [x(probability), y(right)]))}
          />
          {bins.map(({ probability, right, rows }) => (
            <circle
              key={probability}
              className={styles.sureDot}
              data-off={(rows >= LEAST_ROWS && probability - right > OFF) || undefined}
              cx={x(probability)}
              cy={y(right)}
              r={3 + 5 * Math.sqrt(rows / most)}
            />
          ))}
        </>
      )}
    </Plot>
  )
}

/** The bin with most photos, and the one that is furthest off. */
function sentenceOf({ bins }: SureFacts): ReactNode {
  const counted = bins.filter(({ rows }) => rows >= LEAST_ROWS)
  if (counted.length === 0) return 'There are too few test photos to tell.'
  const most = counted.reduce((best, bin) => (bin.rows > best.rows ? bin : best))
  const off = ({ probability, right }: (typeof bins)[number]): number => probability - right
  const worst = counted.reduce((far, bin) => (Math.abs(off(bin)) > Math.abs(off(far)) ? bin : far))
  const isFair = Math.abs(off(most)) <= OFF
  return (
    <>
      {isFair ? (Math.abs(off(worst)) <= OFF ? 'Yes. ' : 'Mostly. ') : 'Not quite. '}When it says{' '}
      {hundred(most.probability)} in 100, <b>{hundred(most.right)}</b> are right
      {Math.abs(off(worst)) > OFF && worst !== most
        ? `; around ${hundred(worst.probability)} it is ${off(worst) > 0 ? 'too sure' : 'not sure enough'}.`
        : '.'}
    </>
  )
}
