/** From results of jobs to a ranked comparison with intervals. */
import { defined } from '../base/defined.js'
import { generalised } from '../evaluation/competition.js'
import { summariseTrials } from '../evaluation/trials.js'
import type { TestResult } from './jobs.js'
import { type Method, gridPoints } from './method.js'
import { type Protocol, keptLabels } from './part.js'
import type { ComparisonData } from './place.js'
import { type Choice, type Plan, type PlannedTrial, type Results, choose, testKey } from './plan.js'
import {
  type Drawn,
  type Verdicts,
  differenceOf,
  harmonicOf,
  intervalOf,
  overClasses,
  overRows
} from './resample.js'
import type { ComparedMethod, ComparedTrial, Measure, ProtocolComparison } from './types.js'

interface Tested {
  readonly method: Method
  readonly trials: readonly {
    readonly planned: PlannedTrial
    readonly choice: Choice
    readonly result: TestResult
  }[]
}

export function summariseProtocol(
  place: ComparisonData,
  plan: Plan,
  protocol: Protocol,
  results: Results,
  seed: number
): ProtocolComparison {
  const { trials } = plan
  const failed: { method: string; title: string; message: string }[] = []
  const tested = plan.methods.flatMap((method): Tested[] => {
    const found = trials.map(planned => ({
      planned,
      choice: choose(planned, protocol, method, results),
      result: results.get(testKey(planned, protocol, method)) as TestResult | undefined
    }))
    const message = found
      .map(({ choice, result }) =>
        choice !== undefined && 'failed' in choice ? choice.failed : result?.failed
      )
      .find(each => each !== undefined)
    if (message !== undefined) failed.push({ method: method.name, title: method.title, message })
    const whole = found.flatMap(({ planned, choice, result }) =>
      choice === undefined || 'failed' in choice || result === undefined || result.failed !== undefined
        ? []
        : [{ planned, choice, result }]
    )
    return whole.length === trials.length ? [{ method, trials: whole }] : []
  })
  const truth = protocol === 'zsl' ? [] : trials.map(planned => keptLabels(place, planned.seed))
  const measured = tested.map(each =>
    protocol === 'zsl' ? measureZsl(each, place, seed) : measureGzsl(each, place, truth, seed)
  )
  measured.sort((a, b) => b.ranking.value - a.ranking.value)
  const paper = measured.find(({ compared }) => compared.kind === 'paper')
  const methods = measured.map(({ ranking, compared }) => ({
    ...compared,
    toBest: differenceOf(ranking, measured[0].ranking),
    ...defined({ toPaper: paper === undefined ? undefined : differenceOf(ranking, paper.ranking) })
  }))
  return { protocol, rankedBy: protocol === 'zsl' ? 'perClass' : 'harmonic', methods, failed }
}

interface Measured {
  readonly ranking: Drawn
  readonly compared: Omit<ComparedMethod, 'toBest' | 'toPaper'>
}

function measureZsl(tested: Tested, { test, unseen }: ComparisonData, seed: number): Measured {
  const answers = tested.trials.map(({ result }) => result.zsl?.predicted ?? [])
  const verdicts = verdictsOf(test.labels, answers, unseen.length)
  const perClass = overClasses(verdicts, seed)
  const own = tested.trials.map(({ result }) => ({
    perImage: result.zsl?.perImage ?? 0,
    perClass: result.zsl?.perClass ?? 0
  }))
  return {
    ranking: perClass,
    compared: {
      ...factsOf(
        tested,
        own.map(trial => trial.perClass)
      ),
      zsl: {
        perImage: measure(
          overRows(verdicts, seed),
          own.map(trial => trial.perImage)
        ),
        perClass: measure(
          perClass,
          own.map(trial => trial.perClass)
        )
      }
    }
  }
}

/**
 * Test rows of unseen classes are the same in every trial; those of seen classes are drawn by each, so they
 * stand one after the other.
 */
