/**
 * The frame of a chart: axes, lines and labels; what is drawn in it gets the scales. Its numbers stand in a
 * table beside it, for those who do not see it.
 */
import type { PointerEvent, ReactNode } from 'react'
import styles from './parts.module.css'

export interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly { readonly at: number; readonly text: string }[]
  readonly label: string
  readonly log?: boolean
}

export interface Scales {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  /** from a place on the screen back to values; for linear axes */
  readonly valuesAt: (event: PointerEvent<SVGSVGElement>) => { readonly x: number; readonly y: number }
}

export interface PlotProps {
  /** what it shows, in a sentence */
  readonly label: string
  readonly width: number
  readonly height: number
  readonly x: Axis
  readonly y: Axis
  /** room for words at the right of the frame */
  readonly right?: number
  readonly onDrag?: ((values: { readonly x: number; readonly y: number }) => void) | undefined
  readonly onEnd?: (() => void) | undefined
  readonly children: (scales: Scales) => ReactNode
}

const [LEFT, TOP, BOTTOM] = [42, 12, 40]

const part = ({ from, to, log = false }: Axis, value: number): number =>
  log
    ? (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))
    : (value - from) / (to - from || 1)

export function Plot({
  label,
  width,
  height,
  x,
  y,
  right = 12,
  onDrag,
  onEnd,
  children
}: PlotProps): ReactNode {
  const [inner, tall] = [width - LEFT - right, height - TOP - BOTTOM]
  const scales: Scales = {
    x: value => LEFT + inner * part(x, value),
    y: value => TOP + tall * (1 - part(y, value)),
    valuesAt({ currentTarget, clientX, clientY }) {
      const box = currentTarget.getBoundingClientRect()
      const [px, py] = [
        ((clientX - box.left) * width) / box.width,
        ((clientY - box.top) * height) / box.height
      ]
      return {
        x: x.from + ((px - LEFT) / inner) * (x.to - x.from),
        y: y.from + (1 - (py - TOP) / tall) * (y.to - y.from)
      }
    }
  }
  const follow = (event: PointerEvent<SVGSVGElement>): void => {
    if (onDrag !== undefined && event.currentTarget.hasPointerCapture(event.pointerId))
      onDrag(scales.valuesAt(event))
  }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.plot}
      data-drag={onDrag !== undefined || undefined}
      onPointerDown={
        onDrag &&
        (event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        })
      }
      onPointerMove={follow}
      onPointerUp={onEnd}
      onPointerCancel={onEnd}
    >
      {y.ticks.map(({ at, text }) => (
        <g key={at}>
          <line className={styles.grid} x1={LEFT} x2={LEFT + inner} y1={scales.y(at)} y2={scales.y(at)} />
          <text className={styles.tick} x={LEFT - 8} y={scales.y(at) + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {x.ticks.map(({ at, text }) => (
        <text key={at} className={styles.tick} x={scales.x(at)} y={TOP + tall + 16} textAnchor="middle">
          {text}
        </text>
      ))}
      <line className={styles.axis} x1={LEFT} x2={LEFT + inner} y1={TOP + tall} y2={TOP + tall} />
      <text className={styles.plotLabel} x={LEFT + inner / 2} y={height - 6} textAnchor="middle">
        {x.label}
      </text>
      <text
        className={styles.plotLabel}
        transform={`translate(10 ${TOP + tall / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {y.label}
      </text>
      {children(scales)}
    </svg>
  )
}

/** Ticks of percentages. */
export const percents = (...values: readonly number[]): Axis['ticks'] =>
  values.map(at => ({ at: at / 100, text: String(at) }))

/** 'x,y x,y' of a line. */
export const lineThrough = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
