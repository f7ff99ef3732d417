/** Two scores side by side, part by part; hollow where a part speaks against. */
import { list, signed } from '../lib/say.js'
import { useMarkOf } from '../page/use-classes.js'
import { colourVariable } from '../parts/ClassMark.js'
import { Sentence } from '../parts/Pane.js'
import type { ScoreFacts } from './facts.js'
import type { ReactNode } from 'react'
import styles from './recognise.module.css'

export function Contributions({
  best,
  against
}: {
  readonly best: ScoreFacts
  readonly against: ScoreFacts
}): ReactNode {
  const markOf = useMarkOf()
  const parts = [
    ...best.terms.map((term, s) => ({
      name: term.class,
      one: term.contribution,
      two: against.terms[s].contribution,
      colour: markOf(term.class).colour,
      isBias: false
    })),
    ...(best.constant !== 0 || against.constant !== 0
      ? [{ name: 'constant', one: best.constant, two: against.constant, colour: undefined, isBias: true }]
      : []),
    ...(best.bias !== 0 || against.bias !== 0
      ? [{ name: 'bias', one: best.bias, two: against.bias, colour: undefined, isBias: true }]
      : [])
  ]
  const order = parts.sort(
    (a, b) =>
      Number(a.isBias) - Number(b.isBias) ||
      Math.max(Math.abs(b.one), Math.abs(b.two)) - Math.max(Math.abs(a.one), Math.abs(a.two))
  )
  const most = Math.max(...parts.flatMap(({ one, two }) => [Math.abs(one), Math.abs(two)])) || 1
  const bar = (value: number, colour: number | undefined, isBias: boolean): ReactNode => (
    <span
      className={styles.whyBar}
      data-hollow={value < 0 || undefined}
      data-bias={isBias || undefined}
      style={{ width: `${((100 * Math.abs(value)) / most).toFixed(2)}%`, color: colourVariable(colour) }}
    />
  )
  return (
    <>
      <Sentence small>{reason(best, against)}</Sentence>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {best.class}
            </th>
            <th scope="col">
              <span className="visually-hidden">part</span>
            </th>
            <th scope="col" colSpan={2}>
              {against.class}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map(({ name, one, two, colour, isBias }) => (
            <tr key={name}>
              <td className={styles.number} data-more={one > two || undefined}>
                {signed(one, 3)}
              </td>
              <td className={styles.left}>{bar(one, colour, isBias)}</td>
              <th scope="row" className={styles.part}>
                {name}
              </th>
              <td className={styles.right}>{bar(two, colour, isBias)}</td>
              <td className={styles.number} data-more={two > one || undefined}>
                {signed(two, 3)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className={styles.number}>{signed(best.score, 3)}</td>
            <td />
            <th scope="row">score</th>
            <td />
            <td className={styles.number}>{signed(against.score, 3)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}

/** The parts that favour the answer most, and whether the bias decided. */
function reason(best: ScoreFacts, against: ScoreFacts): ReactNode {
  const gains = best.terms
    .map((term, s) => ({ name: term.class, gain: term.contribution - against.terms[s].contribution }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain)
  const total = gains.reduce((sum, { gain }) => sum + gain, 0)
  const main = gains
    .filter(({ gain }) => gain > 0.15 * total)
    .slice(0, 3)
    .map(({ name }) => name)
  const decides = best.score - best.bias <= against.score - against.bias
  return (
    <>
      {main.length === 0 ? (
        <>No part of it favours {best.class}</>
      ) : (
        <>
          Its <b>{list(main)}</b> {main.length === 1 ? 'part favours' : 'parts favour'} {best.class}
        </>
      )}
      {decides ? (
        <>
          ; the <b>handicap</b> of known classes decides.
        </>
      ) : (
        '.'
      )}
    </>
  )
}
