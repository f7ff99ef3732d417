/**
 * How much is expressed, bracketed by what seen classes reach when each is hidden: a bare number would say
 * little.
 */
import { percent } from '../lib/say.js'
import { Term } from '../parts/Term.js'
import type { ModelFacts } from '../worker/facts.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

interface ExpressedBarProps {
  readonly expressed: number
  readonly below: boolean
  readonly bracket: ModelFacts['bracket']
}

export function ExpressedBar({ expressed, below, bracket: { low, high } }: ExpressedBarProps): ReactNode {
  return (
    <div className={styles.expressed}>
      <div
        className={styles.bar}
        data-below={below || undefined}
        role="img"
        aria-label={`${percent(expressed)} expressed`}
      >
        <span style={{ width: `${100 * expressed}%` }} />
      </div>
      <span className={styles.bracket} style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }} />
      <span className={styles.bracketText}>
        <Term word="expressed">seen classes, when hidden</Term>: {Math.round(100 * low)} to {percent(high)}
      </span>
    </div>
  )
}
