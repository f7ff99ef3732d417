/**
 * The mixture as bars, largest first, with marks where the version before had them; its table twin is the
 * markup itself.
 */
import { list, percent } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { useShares } from '../page/use-classes.js'
import { colourVariable } from '../parts/ClassMark.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

interface MixtureBarsProps {
  readonly now: readonly number[]
  readonly before: readonly number[] | undefined
  readonly version: number | undefined
}

/** Rows there are room for; those below half a per cent are only named. */
const ROWS = 8
const SHOWN = 0.005

export function MixtureBars({ now, before, version }: MixtureBarsProps): ReactNode {
  const sharesOf = useShares()
  const then =
    before === undefined ? undefined : new Map(sharesOf(before).map(({ name, share }) => [name, share]))
  const shares = sharesOf(now)
  const rows = shares
    .filter(({ name, share }) => Math.max(share, then?.get(name) ?? 0) >= SHOWN)
    .slice(0, ROWS)
  const rest = shares.filter(each => !rows.includes(each))
  const restShare = rest.reduce((sum, { share }) => sum + share, 0)
  const most = Math.max(...rows.map(({ name, share }) => Math.max(share, then?.get(name) ?? 0)), 0.1) / 0.94
  const at = (share: number): string => `${Math.max(0, (100 * share) / most)}%`
  return (
    <div
      className={styles.bars}
      role="table"
      aria-label={version === undefined ? 'Mixture' : `Mixture, and points since version ${version}`}
    >
      {rows.map(({ name, share, colour }) => {
        const was = then?.get(name)
        return (
          <div
            key={name}
            role="row"
            className={styles.mixtureRow}
            data-crowded={rows.length > 6 || undefined}
            data-class={name}
          >
            <span role="rowheader" className={styles.label}>
              <NamedMark name={name} />
            </span>
            <span role="cell" className={styles.track} aria-hidden="true">
              <span
                className={styles.fill}
                style={{ width: at(share), background: colourVariable(colour) }}
              />
              {was !== undefined && <span className={styles.mark} style={{ left: at(was) }} />}
            </span>
            <span role="cell" className={styles.share}>
              {percent(share)}
            </span>
            <span role="cell" className={styles.since}>
              {was === undefined ? '' : points(share, was)}
            </span>
          </div>
        )
      })}
      <div className={styles.foot}>
        <span>
          {rest.length === 0
            ? ''
            : rest.length <= 3
              ? `${list(rest.map(({ name }) => name))}: ${percent(restShare)}`
              : `${rest.length} more classes: ${percent(restShare)}`}
        </span>
        {then !== undefined && <span className={styles.legend}>version {version}, and points since</span>}
      </div>
    </div>
  )
}

/** Of the shares as they are shown, so that the reader can check it. */
function points(now: number, was: number): string {
  const difference = Math.round(100 * now) - Math.round(100 * was)
  return difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '0'
}
