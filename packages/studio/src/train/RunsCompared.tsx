/** Runs side by side: what they were told, what they found. Rows that differ are marked. */
import type { Run } from '../document/runs.js'
import { duration, percent } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { compareRuns, useRun } from './actions.js'
import { useRuns, useTrainPage } from './use-train.js'
import type { ReactNode } from 'react'
import styles from './train.module.css'

export function RunsCompared(): ReactNode {
  const selected = useTrainPage(page => page.selected)
  const runs = useRuns().filter(({ id }) => selected.includes(id))
  const names = [...new Set(runs.flatMap(({ best }) => Object.keys(best?.options ?? {})))]
  const lines: readonly (readonly [string, (run: Run) => string])[] = [
    ['method', ({ title }) => title],
    ['settings tried', ({ tried, settings }) => `${tried.length} of ${settings}`],
    ['time', ({ seconds }) => (seconds === undefined ? '' : duration(seconds))],
    ...names.map(name => [name, ({ best }: Run) => String(best?.options[name] ?? '')] as const)
  ]
  return (
    <Pane label="Runs compared" isPage>
      <PaneHeader title="Runs compared" note="accuracy on held-out classes">
        <ActionButton action={compareRuns} argument={undefined}>
          Close
        </ActionButton>
      </PaneHeader>
      <PaneBody label="Runs compared">
        <table className={styles.runsComparedTable}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">what</span>
              </th>
              {runs.map(({ id, number }) => (
                <th key={id} scope="col">
                  Run {number}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">accuracy</th>
              {runs.map(({ id, best }) => (
                <td key={id}>
                  {best === undefined ? (
                    ''
                  ) : (
                    <>
                      <b>{percent(best.accuracy, 1)}</b> ± {(100 * best.standardError).toFixed(1)}
                    </>
                  )}
                </td>
              ))}
            </tr>
            {lines.map(([name, text]) => (
              <tr key={name} data-differs={new Set(runs.map(text)).size > 1 || undefined}>
                <th scope="row">{name}</th>
                {runs.map(run => (
                  <td key={run.id}>{text(run)}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">
                <span className="visually-hidden">use</span>
              </th>
              {runs.map(({ id }) => (
                <td key={id}>
                  <ActionButton action={useRun} argument={id} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </PaneBody>
    </Pane>
  )
}
