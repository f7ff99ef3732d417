/** The scale of heat maps, from nothing to all. */
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export const HEAT_STEPS = 6

/** A value of 0 to 1 between the two nearest steps of the scale. */
export function heat(value: number): string {
  const at = Math.min(1, Math.max(0, value)) * (HEAT_STEPS - 1)
  const step = Math.min(HEAT_STEPS - 2, Math.floor(at))
  return `color-mix(in oklab, var(--heat-${step + 2}) ${Math.round(100 * (at - step))}%, var(--heat-${step + 1}))`
}

/**
 * Text on it: ink on the pale half, panel on the strong one (in both themes the scale runs away from the
 * panel).
 */
export const onHeat = (value: number): string => (value > 0.55 ? 'var(--panel)' : 'var(--ink)')

export function HeatLegend({
  from = '0',
  to = '100'
}: {
  readonly from?: string
  readonly to?: string
}): ReactNode {
  return (
    <span className={styles.legend} role="img" aria-label={`Scale from ${from} to ${to}`}>
      <span className={styles.scale} />
      <span className={styles.ends}>
        <span>{from}</span>
        <span>{to}</span>
      </span>
    </span>
  )
}
