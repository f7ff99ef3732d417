/** A comparison while it runs: how far it is, and for each method what is known so far. */
import type { Method, Protocol } from '@unseen/core/compare'
import type { ComparisonJob, JobResult } from '@unseen/core/compare/internal'
import { methodName } from './comparison.js'
import { duration } from './progress-bar.js'
import { table } from './text.js'

const CELLS = 24

export interface ComparisonView {
  /** `before`: from before an interruption */
  add(method: string, result: JobResult, before?: boolean): void
  /** how far a job is that is not done */
  move(job: ComparisonJob, fraction: number): void
  lines(): string[]
  /** one line, for logs */
  line(): string
}

export interface ViewedPlan {
  readonly methods: readonly Method[]
  readonly protocols: readonly Protocol[]
  readonly trials: number
  readonly folds: number
  /** all together */
  readonly jobs: number
}

interface Known {
  folds: number
  /** of work on its folds */
  seconds: number
  tested: number
  /** of work on its tests */
  testSeconds: number
  readonly tests: Record<Protocol, number[]>
}

export function comparisonView(
  { methods, protocols, trials, folds, jobs }: ViewedPlan,
  now: () => number = () => performance.now()
): ComparisonView {
  const started = now()
  const partly = new Map<string, number>()
  const found = new Map<string, Known>()
  let done = 0
  /** seconds of work that were done since it began */
  let worked = 0
  const of = (method: string): Known =>
    found.get(method) ?? { folds: 0, seconds: 0, tested: 0, testSeconds: 0, tests: { zsl: [], gzsl: [] } }
  /**
   * Methods differ a thousandfold, so what is left is reckoned by method; those not met yet count as the mean
   * of the others.
   */
  const left = (): number => {
    const tuned = [...new Set(methods.map(({ name, tunedAs }) => tunedAs ?? name))].map(of)
    const met = tuned.filter(known => known.folds > 0)
    const mean = met.reduce((sum, known) => sum + known.seconds / known.folds, 0) / met.length
    const ofFolds = tuned.reduce(
      (sum, known) =>
        sum + (trials * folds - known.folds) * (known.folds > 0 ? known.seconds / known.folds : mean),
      0
    )
    // A test trains once where a fold tries the whole grid; how long is known after the first.
    const ofTests = methods
      .map(({ name }) => of(name))
      .reduce(
        (sum, known) =>
          sum +
          (known.tested > 0
            ? (trials * protocols.length - known.tested) * (known.testSeconds / known.tested)
            : 0),
        0
      )
    return ((ofFolds + ofTests) * (now() - started)) / 1000 / worked
  }
  const head = (): string => {
    const seconds = left()
    return `${done} of ${jobs} jobs${Number.isFinite(seconds) ? `, about ${duration(seconds)} left` : ''}`
  }
  return {
    add(method, result, before = false) {
      done++
      partly.delete(result.key)
      const own = of(method)
      if (result.kind === 'fold') {
        own.folds++
        own.seconds += result.seconds
      } else {
        own.tested++
        own.testSeconds += result.seconds
        if (result.zsl !== undefined) own.tests.zsl.push(result.zsl.perClass)
        if (result.gzsl !== undefined) own.tests.gzsl.push(result.gzsl.harmonic)
      }
      found.set(method, own)
      if (!before) worked += result.seconds
    },
    move(job, part) {
      partly.set(job.key, part)
    },
    line: () => {
      const under = [...partly.entries()].map(
        ([key, part]) => `${key.split('/')[2]} ${Math.floor(100 * part)} %`
      )
      return under.length === 0 ? head() : `${head()}; at work: ${under.join(', ')}`
    },
    lines() {
      const full = Math.round(
        (CELLS * (done + [...partly.values()].reduce((sum, part) => sum + part, 0))) / jobs
      )
      const cell = (method: Method, protocol: Protocol): string => {
        const {
          folds: tried,
          tests: { [protocol]: tests }
        } = of(method.name)
        if (tests.length > 0)
          return `${((100 * tests.reduce((sum, value) => sum + value, 0)) / tests.length).toFixed(1)} (${tests.length})`
        return tried > 0 ? `${tried} folds` : '·'
      }
      return [
        `Comparing  ${'━'.repeat(full)}${'─'.repeat(CELLS - full)}  ${head()}`,
        ...table(
          [
            [
              '',
              ...protocols.map(protocol =>
                protocol === 'zsl' ? 'zero-shot, per class (trials)' : 'generalised, H (trials)'
              )
            ],
            ...methods.map(method => [
              methodName(method),
              ...protocols.map(protocol => cell(method, protocol))
            ])
          ],
          protocols.map((_, at) => at + 1)
        )
      ]
    }
  }
}
