/** When it says "none of these": asked for a larger margin, it answers less often and is right more often. */
import { percent } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useDocument } from '../page/use-studio.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { Plot, lineThrough, percents } from '../parts/Plot.js'
import { Slider } from '../parts/Slider.js'
import { Term } from '../parts/Term.js'
import { Twin } from '../parts/Twin.js'
import { endDrag, marginOfRehearsal, setMargin } from './actions.js'
import type { BiasFacts, EvaluationFacts } from './facts.js'
import type { ReactNode } from 'react'
import styles from './evaluate.module.css'

const STEPS = 200

export function CoveragePane({
  measured: { classes, rehearsed },
  at: {
    coverage: { margin, at, all, unseen = [], most }
  }
}: {
  readonly measured: EvaluationFacts
  readonly at: BiasFacts
}): ReactNode {
  const act = useAct()
  const chosen = useDocument(document => document.margin !== undefined)
  const least = Math.min(...[...all, ...unseen].map(({ accuracy }) => accuracy), at.accuracy)
  const floor = Math.max(0, Math.floor(10 * least - 0.3) / 10)
  const ticks = percents(
    ...[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].filter(
      tick => tick >= 100 * floor - 1e-9 && (floor > 0.45 || tick % 20 === 0)
    )
  )
  const nearest = (coverage: number): number =>
    all.reduce((best, point) =>
      Math.abs(point.coverage - coverage) < Math.abs(best.coverage - coverage) ? point : best
    ).threshold
  const move = (next: number): void => act(setMargin, { margin: Math.max(0, next), drag: true })
  const end = (): void => act(endDrag, undefined)
  return (
    <Pane label="When it holds back">
      <PaneHeader title={<Term word="noneOfThese">When it holds back</Term>}>
        <span className={styles.fact}>
          <Term word="margin">lead asked for</Term> <b>{margin.toFixed(3)}</b>
        </span>
      </PaneHeader>
      <PaneBody label="Coverage and accuracy" className={styles.body}>
        <Plot
          label={`Accuracy of the answers against how many photos are answered. With this margin it answers ${percent(at.coverage, 1)}, of which ${percent(at.accuracy, 1)} are right.`}
          width={436}
          height={236}
          right={96}
          x={{ from: 0, to: 1, ticks: percents(0, 25, 50, 75, 100), label: 'photos answered, in 100' }}
          y={{ from: floor, to: 1, ticks, label: 'of those, right' }}
          onDrag={({ x }) => move(nearest(x))}
          onEnd={end}
        >
          {({ x, y }) => (
            <>
              {unseen.length > 0 && (
                <polyline
                  className={styles.faint}
                  points={lineThrough(unseen.map(point => [x(point.coverage), y(point.accuracy)]))}
                />
              )}
              {unseen.length > 0 && (
                <text className={styles.note} x={x(1) + 14} y={y(unseen.at(-1)?.accuracy ?? 1) + 4}>
                  only described
                </text>
              )}
              <polyline
                className={styles.curve}
                points={lineThrough(all.map(point => [x(point.coverage), y(point.accuracy)]))}
              />
              <text className={styles.note} x={x(1) + 14} y={y(all.at(-1)?.accuracy ?? 1) + 4}>
                all {classes.length}
              </text>
              {at.coverage > 0 && (
                <>
                  <polyline
                    className={styles.guide}
                    points={lineThrough([
                      [x(at.coverage), y(at.accuracy)],
                      [x(at.coverage), y(floor)]
                    ])}
                  />
                  <circle className={styles.halo} cx={x(at.coverage)} cy={y(at.accuracy)} r={10} />
                  <circle className={styles.handle} cx={x(at.coverage)} cy={y(at.accuracy)} r={6} />
                  <text
                    className={styles.you}
                    {...(at.coverage < 0.5
                      ? { x: x(at.coverage) + 14, y: y(at.accuracy) - 8 }
                      : { x: x(at.coverage) - 16, y: y(at.accuracy) + 16, textAnchor: 'end' })}
                  >
                    answers {percent(at.coverage)}, right {percent(at.accuracy)}
                  </text>
                </>
              )}
            </>
          )}
        </Plot>
        <div className={styles.slider}>
          <span>answers more</span>
          <Slider
            label="Margin asked for"
            value={Math.min(margin, most)}
            minimum={0}
            maximum={most}
            step={most / STEPS}
            before={rehearsed.margin}
            changed={chosen}
            spoken={`margin ${margin.toFixed(3)}: answers ${percent(at.coverage)}, right ${percent(at.accuracy)}`}
            onChange={move}
            onEnd={end}
          />
          <span>only if sure</span>
        </div>
        <div className={styles.ways}>
          {chosen ? (
            <ActionButton kind="quiet" action={marginOfRehearsal} argument={undefined}>
              As tested
            </ActionButton>
          ) : (
            <span className={styles.fact}>
              {rehearsed.margin === undefined
                ? 'No lead is asked for: the test found none that suffices, or there was none.'
                : 'The lead is the test’s.'}
            </span>
          )}
        </div>
        <Twin
          caption="None of these"
          columns={['margin', 'answered', 'right']}
          rows={[
            [margin.toFixed(3), percent(at.coverage, 1), percent(at.accuracy, 1)],
            ...all
              .filter((_, k) => k % 24 === 0)
              .map(point => [
                point.threshold.toFixed(3),
                percent(point.coverage, 1),
                percent(point.accuracy, 1)
              ])
          ]}
        />
      </PaneBody>
    </Pane>
  )
}
