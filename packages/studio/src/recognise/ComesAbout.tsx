/**
 * How the score comes about: one step for each seen class, largest first, the bias last; the steps end at the
 * score.
 */
import { defined } from '@unseen/core/internal'
import { plural, signed } from '../lib/say.js'
import { useMarkOf } from '../page/use-classes.js'
import { colourVariable } from '../parts/ClassMark.js'
import type { RowAnswer, ScoreFacts } from './facts.js'
import type { CSSProperties, ReactNode } from 'react'
import styles from './recognise.module.css'

interface Step {
  readonly name: string
  /** under the name: '0.40 × 0.46' */
  readonly note: string
  readonly value: number
  readonly from: number
  readonly to: number
  readonly seen?: string
}

const SHOWN = 5

export function ComesAbout({ answer: { best } }: { readonly answer: RowAnswer }): ReactNode {
  const markOf = useMarkOf()
  const steps = stepsOf(best)
  const reach = [0, best.score, ...steps.flatMap(({ from, to }) => [from, to])]
  const [low, high] = [Math.min(...reach), Math.max(...reach)]
  const at = (value: number): string => `${((100 * (value - low)) / (high - low || 1)).toFixed(3)}%`
  const bar = (from: number, to: number): CSSProperties => ({
    bottom: at(Math.min(from, to)),
    height: `${((100 * Math.abs(to - from)) / (high - low || 1)).toFixed(3)}%`
  })
  return (
    <div className={styles.comesAboutBody} tabIndex={0} role="group" aria-label="How the score comes about">
      <ol className={styles.comesAboutSteps}>
        {steps.map(step => (
          <li key={step.name} className={styles.step}>
            <span className={styles.comesAboutTrack}>
              <span
                className={styles.comesAboutBar}
                data-bias={step.seen === undefined || undefined}
                style={{
                  ...bar(step.from, step.to),
                  ...defined({
                    background: step.seen === undefined ? undefined : colourVariable(markOf(step.seen).colour)
                  })
                }}
              />
              <span className={styles.comesAboutValue} style={{ bottom: at(Math.max(step.from, step.to)) }}>
                {step.value > 0 ? '+' : ''}
                {signed(step.value, 3)}
              </span>
            </span>
            <b className={styles.comesAboutName}>{step.name}</b>
            <span className={styles.comesAboutNote}>{step.note}</span>
          </li>
        ))}
        <li className={styles.step}>
          <span className={styles.comesAboutTrack}>
            <span className={styles.comesAboutBar} data-score style={bar(0, best.score)} />
            <span className={styles.comesAboutValue} style={{ bottom: at(Math.max(0, best.score)) }}>
              {signed(best.score, 3)}
            </span>
          </span>
          <b className={styles.comesAboutName}>score</b>
          <span className={styles.comesAboutNote}>of {best.class}</span>
        </li>
      </ol>
    </div>
  )
}

/** Largest contributions, the others together, then constant and bias: what is left out would not end at the score. */
function stepsOf({ terms, constant, bias }: ScoreFacts): Step[] {
  const order = terms
    .filter(({ contribution }) => contribution !== 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const rest = order.slice(SHOWN)
  const parts = [
    ...order.slice(0, SHOWN).map(({ class: seen, proportion, share, contribution }) => ({
      name: seen,
      seen,
      note: `${signed(proportion, 2)} × ${signed(share, 2)}`,
      value: contribution
    })),
    ...(rest.length > 0
      ? [
          {
            name: plural(rest.length, 'other'),
            seen: '',
            note: 'together',
            value: rest.reduce((sum, { contribution }) => sum + contribution, 0)
          }
        ]
      : []),
    ...(constant !== 0 ? [{ name: 'constant', note: 'of the class itself', value: constant }] : []),
    ...(bias !== 0 ? [{ name: 'bias', note: 'known class', value: bias }] : [])
  ]
  let sum = 0
  return parts.map(part => ({ ...part, from: sum, to: (sum += part.value) }))
}
