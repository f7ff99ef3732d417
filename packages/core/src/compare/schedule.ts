/**
 * Hands the jobs of a plan to runners. A runner stays with the rows it has, those of a fold and then
 * those of a trial, so that methods and folds share what they compute alike; one that finds no rows
 * without a runner takes the last job of others, where the slow ones are. Results do not depend on who
 * runs what.
 */
import type { Watch } from '../base/progress.js'
import { type Runner, workThrough } from '../tasks/executor.js'
import type { ComparisonJob, JobResult } from './jobs.js'
import { type Block, type Plan, type Results, blocksOf } from './plan.js'

export interface ScheduleOptions {
  readonly signal?: AbortSignal | undefined
  readonly onResult: (job: ComparisonJob, result: JobResult) => void
  readonly onProgress?: ((job: ComparisonJob, fraction: number) => void) | undefined
}

/** Runs everything that `results` does not hold yet; `onResult` puts it there. */
export async function runPlan(
  plan: Plan,
  results: Results,
  runners: readonly Runner<ComparisonJob, JobResult>[],
  { signal, onResult, onProgress }: ScheduleOptions
): Promise<void> {
  const blocks = plan.trials.flatMap(planned => blocksOf(plan, planned))
  const taken = new Set<string>()
  /** the block whose rows each runner has */
  const places = new Map<Runner<ComparisonJob, JobResult>, Block>()
  const waiting: (() => void)[] = []
  const wake = (): void => waiting.splice(0).forEach(go => go())
  const open = (block: Block): readonly ComparisonJob[] =>
    (block.jobs(results) ?? []).filter(({ key }) => !results.has(key) && !taken.has(key))
  const isDone = (block: Block): boolean => block.jobs(results)?.every(({ key }) => results.has(key)) ?? false
  const take = (own: Block | undefined): { block: Block; job: ComparisonJob } | undefined => {
    const busy = [...places.values()]
    const choices: ((block: Block) => boolean)[] = [
      block => block === own,
      block => block.planned === own?.planned && !busy.includes(block),
      block => !busy.some(({ planned }) => planned === block.planned),
      block => !busy.includes(block)
    ]
    for (const suits of choices) {
      const block = blocks.find(each => suits(each) && open(each).length > 0)
      if (block !== undefined) return { block, job: open(block)[0] }
    }
    const block = blocks.find(each => open(each).length > 0)
    const job = block === undefined ? undefined : open(block).at(-1)
    return block === undefined || job === undefined ? undefined : { block, job }
  }
  const work = async (runner: Runner<ComparisonJob, JobResult>): Promise<void> => {
    while (signal?.aborted !== true) {
      const next = take(places.get(runner))
      if (next === undefined) {
        places.delete(runner)
        if (blocks.every(isDone)) return
        await new Promise<void>(resolve => waiting.push(resolve))
        continue
      }
      const { block, job } = next
      places.set(runner, block)
      taken.add(job.key)
      const watch: Watch = {
        signal,
        onProgress: progress => {
          if (progress.stage === 'chain') onProgress?.(job, progress.done / progress.total)
        }
      }
      onResult(job, await runner.run(job, watch))
      wake()
    }
  }
  await workThrough(runners, work, signal, wake)
}
