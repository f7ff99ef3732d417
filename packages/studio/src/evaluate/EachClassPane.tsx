/** Accuracy of each class with its 95 % interval; solid dots are seen classes, hollow ones unseen. */
import { percent } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import type { BiasFacts, ClassBarFacts, EvaluationFacts } from './facts.js'
import type { ReactNode } from 'react'
import styles from './evaluate.module.css'

export function EachClassPane({
  measured: { classes },
  at: { byClass }
}: {
  readonly measured: EvaluationFacts
  readonly at: BiasFacts
}): ReactNode {
  const chance = 1 / classes.length
  const sorted = (wanted: boolean): ClassBarFacts[] =>
    byClass.filter(({ seen }) => seen === wanted).sort((a, b) => b.accuracy - a.accuracy)
  return (
    <Pane label="Each class">
      <PaneHeader title="Each class" note="accuracy with its 95 % interval" />
      <PaneBody label="Each class" className={styles.body}>
        <table
          className={styles.eachClassTable}
          style={{ '--chance': `${100 * chance}%` } as Record<string, string>}
        >
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">class</span>
              </th>
              <th scope="col" className={styles.eachClassScale}>
                <span className="visually-hidden">interval</span>
                {[0, 25, 50, 75, 100].map(tick => (
                  <span key={tick} aria-hidden style={{ left: `${tick}%` }}>
                    {tick}
                  </span>
                ))}
              </th>
              <th scope="col">
                <span className="visually-hidden">accuracy</span>
              </th>
            </tr>
          </thead>
          {[true, false].map(seen => (
            <tbody key={String(seen)}>
              {sorted(seen).map(({ name, accuracy, low, high }) => (
                <tr key={name} data-class={name} data-accuracy={accuracy}>
                  <th scope="row">
                    <NamedMark name={name} />
                  </th>
                  <td className={styles.chart}>
                    <span className={styles.chance} />
                    <span
                      className={styles.interval}
                      style={{ left: `${100 * low}%`, right: `${100 * (1 - high)}%` }}
                    />
                    <span
                      className={styles.eachClassDot}
                      data-hollow={!seen || undefined}
                      style={{ left: `${100 * accuracy}%` }}
                    />
                    <span className="visually-hidden">
                      {percent(low, 1)} to {percent(high, 1)}
                    </span>
                  </td>
                  <td className={styles.value}>{(100 * accuracy).toFixed(1)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
        <p className={styles.legend}>
          <span>
            <span className={styles.sample} /> known
          </span>
          <span>
            <span className={styles.sample} data-hollow /> described
          </span>
          <span className={styles.byChance}>guessing {percent(chance)}</span>
        </p>
      </PaneBody>
    </Pane>
  )
}
