/**
 * What is taken for what: rows are labels, columns answers, per cent of the row. A cell shows its images;
 * arrows move between cells.
 */
import { plural } from '../lib/say.js'
import { useAct } from '../page/use-studio.js'
import { heat } from '../parts/HeatLegend.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { showCell } from './actions.js'
import type { BiasFacts, EvaluationFacts } from './facts.js'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './evaluate.module.css'

/** Shares below are shown by colour alone. */
const LEAST_SHOWN = 0.06
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0]
}

/** The scale without its middle, on which neither ink nor panel could be read. */
const shade = (share: number): number => (share < 0.5 ? 0.96 * share : 0.78 + 0.44 * (share - 0.5))

export function ConfusionPane({
  measured: { classes },
  at: { counts }
}: {
  readonly measured: EvaluationFacts
  readonly at: BiasFacts
}): ReactNode {
  const act = useAct()
  const [focus, setFocus] = useState<readonly [number, number]>([0, 0])
  const tested = classes.flatMap(({ rows }, r) => (rows > 0 ? [r] : []))
  const share = (r: number, c: number): number => counts[r * classes.length + c] / classes[r].rows
  const worst = tested
    .flatMap(r => classes.map((_, c) => ({ r, c })))
    .filter(({ r, c }) => r !== c)
    .reduce((most, each) => (share(each.r, each.c) > share(most.r, most.c) ? each : most), {
      r: tested[0],
      c: tested[0] === 0 ? 1 : 0
    })
  const move = (event: KeyboardEvent<HTMLTableElement>): void => {
    const step = steps[event.key] as readonly [number, number] | undefined
    if (step === undefined) return
    event.preventDefault()
    const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at))
    const next = [
      within(focus[0] + step[0], tested.length),
      within(focus[1] + step[1], classes.length)
    ] as const
    setFocus(next)
    event.currentTarget.querySelector<HTMLButtonElement>(`[data-at="${next.join(' ')}"]`)?.focus()
  }
  return (
    <Pane label="All pairs">
      <PaneHeader title="All pairs" note="row: the label, column: the answer, per cent of the row" />
      <PaneBody label="All pairs" className={styles.confusionBody}>
        <table className={styles.confusionTable} onKeyDown={move}>
          <thead>
            <tr>
              <td />
              {classes.map(({ name }) => (
                <th key={name} scope="col" className={styles.column}>
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tested.map((r, line) => (
              <tr key={classes[r].name}>
                <th scope="row" className={styles.row}>
                  {classes[r].name}
                </th>
                {classes.map(({ name }, c) => {
                  const part = share(r, c)
                  return (
                    <td key={name} className={styles.cell}>
                      <button
                        type="button"
                        data-at={`${line} ${c}`}
                        data-strong={part >= 0.5 || undefined}
                        data-own={r === c || undefined}
                        data-worst={(worst.r === r && worst.c === c && part > 0) || undefined}
                        style={{ background: heat(shade(part)) }}
                        tabIndex={focus[0] === line && focus[1] === c ? 0 : -1}
                        aria-label={`${classes[r].name} taken for ${name}: ${(100 * part).toFixed(0)} per cent, ${plural(counts[r * classes.length + c], 'image')}`}
                        onFocus={() => setFocus([line, c])}
                        onClick={() => act(showCell, { label: classes[r].name, answer: name })}
                      >
                        {part >= LEAST_SHOWN ? (100 * part).toFixed(0) : ''}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </PaneBody>
    </Pane>
  )
}
