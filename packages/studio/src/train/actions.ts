/**
 * What one can do on the page Train: fill the form, start runs, stop them keeping the best, compare them,
 * take one into use.
 */
import { defined } from '@unseen/core/internal'
import { type Run, runsOf } from '../document/runs.js'
import type { Json } from '../lib/json.js'
import { problemOf } from '../lib/problem.js'
import type { Action } from '../page/action.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import { newId } from '../project/opened.js'
import { journalFolder } from '../worker/journal.js'
import { type RunPlan, FIRST_PLAN, familyTitles, gridOf, settingsIn } from './engine/plans.js'
import type { RunNews } from './facts.js'

const canTrain = ({ session }: Studio): boolean => {
  const { data, model } = session.store.getState()
  return model !== undefined && (data?.rows ?? 0) > 0
}
/** What a run found is true for the table it learned from. */
const isOfTable = ({ session }: Studio, { table }: Run): boolean =>
  table === undefined || table === session.store.getState().data?.table
const runs = ({ project }: Studio): readonly Run[] => runsOf(project.getState().runs)

export const changePlan: Action<Partial<RunPlan>> = {
  name: 'train.plan',
  label: 'Change the form',
  // What belongs to another method's form would be refused.
  perform: ({ pages }, change) =>
    pages.train.setState(({ plan }) => ({
      plan: {
        ...plan,
        ...defined({
          options: change.family !== undefined && change.family !== plan.family ? {} : undefined
        }),
        ...change
      }
    }))
}

export const resetPlan: Action = {
  name: 'train.reset',
  label: 'Reset the form',
  page: 'train',
  perform: ({ pages }) => pages.train.setState({ plan: FIRST_PLAN })
}

export const startRun: Action = {
  name: 'train.start',
  label: studio => {
    // The newest of those under way; a run that a reload broke off has no job.
    const before =
      studio.jobs.running('train').length === 0
        ? undefined
        : runs(studio).find(({ status }) => status === 'running' || status === 'waiting')
    return before === undefined ? 'Train' : `Train when run ${before.number} ends`
  },
  page: 'train',
  enabled: canTrain,
  async perform(studio) {
    const { plan } = studio.pages.train.getState()
    const number = Math.max(0, ...runs(studio).map(run => run.number)) + 1
    const { gamma, lambda3, ridge, shrinkage } = gridOf(plan)
    const id = newId()
    addRun(studio, {
      kind: 'run',
      id,
      number,
      status: 'waiting',
      startedAt: Date.now(),
      family: plan.family,
      settings: settingsIn(plan),
      title: familyTitles[plan.family],
      plan: { ...plan, options: { ...plan.options } },
      axes:
        plan.family === 'gauss'
          ? { gamma: [0, 1], other: shrinkage }
          : { gamma, other: plan.family === 'paper' ? lambda3 : ridge },
      tried: [],
      steps: []
    })
    studio.pages.train.setState({ shown: id, comparing: false })
    await startNext(studio)
  }
}

export const stopRun: Action = {
  name: 'train.stop',
  label: 'Cancel, keep the best',
  page: 'train',
  enabled: ({ jobs }) => jobs.running('train').length > 0,
  perform({ jobs }) {
    for (const { id } of jobs.running('train')) jobs.stop(id)
  }
}

/** A run that was stopped, or broken off by a reload, goes on from what it has tried. */
export const goOnWithRun: Action<string> = {
  name: 'train.goOn',
  label: 'Go on',
  enabled: (studio, id) =>
    canTrain(studio) &&
    studio.jobs.running('train').length === 0 &&
    runs(studio).some(
      run => run.id === id && isOfTable(studio, run) && run.status !== 'done' && run.status !== 'failed'
    ),
  async perform(studio, id) {
    updateRun(studio, id, { status: 'waiting' })
    studio.pages.train.setState({ shown: id, comparing: false })
    await startNext(studio)
  }
}

export const showRun: Action<string> = {
  name: 'train.show',
  label: 'Show a run',
  perform: ({ pages }, shown) => pages.train.setState({ shown, comparing: false })
}

export const tickRun: Action<string> = {
  name: 'train.tick',
  label: 'Choose a run to compare',
  perform: ({ pages }, id) =>
    pages.train.setState(({ selected }) => ({
      selected: selected.includes(id) ? selected.filter(each => each !== id) : [...selected, id]
    }))
}

export const compareRuns: Action = {
  name: 'train.compare',
  label: 'Compare runs',
  page: 'train',
  enabled: ({ pages }) => pages.train.getState().selected.length > 1,
  perform: ({ pages }) => pages.train.setState(({ comparing }) => ({ comparing: !comparing }))
}

export const forgetRun: Action<string> = {
  name: 'train.forget',
  label: 'Remove the run',
  enabled: (studio, id) =>
    runs(studio).some(
      run => run.id === id && (run.status !== 'running' || studio.jobs.running('train').length === 0)
    ),
  perform({ project, pages, projects }, id) {
    const kept = keptProject(project)
    if (kept !== undefined) void projects.removeFiles(kept, journalFolder(id)).catch(() => undefined)
    project.setState(({ runs: kept }) => ({
      runs: kept.filter(each => !runsOf([each]).some(run => run.id === id))
    }))
    pages.train.setState(({ selected, shown }) => ({
      selected: selected.filter(each => each !== id),
      ...defined({ shown: shown === id ? undefined : undefined })
    }))
  }
}

/**
 * The model of a run is the project's from now on, with its own bias and thresholds; those that were set by
 * hand for another one go.
 */
export const useRun: Action<string> = {
  name: 'train.use',
  label: 'Use now',
  enabled: (studio, id) =>
    canTrain(studio) &&
    runs(studio).some(run => run.id === id && run.best !== undefined && isOfTable(studio, run)) &&
    studio.jobs.running('use').length === 0,
  async perform(studio, id) {
    const { engine, session, history, project, pages, sync, notices } = studio
    const run = runs(studio).find(each => each.id === id)
    const options = run?.best?.options
    if (run === undefined || options === undefined) return
    const opened = await runJob(
      studio,
      { kind: 'use', label: `Taking run ${run.number} into use` },
      (job, tell) => engine.train.use(job, id, options, tell)
    )
    if (opened === undefined) return
    session.opened(session.store.getState().name, opened)
    history.change(`Use run ${run.number}`, now => {
      const { bias, margin, ...rest } = now
      return bias === undefined && margin === undefined ? now : rest
    })
    sync.again()
    await sync.settled()
    pages.train.setState({ used: id })
    notices.announce(`Run ${run.number} is in use.`)
    const kept = keptProject(project)
    if (kept !== undefined) await engine.project.keepModel(kept).catch(() => undefined)
  }
}

export const trainActions: readonly Action[] = [startRun, stopRun, compareRuns, resetPlan]

const asJson = (run: Run): Json => run as unknown as Json

function addRun({ project }: Studio, run: Run): void {
  project.setState(({ runs }) => ({ runs: [asJson(run), ...runs] }))
}

function updateRun({ project }: Studio, id: string, change: Partial<Run>): void {
  project.setState(({ runs }) => ({
    runs: runs.map(
      kept =>
        runsOf([kept])
          .map(run => (run.id === id ? asJson({ ...run, ...change }) : kept))
          .at(0) ?? kept
    )
  }))
}

/**
 * Starts the run that waits longest, where none is under way. Each is a job that outlives the page; what it finds
 * is put into the project as it comes.
 */
async function startNext(studio: Studio): Promise<void> {
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
