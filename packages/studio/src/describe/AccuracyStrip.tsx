/**
 * Each seen class when it was hidden, on one axis, with the mean and its interval; as a table for those who
 * do not see it.
 */
import { percent } from '../lib/say.js'
import { useMarkOf } from '../page/use-classes.js'
import { colourVariable } from '../parts/ClassMark.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

interface AccuracyStripProps {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly classes: readonly {
    readonly class: string
    readonly unseen: number
    readonly low: number
    readonly high: number
  }[]
}

/**
 * Labels nearer than this part of the axis stand on different levels; beyond this many classes only dots are
 * drawn.
 */
const APART = 0.1
const LEVELS = 3
const LABELLED = 12
/** Pixels: where labels begin, and the height of one. */
const [LABELS_FROM, LINE] = [38, 13]

export function AccuracyStrip({ value, low, high, classes }: AccuracyStripProps): ReactNode {
  const markOf = useMarkOf()
  const sorted = [...classes].sort((a, b) => a.unseen - b.unseen)
  const step =
    [0.02, 0.05, 0.1, 0.2].find(each => (1 - Math.min(low, sorted[0]?.unseen ?? low)) / each <= 7) ?? 0.2
  const start = Math.max(0, Math.floor(Math.min(low, sorted[0]?.unseen ?? low) / step + 1e-9) * step)
  const part = (share: number): number => (share - start) / (1 - start)
  const at = (share: number): string => `${100 * part(share)}%`
  const ticks = Array.from({ length: Math.round((1 - start) / step) + 1 }, (_, k) => start + k * step)
  const levels = levelsOf(sorted.map(({ unseen }) => part(unseen)))
  return (
    <>
      <div
        className={styles.strip}
        style={{ height: LABELS_FROM + LINE * (Math.max(0, ...levels) + 1) }}
        aria-hidden="true"
      >
        <span
          className={styles.band}
          style={{ left: at(low), width: `${100 * (part(high) - part(low))}%` }}
        />
        <span className={styles.axis} />
        {ticks.map((tick, k) => (
          <span key={k} className={styles.tick} style={{ left: at(tick) }}>
            {k === ticks.length - 1 ? percent(tick) : Math.round(100 * tick)}
          </span>
        ))}
        <span className={styles.value} style={{ left: at(value) }} />
        {sorted.map(({ class: name, unseen }) => (
          <span
            key={name}
            className={styles.dot}
            style={{ left: at(unseen), background: colourVariable(markOf(name).colour) }}
          />
        ))}
        {sorted.length <= LABELLED &&
          sorted.map(({ class: name, unseen }, k) => (
            <span
              key={name}
              className={styles.dotLabel}
              style={{ left: at(unseen), bottom: LABELS_FROM + LINE * levels[k] }}
            >
              {name}
            </span>
          ))}
      </div>
      <table className="visually-hidden">
        <caption>Accuracy of each seen class when hidden</caption>
        <tbody>
          {sorted.map(each => (
            <tr key={each.class}>
              <th scope="row">{each.class}</th>
              <td>
                {percent(each.unseen)}, {percent(each.low)} to {percent(each.high)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The lowest level where the label before is far enough away. */
function levelsOf(places: readonly number[]): number[] {
  const last = new Array<number>(LEVELS).fill(-1)
  return places.map(place => {
    const free = last.findIndex(before => place - before >= APART)
    const level = free >= 0 ? free : last.indexOf(Math.min(...last))
    last[level] = place
    return level
  })
}
