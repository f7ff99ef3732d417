/**
 * Seen against unseen: what every bias makes of both, with a handle on the one in use. Rightwards on the
 * slider favours unseen classes.
 */
import { percent, signed } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useDocument, useStudio } from '../page/use-studio.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { Plot, lineThrough, percents } from '../parts/Plot.js'
import { Slider } from '../parts/Slider.js'
import { Term } from '../parts/Term.js'
import { Twin } from '../parts/Twin.js'
import { rehearseAgain } from '../rehearse/actions.js'
import { biasOfRehearsal, endDrag, noBias, setBias } from './actions.js'
import type { BiasFacts, CurvePoint, EvaluationFacts } from './facts.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './evaluate.module.css'

const contours = [0.4, 0.6, 0.8]
const STEPS = 400

const harmonicText = (value: number): string => (100 * value).toFixed(1)

export function CurvePane({
  measured,
  at
}: {
  readonly measured: EvaluationFacts
  readonly at: BiasFacts
}): ReactNode {
  const act = useAct()
  const chosen = useDocument(({ bias }) => bias !== undefined)
  const { curve, best, none, area, range, rehearsed } = measured
  const move = (bias: number): void => act(setBias, { bias, drag: true })
  const end = (): void => act(endDrag, undefined)
  const clamp = (bias: number): number => Math.min(range.maximum, Math.max(range.minimum, bias))
  return (
    <Pane label="Known against described">
      <PaneHeader title="Known against described" note={`when all ${measured.classes.length} compete`}>
        <span className={styles.fact}>
          <Term word="area">area</Term> <b>{area.toFixed(2)}</b>
        </span>
      </PaneHeader>
      <PaneBody label="Known against described" className={styles.body}>
        <Plot
          label={`Described against known classes right. With this handicap ${percent(at.seen, 1)} of known, ${percent(at.unseen, 1)} of described.`}
          width={436}
          height={314}
          x={{ from: 0, to: 1, ticks: percents(0, 25, 50, 75, 100), label: 'right of known classes, in 100' }}
          y={{ from: 0, to: 1, ticks: percents(0, 25, 50, 75, 100), label: 'right of described classes' }}
          onDrag={({ x, y }) => move(nearest(curve, x, y).bias)}
          onEnd={end}
        >
          {({ x, y }) => (
            <>
              {contours.map(h => (
                <g key={h}>
                  <polyline
                    className={styles.contour}
                    points={lineThrough(contour(h).map(([s, u]) => [x(s), y(u)]))}
                  />
                  <text className={styles.note} x={x(1)} y={y(h / (2 - h)) - 4} textAnchor="end">
                    H {100 * h}
                  </text>
                </g>
              ))}
              <polyline
                className={styles.curve}
                points={lineThrough(curve.map(({ seen, unseen }) => [x(seen), y(unseen)]))}
              />
              <circle className={styles.spot} cx={x(none.seen)} cy={y(none.unseen)} r={4} />
              <text className={styles.note} x={x(none.seen) - 8} y={y(none.unseen) - 6} textAnchor="end">
                no handicap
              </text>
              <circle className={styles.spot} cx={x(best.seen)} cy={y(best.unseen)} r={4} />
              <text
                className={styles.note}
                x={x(best.seen) - 10}
                y={apart(y(best.unseen) + 16, y(at.unseen))}
                textAnchor="end"
              >
                best in hindsight, H {(100 * best.harmonic).toFixed(0)}
              </text>
              <polyline
                className={styles.guide}
                points={lineThrough([
                  [x(0), y(at.unseen)],
                  [x(at.seen), y(at.unseen)],
                  [x(at.seen), y(0)]
                ])}
              />
              <circle className={styles.halo} cx={x(at.seen)} cy={y(at.unseen)} r={10} />
              <circle className={styles.handle} cx={x(at.seen)} cy={y(at.unseen)} r={6} />
              <text
                className={styles.you}
                x={besides(x(at.seen)).x}
                y={y(at.unseen) - 16}
                textAnchor={besides(x(at.seen)).anchor}
              >
                H {harmonicText(at.harmonic)}
              </text>
              <text
                className={styles.note}
                x={besides(x(at.seen)).x}
                y={y(at.unseen) - 2}
                textAnchor={besides(x(at.seen)).anchor}
              >
                handicap {signed(-at.bias, 3)}
              </text>
            </>
          )}
        </Plot>
        <div className={styles.slider}>
          <span>favours known</span>
          <Slider
            label="Bias"
            value={-clamp(at.bias)}
            minimum={-range.maximum}
            maximum={-range.minimum}
            step={(range.maximum - range.minimum) / STEPS}
            before={rehearsed.bias === undefined ? undefined : -clamp(rehearsed.bias)}
            changed={chosen}
            spoken={`bias ${signed(at.bias, 3)}: ${percent(at.seen, 1)} of known, ${percent(at.unseen, 1)} of described, H ${harmonicText(at.harmonic)}`}
            onChange={value => move(-value)}
            onEnd={end}
          />
          <span>favours described</span>
        </div>
        <div className={styles.ways}>
          {chosen ? (
            <ActionButton kind="quiet" action={biasOfRehearsal} argument={undefined}>
              As tested
            </ActionButton>
          ) : (
            <BiasComesFrom rehearsed={rehearsed.bias !== undefined} />
          )}
          {at.bias !== 0 && <ActionButton kind="quiet" action={noBias} argument={undefined} />}
        </div>
        <Twin
          caption="Known against described"
          columns={['place', 'bias', 'known', 'described', 'H']}
          rows={[
            ['in use', at.bias, at] as const,
            ['best in hindsight', best.bias, best] as const,
            ['no bias', 0, none] as const
          ].map(([name, bias, { seen, unseen, harmonic }]) => [
            name,
            signed(bias, 3),
            percent(seen, 1),
            percent(unseen, 1),
            harmonicText(harmonic)
          ])}
        />
      </PaneBody>
    </Pane>
  )
}

