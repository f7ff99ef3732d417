// Stopping and going on: a stopped training is a result, a stopped search keeps its chains, and a search
// that was interrupted ends as if it had not been.
import { UnseenError } from '../../src/base/errors.js'
import type { Progress } from '../../src/base/progress.js'
import { fit } from '../../src/fit.js'
import { toBytes } from '../../src/model/file.js'
import { type TuneOptions, tune } from '../../src/tune.js'
import type { ChainResult } from '../../src/tuning/chain.js'
import { describe, expect, it } from 'vitest'
import { smallProblem } from '../properties/small-problem.js'

const problem = smallProblem(6, { seen: 8, rows: 90, columns: 12 })
const small: TuneOptions = {
  family: 'paper',
  grid: { gamma: [0.1, 1], lambda2: [0, 0.1], lambda3: [0.01, 0.1], ridge: [0.3, 3] },
  folds: 3,
  seed: 5,
  steps: 2
}

/** Aborts at the first progress that `when` says. */
function stopAt(when: (progress: Progress) => boolean): {
  signal: AbortSignal
  onProgress: (progress: Progress) => void
} {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    onProgress: progress => {
      if (when(progress)) controller.abort()
    }
  }
}

/** The search as it is after so many chains. */
async function interrupted(after: number, options: TuneOptions = small): Promise<ChainResult[]> {
  const controller = new AbortController()
  const results: ChainResult[] = []
  const onResult = (result: ChainResult): void => {
    results.push(result)
    if (results.length === after) controller.abort()
  }
  const found = await tune(problem, { ...options, signal: controller.signal, onResult })
  expect(found.status).toBe('cancelled')
  expect(found.model).toBeUndefined()
  expect([...found.results].map(({ key }) => key).sort()).toEqual(results.map(({ key }) => key).sort())
  return results
}

async function refusal(action: Promise<unknown>): Promise<UnseenError> {
  const error: unknown = await action.then(
    () => expect.fail('not refused'),
    (reason: unknown) => reason
  )
  if (!(error instanceof UnseenError)) throw error
  return error
}

describe('a training that is stopped', () => {
  it('in its first w-step gives a model that says so', async () => {
    const model = await fit(problem, {
      tolerance: 1e-9,
      ...stopAt(progress => progress.stage === 'weights' && progress.epoch === 3)
    })
    const { status, epochs, objective, gap, history } = model.notes.training
    expect(status).toBe('cancelled')
    expect(epochs).toBeLessThanOrEqual(4)
    expect(history).toEqual([objective])
    expect(gap).toBeGreaterThan(0)
    expect(model.recognise(problem.features)).toHaveLength(90)
  })

  it('while it learns references gives the best so far', async () => {
    const whole = await fit(problem, { steps: 6 })
    const model = await fit(problem, {
      steps: 6,
      ...stopAt(progress => progress.stage === 'references' && progress.step === 2)
    })
    const { status, history, objective } = model.notes.training
    expect(status).toBe('cancelled')
    expect(history).toEqual(whole.notes.training.history.slice(0, 3))
    expect(objective).toBe(history[2])
  })

  it('before it begins still gives a model', async () => {
    const model = await fit(problem, { signal: AbortSignal.abort() })
    expect(model.notes.training.status).toBe('cancelled')
    expect(model.scores(problem.features).scores.every(Number.isFinite)).toBe(true)
  })

  it.each(['identity', 'relu'] as const)('with a closed form has nothing to give: %s', async transform => {
    const error = await refusal(
      fit(problem, { weights: 'class', transform, ...stopAt(({ stage }) => stage === 'prepare') })
    )
    expect(error.code).toBe('cancelled')
  })
})

