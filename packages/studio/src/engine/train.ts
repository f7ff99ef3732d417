/** Training: from the rows of the split to a model and its library; runs that search for settings, and taking one into use. */
import { fit, serialExecutor, type ChainResult, type Executor, type FitOptions, type Model, type Progress, type Watch } from '@unseen/core'
import type { Projects } from '../storage/projects.js'
import type { Opened } from './facts.js'
import { openedFacts } from './gather-facts.js'
import type { EngineJobs } from './jobs.js'
import { openJournal } from './journal.js'
import { createLibrary } from './library.js'
import { runPlan } from './runs.js'
import { dataOf, type Session } from './session.js'
import type { RunNews, RunOutcome } from './train-facts.js'
import type { RunPlan } from './train-plans.js'

/** What own data begins with; Train finds better. */
export const FIRST_OPTIONS: FitOptions = { weights: 'class', gamma: 0.1, ridge: 10, compare: 'cosine' }

/** Models of runs that stay in memory; older ones are trained again when they are wanted. */
const MOST_MODELS = 8

export async function trainSession(session: Session, options: FitOptions, watch: Watch): Promise<void> {
  const started = performance.now()
  await takeTrained(session, await fit(dataOf(session).taken.train, { ...options, ...watch }), started, watch)
}

async function takeTrained(session: Session, model: Model, started: number, watch: Watch): Promise<void> {
  const library = await createLibrary(model, dataOf(session).dataset, watch)
  Object.assign(session, { model, library, trainedAt: Date.now(), trainingSeconds: (performance.now() - started) / 1000, revision: session.revision + 1 })
}

export function createTrain(session: Session, jobs: EngineJobs, projects: Projects, executor: Executor = serialExecutor) {
  let models: { readonly run: string; readonly model: Model }[] = []
  return {
    /** Trains with these options and takes the model into use; described classes are described again by the page. */
    fit: (job: string, options: FitOptions, onProgress?: (progress: Progress) => void): Promise<Opened> =>
      jobs.run(job, onProgress, async (watch) => {
        await trainSession(session, options, watch)
        return openedFacts(session)
      }),

    /** Tries settings and trains with the best. Stopped, it answers with the best so far; begun again, it goes on from the chains that were done. */
    run: (job: string, run: string, plan: RunPlan, project: string | undefined, onProgress?: (progress: Progress) => void, onNews?: (news: RunNews) => void): Promise<RunOutcome> =>
      jobs.run(job, onProgress, async (watch) => {
        const { features, labels, signatures } = dataOf(session).taken.train
        const journal = await openJournal<ChainResult>(projects, project, run)
        const { model, ...outcome } = await runPlan({ features, labels, signatures }, plan, executor, journal, { ...watch, onNews })
        await (outcome.status === 'done' ? journal.clear() : journal.settled())
        if (model !== undefined) models = [...models.filter((each) => each.run !== run), { run, model }].slice(-MOST_MODELS)
        return outcome
      }),

    /** Takes the model of a run into use, trained again where it is no longer in memory. */
    use: (job: string, run: string, options: FitOptions, onProgress?: (progress: Progress) => void): Promise<Opened> =>
      jobs.run(job, onProgress, async (watch) => {
        const started = performance.now()
        const kept = models.find((each) => each.run === run)?.model
        if (kept === undefined) await trainSession(session, options, watch)
        else await takeTrained(session, kept, started, watch)
        return openedFacts(session)
      }),
  }
}
