/** The page Train: a form made from the table of options, the run under way or chosen, and all runs. */
import { usePaneEdge } from '../page/PaneEdge.js'
import { useSession } from '../page/use-studio.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import { PlanForm } from './PlanForm.js'
import { RunList } from './RunList.js'
import { RunPane } from './RunPane.js'
import { RunsCompared } from './RunsCompared.js'
import { useRuns, useTrainPage } from './use-train.js'
import type { ReactNode } from 'react'
import styles from './train.module.css'

export function TrainPage(): ReactNode {
  const hasData = useSession(({ data }) => (data?.rows ?? 0) > 0)
  const runs = useRuns()
  const shown = useTrainPage(page => page.shown)
  const comparing = useTrainPage(page => page.comparing && page.selected.length > 1)
  const { style, edge } = usePaneEdge('train', { usual: 328, least: 280, most: 520 })
  if (!hasData)
    return (
      <Pane label="Train" className={styles.alone} isPage>
        <EmptyState title="There are no images to learn from.">
          This project is a model alone. Drop a data set anywhere on the page.
        </EmptyState>
      </Pane>
    )
  const run = runs.find(({ id }) => id === shown) ?? runs.at(0)
  return (
    <div className={styles.page} style={style}>
      <PlanForm />
      {comparing ? (
        <RunsCompared />
      ) : run === undefined ? (
        <Pane label="Run" isPage>
          <PaneHeader title="No run yet" />
          <PaneBody label="Run">
            <div className={styles.alone}>
              <EmptyState title="Settings are found by hiding seen classes in turn.">
                Each setting is judged by how well it recognises classes it was not trained on; the best then
                learns from all seen classes. Choose a method and press Train.
              </EmptyState>
            </div>
          </PaneBody>
        </Pane>
      ) : (
        <RunPane run={run} />
      )}
      <RunList />
      {edge}
    </div>
  )
}
