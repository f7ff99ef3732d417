/**
 * Of the engine: accuracy, confusion, curves, comparison of methods. What was scored is kept until model or
 * data change.
 */
import { type Executor, type Progress, serialExecutor } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { JobResult } from '@unseen/core/compare/internal'
import type { Projects } from '../../storage/projects.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { openJournal } from '../../worker/journal.js'
import { type Session, modelOf } from '../../worker/session.js'
import type { BiasFacts, BiasQuestion, CellQuestion, ComparisonFacts, EvaluationFacts } from '../facts.js'
import { type Bench, type Scored, createBench, scoreBench } from './bench.js'
import { biasFacts, cellRows, evaluationFacts } from './judge.js'
import { surenessOf } from './sure.js'

export function createEvaluate(
  session: Session,
  jobs: EngineJobs,
  projects: Projects,
  executor: Executor = serialExecutor
) {
  let bench: Bench | undefined
  let scored: { readonly revision: number; readonly of: Scored } | undefined

  const scoredNow = async (watch = {}): Promise<{ readonly bench: Bench; readonly scored: Scored }> => {
    const model = modelOf(session)
    if (bench?.of !== model.trained) {
      bench = await createBench(session, watch)
      scored = undefined
    }
    if (scored?.revision !== session.revision)
      scored = { revision: session.revision, of: scoreBench(bench, modelOf(session)) }
    return { bench, scored: scored.of }
  }

  return {
    /** Judges the model in use on images that were not trained on. */
    measure: (job: string, onProgress?: (progress: Progress) => void): Promise<EvaluationFacts> =>
      jobs.run(job, onProgress, async watch => {
        const now = await scoredNow(watch)
        const model = modelOf(session)
        return {
          ...evaluationFacts(now.bench, now.scored, model),
          ...defined({ sure: surenessOf(now.bench, model) })
        }
      }),

    async at(question: BiasQuestion): Promise<BiasFacts> {
      return biasFacts((await scoredNow()).scored, modelOf(session), question)
    },

    async cell(question: CellQuestion): Promise<Uint32Array> {
      return cellRows((await scoredNow()).scored, question)
    },

    /**
     * Methods side by side on the same images; stopped, those that are done are kept, and begun again it goes
     * on from there.
     */
    compare: (
      job: string,
      names: string,
      project: string | undefined,
      onProgress?: (progress: Progress) => void
    ): Promise<ComparisonFacts> =>
      jobs.run(job, onProgress, async watch => {
        // The other methods come when somebody wants them.
        const { compareMethods } = await import('./comparison.js')
        const journal = await openJournal<JobResult>(projects, project, `compare ${names}`)
        const found = await compareMethods(session, names, executor, journal, watch)
        await (found.status === 'complete' ? journal.clear() : journal.settled())
        return found
      })
  }
}