/** Where nobody has chosen a bias, who has. */
function BiasComesFrom({ rehearsed }: { readonly rehearsed: boolean }): ReactNode {
  const { jobs } = useStudio()
  const rehearsing = useStore(jobs.store, state =>
    state.jobs.some(({ kind, status }) => kind === 'rehearse' && status === 'running')
  )
  if (rehearsed)
    return (
      <span className={styles.fact} data-testid="rehearsed">
        The <Term word="bias">handicap of known classes</Term> is the test’s.
      </span>
    )
  return rehearsing ? (
    <span className={styles.fact}>
      No handicap until the <Term word="rehearsal">test</Term> ends.
    </span>
  ) : (
    <ActionButton kind="quiet" action={rehearseAgain} argument={undefined} />
  )
}

/** Where the harmonic mean is h: u = h s / (2 s - h). */
function contour(h: number): (readonly [number, number])[] {
  const least = h / (2 - h)
  return Array.from({ length: 41 }, (_, k) => least + ((1 - least) * k) / 40).map(seen => [
    seen,
    (h * seen) / (2 * seen - h)
  ])
}

function nearest(curve: readonly CurvePoint[], x: number, y: number): CurvePoint {
  const away = ({ seen, unseen }: CurvePoint): number => (seen - x) ** 2 + (unseen - y) ** 2
  return curve.reduce((best, point) => (away(point) < away(best) ? point : best))
}

/** Words stand clear of the line of the handle. */
const apart = (words: number, line: number): number => (Math.abs(words - 4 - line) < 12 ? line + 20 : words)

/** Words stay within the frame. */
const besides = (x: number): { readonly x: number; readonly anchor: 'start' | 'end' } =>
  x > 340 ? { x: x - 16, anchor: 'end' } : { x: x + 16, anchor: 'start' }
