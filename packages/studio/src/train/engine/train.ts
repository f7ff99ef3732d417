/**
 * Training: from the rows of the split to a model and its library; runs that search for settings, and taking
 * one into use.
 */
import {
  type Executor,
  type FitOptions,
  type Model,
  type Progress,
  UnseenError,
  type Watch,
  applyRehearsal,
  fit,
  rehearsalOf,
  rehearse,
  serialExecutor
} from '@unseen/core'
import type { ChainResult } from '@unseen/core/internal'
import { takeSplit } from '@unseen/data'
import type { Rehearser } from '../../rehearse/engine/rehearsal.js'
import type { Projects } from '../../storage/projects.js'
import type { Opened } from '../../worker/facts.js'
import { openedFacts } from '../../worker/gather-facts.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { openJournal } from '../../worker/journal.js'
import { computeProportions } from '../../worker/row-proportions.js'
import { type OpenData, type Session, type TrainedState, dataOf, modelOf } from '../../worker/session.js'
import type { RunNews, RunOutcome } from '../facts.js'
import type { RunPlan } from './plans.js'
import { runPlan } from './runs.js'

/** What own data begins with; Train finds better. */
export const FIRST_OPTIONS: FitOptions = { weights: 'class', gamma: 0.1, ridge: 10, compare: 'cosine' }

/** Models of runs that stay in memory; older ones are trained again when they are wanted. */
const MOST_MODELS = 8

interface RunModel {
  readonly run: string
  readonly table: string
  readonly model: Model
}

export async function trainSession(session: Session, options: FitOptions, watch: Watch): Promise<void> {
  Object.assign(session, await trainedOn(dataOf(session), options, performance.now(), watch), {
    revision: session.revision + 1
  })
}

async function trainedOn(
  data: OpenData,
  options: FitOptions,
  started: number,
  watch: Watch
): Promise<TrainedState> {
  return trainedState(data, await fit(data.taken.train, { ...options, ...watch }), started, watch)
}

async function trainedState(
  { dataset }: OpenData,
  model: Model,
  started: number,
  watch: Watch
): Promise<TrainedState> {
  const proportions = await computeProportions(model, dataset, watch)
  return { model, proportions, trainedAt: Date.now(), trainingSeconds: (performance.now() - started) / 1000 }
}

export function createTrain(
  session: Session,
  jobs: EngineJobs,
  projects: Projects,
  executor: Executor = serialExecutor,
  rehearser: Rehearser = rehearse
) {
  let models: RunModel[] = []
  const keep = (run: string, table: string, model: Model): void => {
    models = [...models.filter(each => each.run !== run), { run, table, model }].slice(-MOST_MODELS)
  }
  /** With the bias and the thresholds of its own rehearsal: those of another model would mislead it. */
  const rehearsed = async (model: Model, watch: Watch): Promise<Model> => {
    if (rehearsalOf(model.notes) !== undefined) return model
    const { features, labels, signatures } = dataOf(session).taken.train
    const rehearsal = await rehearser(
      { features, labels, signatures },
      { unseen: modelOf(session).unseen.length, fit: model.settings, ...watch }
    )
    if (watch.signal?.aborted === true)
      throw new UnseenError('cancelled', 'Stopped before the model came into use.')
    return applyRehearsal(model, rehearsal, features)
  }
  return {
    /**
     * Trains with these options and takes the model into use; described classes are described again by the
     * page.
     */
    fit: (job: string, options: FitOptions, onProgress?: (progress: Progress) => void): Promise<Opened> =>
      jobs.run(job, onProgress, async watch => {
        await trainSession(session, options, watch)
        return openedFacts(session)
      }),

    /**
     * Tries settings and trains with the best. Stopped, it answers with the best so far; begun again, it goes
     * on from the chains that were done.
     */
    run: (
      job: string,
      run: string,
      plan: RunPlan,
      project: string | undefined,
      onProgress?: (progress: Progress) => void,
      onNews?: (news: RunNews) => void
    ): Promise<RunOutcome> =>
      jobs.run(job, onProgress, async watch => {
        const {
          table,
          train: { features, labels, signatures }
        } = dataOf(session).taken
        const journal = await openJournal<ChainResult>(projects, project, run)
        const { model, ...outcome } = await runPlan(
          { features, labels, signatures },
          plan,
          executor,
          journal,
          { ...watch, onNews }
        )
        await (outcome.status === 'done' ? journal.clear() : journal.settled())
        if (model !== undefined) keep(run, table.name, model)
        return outcome
      }),

    /**
     * Takes the model of a run into use, trained again where it is no longer in memory, and tested before
     * that: it comes with its own bias and thresholds. Stopped, all stays as it was.
     */
    use: (
      job: string,
      run: string,
      options: FitOptions,
      onProgress?: (progress: Progress) => void
    ): Promise<Opened> =>
      jobs.run(job, onProgress, async watch => {
        const started = performance.now()
        const data = dataOf(session)
        const { name } = data.taken.table
        const kept = models.find(each => each.run === run && each.table === name)?.model
        const model = await rehearsed(kept ?? (await fit(data.taken.train, { ...options, ...watch })), watch)
        keep(run, name, model)
        Object.assign(session, await trainedState(data, model, started, watch), {
          revision: session.revision + 1
        })
        return openedFacts(session)
      }),

    /**
     * Takes another table of signatures and trains on it with the settings in use; `again`: takes the model
     * that the table had before, where there is one. Stopped, all stays as it was.
     */
    table: (
      job: string,
      table: string,
      again: boolean,
      onProgress?: (progress: Progress) => void
    ): Promise<Opened> =>
      jobs.run(job, onProgress, async watch => {
        const started = performance.now()
        const data = dataOf(session)
        const { split, table: before } = data.taken
        const isNamed = data.dataset.splits.some(({ name }) => name === split.name)
        const taken = await takeSplit(data.dataset, {
          table,
          ...(isNamed ? { split: split.name } : { unseen: split.unseen })
        })
        const kept = again ? session.tables.get(table) : undefined
        const trained =
          kept ?? (await trainedOn({ ...data, taken }, modelOf(session).settings, started, watch))
        if (watch.signal.aborted)
          throw new UnseenError('cancelled', 'Stopped before the other table came into use.')
        const { model, trainedAt, trainingSeconds, proportions } = session
        session.tables.set(before.name, { model, trainedAt, trainingSeconds, proportions })
        Object.assign(session, trained, { data: { ...data, taken }, revision: session.revision + 1 })
        return openedFacts(session)
      })
  }
}
