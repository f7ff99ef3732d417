/**
 * The states of every pane: empty (what to do), loading (count, time left, stop and keep), error (what,
 * where, remedy), offline.
 */
import type { Problem } from '../lib/problem.js'
import { count, duration } from '../lib/say.js'
import { Button } from './Button.js'
import { Icon } from './Icon.js'
import { Sentence } from './Pane.js'
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export function EmptyState({
  title,
  children,
  ways
}: {
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly ways?: ReactNode
}): ReactNode {
  return (
    <div className={styles.state}>
      <Sentence>{title}</Sentence>
      {children !== undefined && <p className={styles.statesText}>{children}</p>}
      {ways !== undefined && <div className={styles.ways}>{ways}</div>}
    </div>
  )
}

export interface JobProgressProps {
  /** 'Reading images' */
  readonly label: string
  readonly done: number
  readonly total?: number | undefined
  readonly secondsLeft?: number | undefined
  /** 'what is read can be used already' */
  readonly note?: string | undefined
  /** 'Stop here, keep 3,120' */
  readonly stopLabel?: string
  readonly onStop?: (() => void) | undefined
}

export function JobProgress({
  label,
  done,
  total,
  secondsLeft,
  note,
  stopLabel = 'Stop',
  onStop
}: JobProgressProps): ReactNode {
  const part = total === undefined || total === 0 ? undefined : done / total
  return (
    <div className={styles.state}>
      <Sentence>
        {label}
        {total === undefined ? (
          '.'
        ) : (
          <>
            : <b>{count(done)}</b> of {count(total)}.
          </>
        )}
      </Sentence>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total === undefined ? undefined : done}
      >
        <span style={{ width: `${100 * (part ?? 0)}%` }} data-unknown={part === undefined || undefined} />
      </div>
      <p className={styles.facts}>
        <span>{secondsLeft === undefined ? '' : `about ${duration(secondsLeft)} left`}</span>
        <span>{note}</span>
      </p>
      {onStop !== undefined && (
        <div className={styles.ways}>
          <Button onClick={onStop}>{stopLabel}</Button>
        </div>
      )}
    </div>
  )
}

export interface ErrorStateProps {
  readonly problem: Problem
  /** one click that mends it, and others */
  readonly ways?: ReactNode
}

export function ErrorState({ problem: { what, where, remedy, code }, ways }: ErrorStateProps): ReactNode {
  const places = Object.entries(where ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  return (
    <div className={styles.error} role="alert">
      <span className={styles.cross}>
        <Icon name="cross" />
      </span>
      <div className={styles.state}>
        <Sentence>{what}</Sentence>
        {remedy !== undefined && <p className={styles.statesText}>{remedy}</p>}
        {(places !== '' || code !== undefined) && (
          <p className={styles.where}>
            {places}
            {code !== undefined && <code>{code}</code>}
          </p>
        )}
        {ways !== undefined && <div className={styles.ways}>{ways}</div>}
      </div>
    </div>
  )
}

export function OfflineState({
  goesOn,
  waits,
  onTry
}: {
  readonly goesOn: string
  readonly waits: string
  readonly onTry?: (() => void) | undefined
}): ReactNode {
  return (
    <div className={styles.state}>
      <Sentence>There is no network.</Sentence>
      <p className={styles.statesText}>
        {goesOn} {waits}
      </p>
      {onTry !== undefined && (
        <div className={styles.ways}>
          <Button onClick={onTry}>Try now</Button>
        </div>
      )}
    </div>
  )
}
