/**
 * A mixture as one bar: shares in the order given, labelled where there is room. Its text twin is the label.
 */
import { list, percent } from '../lib/say.js'
import { type ShareOfClass, colourVariable, onColourVariable } from './ClassMark.js'
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export interface MixtureBarProps {
  readonly shares: readonly ShareOfClass[]
  /** in pixels */
  readonly height?: number
  /** write names and shares into parts of at least this share */
  readonly namesFrom?: number | undefined
}

/** Of many classes the smallest shares are one grey part: they would be hairlines. */
const MOST = 16

function largest(shares: readonly ShareOfClass[]): readonly ShareOfClass[] {
  const some = shares.filter(({ share }) => share > 0)
  if (some.length <= MOST) return some
  const least = some.map(({ share }) => share).sort((a, b) => b - a)[MOST - 1]
  const kept = some.filter(({ share }) => share >= least)
  const rest = some.reduce((sum, { share }) => sum + (share < least ? share : 0), 0)
  return [...kept, { name: `${some.length - kept.length} others`, share: rest, colour: undefined }]
}

export function MixtureBar({ shares, height = 8, namesFrom }: MixtureBarProps): ReactNode {
  const shown = largest(shares)
  return (
    <span
      role="img"
      aria-label={list(shown.map(({ name, share }) => `${name} ${percent(share)}`))}
      className={styles.bar}
      style={{ height }}
    >
      {shown.map(({ name, share, colour }) => (
        <span
          key={name}
          className={styles.part}
          style={{ flexGrow: share, background: colourVariable(colour), color: onColourVariable(colour) }}
        >
          {namesFrom !== undefined && share >= namesFrom / 3 && (
            <span className={styles.mixtureBarText}>
              {share >= namesFrom ? `${name} ` : ''}
              {Math.round(100 * share)}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
