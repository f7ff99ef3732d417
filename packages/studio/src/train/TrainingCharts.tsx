/**
 * The course of a training: the objective with its lower bound, and how far from the optimum it is at most.
 */
import type { Run } from '../document/runs.js'
import { percent } from '../lib/say.js'
import { Section } from '../parts/Pane.js'
import { type Axis, Plot, lineThrough } from '../parts/Plot.js'
import { Twin } from '../parts/Twin.js'
import type { ReactNode } from 'react'
import styles from './train.module.css'

const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

export function TrainingCharts({
  steps,
  tolerance
}: {
  readonly steps: Run['steps']
  readonly tolerance: number
}): ReactNode {
  const last = steps[steps.length - 1]
  const top = Math.max(...steps.map(({ objective }) => objective)) || 1
  const least = Math.max(1e-9, Math.min(tolerance, ...steps.map(({ gap }) => gap).filter(gap => gap > 0)) / 2)
  const most = Math.max(1, ...steps.map(({ gap }) => gap))
  const x: Axis = {
    from: 0,
    to: Math.max(1, steps.length - 1),
    ticks: [0, Math.floor((steps.length - 1) / 2), steps.length - 1]
      .filter((at, k, all) => all.indexOf(at) === k)
      .map(at => ({ at, text: String(at + 1) })),
    label: 'measurement'
  }
  const decades = Array.from({ length: 12 }, (_, k) => 10 ** (2 - k)).filter(at => at >= least && at <= most)
  return (
    <Section label="Course of the training" className={styles.charts}>
      <figure>
        <figcaption>
          <b>Objective</b> <span>above, and its lower bound</span>
        </figcaption>
        <Plot
          label={`The objective is ${short.format(last.objective)} after ${steps.length} measurements`}
          width={360}
          height={220}
          right={56}
          x={x}
          y={{
            from: 0,
            to: top,
            ticks: [0, 0.5, 1].map(part => ({ at: part * top, text: short.format(part * top) })),
            label: ''
          }}
        >
          {({ x: px, y: py }) => (
            <>
              <polyline
                className={styles.bound}
                points={lineThrough(
                  steps.map(({ objective, gap }, k) => [px(k), py(Math.max(0, objective * (1 - gap)))])
                )}
              />
              <polyline
                className={styles.line}
                points={lineThrough(steps.map(({ objective }, k) => [px(k), py(objective)]))}
              />
              <text className={styles.end} x={px(steps.length - 1) + 6} y={py(last.objective) + 4}>
                {short.format(last.objective)}
              </text>
            </>
          )}
        </Plot>
      </figure>
      <figure>
        <figcaption>
          <b>Duality gap</b> <span>how far from the optimum, at most</span>
        </figcaption>
        <Plot
          label={`The gap is ${percent(last.gap, 3)} of the objective`}
          width={360}
          height={220}
          right={56}
          x={x}
          y={{
            from: least,
            to: most,
            log: true,
            ticks: decades.map(at => ({ at, text: `${Number((100 * at).toPrecision(1))} %` })),
            label: ''
          }}
        >
          {({ x: px, y: py }) => (
            <>
              <line className={styles.goal} x1={px(0)} x2={px(x.to)} y1={py(tolerance)} y2={py(tolerance)} />
              <polyline
                className={styles.line}
                points={lineThrough(steps.map(({ gap }, k) => [px(k), py(Math.max(least, gap))]))}
              />
              <text className={styles.end} x={px(steps.length - 1) + 6} y={py(Math.max(least, last.gap)) + 4}>
                {percent(last.gap, 2)}
              </text>
            </>
          )}
        </Plot>
      </figure>
      <Twin
        caption="Course of the training"
        columns={['measurement', 'objective', 'gap']}
        rows={steps.map(({ objective, gap }, k) => [
          String(k + 1),
          objective.toPrecision(6),
          percent(gap, 3)
        ])}
      />
    </Section>
  )
}
