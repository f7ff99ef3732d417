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
        aria-label={`${percent(expressed)} covered`}
      >
        <span style={{ width: `${100 * expressed}%` }} />
      </div>
      <span className={styles.bracket} style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }} />
      <span className={styles.bracketText}>
        <span>
          <Term word="expressed">covered</Term>: {Math.round(100 * expressed)} of 100
        </span>
        <span>
          usual here: {Math.round(100 * low)} to {Math.round(100 * high)}
        </span>
      </span>
    </div>
  )
}
