/**
 * Runs one after the other, each a job that outlives the page; what is found is put into the project as it
 * comes.
 */
import { defined } from '@unseen/core/internal'
import { type Run, runsOf } from '../document/runs.js'
import type { Json } from '../lib/json.js'
import { problemOf } from '../lib/problem.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import type { RunPlan } from './engine/plans.js'
import type { RunNews } from './facts.js'

const asJson = (run: Run): Json => run as unknown as Json

export function addRun({ project }: Studio, run: Run): void {
  project.setState(({ runs }) => ({ runs: [asJson(run), ...runs] }))
}

export function updateRun({ project }: Studio, id: string, change: Partial<Run>): void {
  project.setState(({ runs }) => ({
    runs: runs.map(
      kept =>
        runsOf([kept])
          .map(run => (run.id === id ? asJson({ ...run, ...change }) : kept))
          .at(0) ?? kept
    )
  }))
}

/** Starts the run that waits longest, where none is under way. */
export async function startNext(studio: Studio): Promise<void> {
  const next = [...runsOf(studio.project.getState().runs)]
    .reverse()
    .find(({ status }) => status === 'waiting')
  if (next === undefined || studio.jobs.running('train').length > 0) return
  const { id, number, plan } = next
  const table = studio.session.store.getState().data?.table
  updateRun(studio, id, { status: 'running', startedAt: Date.now(), ...defined({ table }) })
  const hear = studio.callback((news: RunNews) => updateRun(studio, id, news))
  try {
    const outcome = await runJob(studio, { kind: 'train', label: `Run ${number}`, again: id }, (job, tell) =>
      studio.engine.train.run(job, id, plan as unknown as RunPlan, keptProject(studio.project), tell, hear)
    )
    if (outcome === undefined) updateRun(studio, id, { status: 'stopped' })
    else {
      const { status, tried, steps, best, seconds } = outcome
      updateRun(studio, id, {
        status,
        tried,
        steps,
        seconds,
        ...defined({ best: best === undefined ? undefined : (best as Run['best'] & object) })
      })
      studio.notices.announce(
        best === undefined
          ? `Run ${number} ended.`
          : `Run ${number}: ${(100 * best.accuracy).toFixed(1)} per cent on held-out classes.`
      )
    }
  } catch (error) {
    updateRun(studio, id, {
      status: 'failed',
      problem: [problemOf(error).what, problemOf(error).remedy].filter(Boolean).join(' ')
    })
  }
  await startNext(studio)
}