function measureGzsl(
  tested: Tested,
  { test, seen, unseen }: ComparisonData,
  truth: readonly Int32Array[],
  seed: number
): Measured {
  const sides = (which: 'raw' | 'calibrated') => {
    const answers = tested.trials.map(({ result }) => result.gzsl?.[which] ?? [])
    const ofUnseen = verdictsOf(
      test.labels.map(label => seen.length + label),
      answers,
      seen.length + unseen.length
    )
    const ofSeen = seen
      .map((_, c) =>
        Float64Array.from(
          truth.flatMap((labels, trial) =>
            Array.from(labels).flatMap((label, at) =>
              label === c ? [answers[trial][test.labels.length + at] === c ? 1 : 0] : []
            )
          )
        )
      )
      .filter(({ length }) => length > 0)
    const perTrial = tested.trials.map((_, trial) =>
      generalised(
        share(verdictsOf(truth[trial], [answers[trial].slice(test.labels.length)], seen.length)),
        share(
          verdictsOf(
            test.labels.map(label => seen.length + label),
            [answers[trial]],
            seen.length + unseen.length
          )
        )
      )
    )
    const [drawnSeen, drawnUnseen] = [overClasses(ofSeen, seed), overClasses(ofUnseen, seed + 1)]
    const harmonic = harmonicOf(drawnSeen, drawnUnseen)
    return {
      harmonic,
      measures: {
        seen: measure(
          drawnSeen,
          perTrial.map(each => each.seen)
        ),
        unseen: measure(
          drawnUnseen,
          perTrial.map(each => each.unseen)
        ),
        harmonic: measure(
          harmonic,
          perTrial.map(each => each.harmonic)
        )
      },
      perTrial
    }
  }
  const [raw, calibrated] = [sides('raw'), sides('calibrated')]
  const area = summariseTrials(tested.trials.map(({ result }) => result.gzsl?.area ?? 0))
  const [first] = tested.trials
  return {
    ranking: calibrated.harmonic,
    compared: {
      ...factsOf(
        tested,
        calibrated.perTrial.map(each => each.harmonic)
      ),
      gzsl: {
        ...calibrated.measures,
        raw: raw.measures,
        area: { value: area.mean, deviation: area.deviation }
      },
      ...defined({ curve: first.result.gzsl?.curve })
    }
  }
}

function factsOf(
  { method: { name, title, source, kind, transductive, quick, grid }, trials }: Tested,
  accuracies: readonly number[]
): Omit<ComparedMethod, 'toBest' | 'toPaper'> {
  return {
    method: name,
    title,
    source,
    kind,
    transductive,
    quick,
    points: gridPoints(grid).length,
    trials: trials.map(({ planned, choice, result }, at): ComparedTrial => ({
      seed: planned.seed,
      parameters: choice.parameters,
      onEdge: choice.onEdge,
      heldOut: choice.heldOut,
      accuracy: accuracies[at],
      ...(result.gzsl !== undefined &&
        choice.bias !== undefined && { bias: result.gzsl.bias, biasInUnits: choice.bias })
    }))
  }
}

/**
 * Value and interval are of all trials together (H is that of the mean accuracies), as methods are ranked;
 * the deviation is between trials.
 */
function measure(drawn: Drawn, perTrial: readonly number[]): Measure {
  return { ...intervalOf(drawn), deviation: summariseTrials(perTrial).deviation }
}

/** For each class with rows: per row, in how many of the answers it was right. */
function verdictsOf(labels: Int32Array, answers: readonly (readonly number[])[], classes: number): Verdicts {
  const values = Array.from({ length: classes }, (): number[] => [])
  labels.forEach((label, row) =>
    values[label].push(answers.filter(answer => answer[row] === label).length / answers.length)
  )
  return values.filter(({ length }) => length > 0).map(own => Float64Array.from(own))
}

function share(verdicts: Verdicts): number {
  return (
    verdicts.reduce(
      (sum, values) => sum + values.reduce((part, value) => part + value, 0) / values.length,
      0
    ) / verdicts.length
  )
}
