/**
 * The mark of a class: its colour where it is seen, its mixture in a dashed frame where it is not, grey
 * beyond the tenth.
 */
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export interface ShareOfClass {
  readonly name: string
  readonly share: number
  /** 1 to 10, or undefined: grey */
  readonly colour: number | undefined
}

export const colourVariable = (colour: number | undefined): string =>
  colour === undefined ? 'var(--edge)' : `var(--class-${colour})`
export const onColourVariable = (colour: number | undefined): string =>
  colour === undefined ? '#0E1314' : `var(--on-class-${colour})`

/** Shares that a mark of a few pixels can show. */
const MOST = 8

export interface ClassMarkProps {
  readonly seen: boolean
  readonly colour?: number | undefined
  /** of an unseen class */
  readonly shares?: readonly ShareOfClass[]
  readonly size?: number
}

export function ClassMark({ seen, colour, shares = [], size = 10 }: ClassMarkProps): ReactNode {
  if (seen)
    return (
      <span
        className={styles.seen}
        style={{ width: size, height: size, background: colourVariable(colour) }}
      />
    )
  return (
    <span className={styles.classMarkUnseen} style={{ width: size + 6, height: size + 6 }}>
      {shares
        .filter(({ share }) => share > 0)
        .slice(0, MOST)
        .map(({ name, share, colour: of }) => (
          <span key={name} style={{ flexGrow: share, background: colourVariable(of) }} />
        ))}
    </span>
  )
}
