/** Two mixtures, one above the other, and where the shares of each class went. */
import { percent } from '../lib/say.js'
import { useShares } from '../page/use-classes.js'
import { type ShareOfClass, colourVariable } from '../parts/ClassMark.js'
import { MixtureBar } from '../parts/MixtureBar.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

interface MixtureFlowProps {
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly names: readonly [string, string]
}

/** The drawing's own units; it is stretched to the room there is. */
const [WIDTH, HEIGHT] = [1000, 64]
const BAR = 24
/** Shares from which a part has room for its name. */
const NAMED = 0.1

export function MixtureFlow({ before, after, names }: MixtureFlowProps): ReactNode {
  const sharesOf = useShares()
  const [first, second] = [sharesOf(before, { inOrder: true }), sharesOf(after, { inOrder: true })]
  // One order for both bars, so that no ribbon crosses another.
  const order = first
    .map((_, s) => s)
    .sort((a, b) => Math.max(before[b], after[b]) - Math.max(before[a], after[a]))
  const [top, bottom] = [order.map(s => first[s]), order.map(s => second[s])]
  const [from, to] = [edges(top), edges(bottom)]
  return (
    <div className={styles.flow}>
      <span className={styles.compareName}>{names[0]}</span>
      <MixtureBar shares={top} height={BAR} namesFrom={NAMED} />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {top.map(({ name, colour }, k) => (
          <path key={name} fill={colourVariable(colour)} d={ribbon(from[k], from[k + 1], to[k], to[k + 1])} />
        ))}
      </svg>
      <span className={styles.compareName}>{names[1]}</span>
      <MixtureBar shares={bottom} height={BAR} namesFrom={NAMED} />
      <table className="visually-hidden">
        <caption>
          Shares, {names[0]} and {names[1]}
        </caption>
        <tbody>
          {top.map(({ name, share }, k) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{percent(share)}</td>
              <td>{percent(bottom[k].share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function edges(shares: readonly ShareOfClass[]): number[] {
  let at = 0
  return [0, ...shares.map(({ share }) => (at += Math.max(0, share) * WIDTH))]
}

function ribbon(left: number, right: number, toLeft: number, toRight: number): string {
  const middle = HEIGHT / 2
  return `M${left},0 C${left},${middle} ${toLeft},${middle} ${toLeft},${HEIGHT} L${toRight},${HEIGHT} C${toRight},${middle} ${right},${middle} ${right},0 Z`
}
