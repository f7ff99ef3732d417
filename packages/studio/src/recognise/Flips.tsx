/**
 * What would change the answer: each line one change, from where it is (circle) to where the answer becomes another
 * (diamond).
 */
import { signed } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { NamedMark } from '../page/NamedMark.js'
import { goTo, goToClass } from '../page/address-actions.js'
import { EmptyState } from '../parts/States.js'
import type { FlipFacts, RowAnswer } from './facts.js'
import type { ReactNode } from 'react'
import styles from './recognise.module.css'

export function Flips({ answer: { flips } }: { readonly answer: RowAnswer }): ReactNode {
  if (flips.length === 0) return <EmptyState title="No single change would." />
  return (
    <>
      <p className={styles.flipKeys}>
        <span className={styles.flipKey}>
          <i className={styles.now} /> now
        </span>
        <span className={styles.flipKey}>
          <i className={styles.flips} /> becomes another
        </span>
      </p>
      <ul>
        {flips.map(flip => (
          <Flip key={flip.kind} flip={flip} />
        ))}
      </ul>
    </>
  )
}

function Flip({ flip }: { readonly flip: FlipFacts }): ReactNode {
  const { from, to, minimum, maximum, becomes } = flip
  const at = (value: number): string =>
    `${((100 * (value - minimum)) / (maximum - minimum || 1)).toFixed(2)}%`
  const digits = flip.kind === 'description' && maximum > 10 ? 0 : flip.kind === 'image' ? 2 : 3
  return (
    <li className={styles.flipRow}>
      <span>
        <b>{titleOf(flip)}</b>
        <br />
        <span className={styles.note}>
          {signed(from, digits)} to {signed(to, digits)}
        </span>
      </span>
      <span className={styles.flipTrack} aria-hidden="true">
        <span
          className={styles.way}
          style={{ left: at(Math.min(from, to)), right: `calc(100% - ${at(Math.max(from, to))})` }}
        />
        <i className={styles.now} style={{ left: at(from) }} />
        <i className={styles.flips} style={{ left: at(to) }} />
      </span>
      <span>{becomes === undefined ? 'none of these' : <NamedMark name={becomes} />}</span>
      <span className={styles.way2}>
        {flip.kind === 'description' && flip.class !== undefined && (
          <ActionButton kind="quiet" action={goToClass} argument={{ name: flip.class, seen: false }}>
            Try in Describe
          </ActionButton>
        )}
        {flip.kind === 'bias' && (
          <ActionButton kind="quiet" action={seeInEvaluate} argument={undefined}>
            See in Evaluate
          </ActionButton>
        )}
      </span>
    </li>
  )
}

const seeInEvaluate = goTo('evaluate')

function titleOf({ kind, subject, class: name, from, to }: FlipFacts): string {
  if (kind === 'description') return `Description of ${name ?? ''}: ${subject ?? ''}`
  if (kind === 'image') return `Photo: ${to > from ? 'more' : 'less'} ${subject ?? ''} in it`
  return kind === 'bias' ? 'Handicap of known classes' : 'Margin asked for'
}
