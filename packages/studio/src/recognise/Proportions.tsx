/** How much of each known class the photo shows: bars from a line of zero, largest first. */
import { signed } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { useMarkOf } from '../page/use-classes.js'
import { useSession } from '../page/use-studio.js'
import { colourVariable } from '../parts/ClassMark.js'
import type { RowAnswer } from './facts.js'
import { scaleOf } from './score-scale.js'
import type { ReactNode } from 'react'
import styles from './recognise.module.css'

export function Proportions({ answer: { proportions } }: { readonly answer: RowAnswer }): ReactNode {
  const seen = useSession(({ model }) => model?.seen)
  const markOf = useMarkOf()
  const bars = proportions
    .map((proportion, s) => ({ name: seen?.[s] ?? '', proportion }))
    .sort((a, b) => b.proportion - a.proportion)
  const scale = scaleOf(proportions)
  return (
    <ul className={styles.bars}>
      {bars.map(({ name, proportion }) => (
        <li key={name} className={styles.proportionsRow}>
          <NamedMark name={name} />
          <span className={styles.proportionsTrack}>
            <span className={styles.proportionsZero} style={{ left: scale.part(0) }} />
            <span
              className={styles.proportionsBar}
              style={{ ...scale.span(0, proportion), background: colourVariable(markOf(name).colour) }}
            />
          </span>
          <span className={styles.proportionsValue}>{signed(proportion, 2)}</span>
        </li>
      ))}
    </ul>
  )
}