describe('a search that is interrupted', () => {
  // Six chains try the grid, the others solve points that could win again.
  it.each([1, 4, 5, 6, 8])('after %i of its chains ends as if it had not been', async after => {
    const whole = await tune(problem, small)
    expect(whole.results.filter(({ refines }) => refines === undefined)).toHaveLength(6)
    expect(whole.results.length).toBeGreaterThan(8)
    const completed = await interrupted(after)
    let run = 0
    // What was written to a journal comes back in any order.
    const resumed = await tune(problem, {
      ...small,
      completed: JSON.parse(JSON.stringify([...completed].reverse())) as ChainResult[],
      onResult: () => {
        run++
      }
    })
    expect(run).toBe(whole.results.length - after)
    const { model, ...summary } = whole
    const { model: resumedModel, ...resumedSummary } = resumed
    expect(resumedSummary).toEqual(summary)
    expect(model).toBeDefined()
    expect(toBytes(resumedModel!)).toEqual(toBytes(model!))
  })

  it('in the middle of a chain keeps the chains before it', async () => {
    for (const family of ['paper', 'class-weights', 'gauss', 'auto'] as const) {
      let chains = 0
      const found = await tune(problem, {
        ...small,
        family,
        grid: { ...small.grid, ridge: [1] },
        onResult: () => {
          chains++
        },
        ...stopAt(({ stage }) => stage === 'search')
      })
      expect(found.status).toBe('cancelled')
      expect(found.results).toHaveLength(chains)
    }
  })

  it('never takes a chain for complete that was stopped while it read its rows', async () => {
    const whole = await tune(problem, {
      ...small,
      family: 'class-weights',
      grid: { ridge: [1] },
      retrain: false
    })
    const controller = new AbortController()
    // Aborts between two chains, from outside: the next one starts with the signal set.
    const onResult = (): void => queueMicrotask(() => controller.abort())
    const found = await tune(problem, {
      ...small,
      family: 'class-weights',
      grid: { ridge: [1] },
      signal: controller.signal,
      onResult
    })
    for (const result of found.results) expect(whole.results).toContainEqual(result)
    expect(found.status).toBe(found.results.length === 3 ? 'complete' : 'cancelled')
  })

  it('with everything completed only trains', async () => {
    const whole = await tune(problem, small)
    const again = await tune(problem, {
      ...small,
      completed: whole.results,
      onResult: () => expect.fail('nothing is left to run')
    })
    expect(toBytes(again.model!)).toEqual(toBytes(whole.model!))
  })

  it('while it trains the winner keeps what the search found', async () => {
    for (const family of ['paper', 'class-weights', 'gauss', 'auto'] as const) {
      const { results } = await tune(problem, { ...small, family, retrain: false })
      const stopped = await tune(problem, {
        ...small,
        family,
        completed: results,
        signal: AbortSignal.abort()
      })
      expect(stopped.status).toBe('complete')
      expect(stopped.best).toBeDefined()
      expect(stopped.model?.notes.training.status).toBe(family === 'paper' ? 'cancelled' : undefined)
    }
  })
})

describe('completed chains of another search are refused', () => {
  const others: Record<string, [typeof problem, TuneOptions]> = {
    'other rows': [
      { ...problem, features: problem.features.map((row, i) => (i === 4 ? row.map(x => x + 1e-9) : row)) },
      small
    ],
    'other labels': [
      { ...problem, labels: problem.labels.map((label, i) => (i === 20 ? 'c0' : label)) },
      small
    ],
    'other signatures': [
      {
        ...problem,
        signatures: {
          ...problem.signatures,
          matrix: problem.signatures.matrix.map(row => row.map(x => 2 * x))
        }
      },
      small
    ],
    'another grid': [problem, { ...small, grid: { ...small.grid, ridge: [0.3] } }],
    'another seed': [problem, { ...small, seed: 6 }],
    'other folds': [problem, { ...small, folds: 2 }],
    'another family': [problem, { ...small, family: 'auto' }],
    'another scaling': [problem, { ...small, normalise: 'none' }],
    'another transform': [problem, { ...small, transform: 'int' }]
  }
  it.each(Object.entries(others))('%s', async (_, [input, options]) => {
    const completed = await interrupted(1)
    const error = await refusal(tune(input, { ...options, completed }))
    expect(error.code).toBe('search.completed')
  })
})

describe('the memory of a search', () => {
  it.each(['paper', 'class-weights', 'auto'] as const)(
    'is enough for every fold, family %s',
    async family => {
      // In the first, all rows are more than the features and those of a fold are fewer: the other side of
      // the ridge needs other room.
      for (const shape of [
        { seen: 12, rows: 640, columns: 600 },
        { seen: 8, rows: 90, columns: 12 },
        { seen: 5, rows: 60, columns: 60, zeros: 0.8 }
      ]) {
        const found = await tune(smallProblem(1, shape), {
          family,
          grid: { gamma: [1], lambda2: [0.1], lambda3: [0.1], ridge: [1] },
          folds: [['c0', 'c1']],
          retrain: false
        })
        expect(found.status).toBe('complete')
      }
    }
  )
})
