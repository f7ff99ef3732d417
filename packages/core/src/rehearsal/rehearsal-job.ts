/**
 * The rehearsal itself: hide classes, train on the rest, measure; then choose bias and thresholds from
 * what was measured. Told to stop, it sums up the trainings that are done.
 */
import { defined } from '../base/defined.js'
import { UnseenError } from '../base/errors.js'
import type { Job } from '../base/progress.js'
import { generalisedAt } from '../evaluation/competition.js'
import { keepRows } from '../evaluation/kept-rows.js'
import { signFlips } from '../evaluation/paired.js'
import { curvePoints, seenUnseenCurve } from '../evaluation/seen-unseen.js'
import { wilson } from '../evaluation/wilson.js'
import { SeenHull } from '../explanation/residual.js'
import { Matrix } from '../linalg/matrix.js'
import { refineByClusters } from '../recognition/clusters.js'
import { type Group, chooseGroups } from './groups.js'
import { type MeasuredGroup, type PartRows, measureGroup } from './measure.js'
import { promisesOf } from './promises.js'
import { strangerCurve } from './strangers.js'
import {
  amongAllRule,
  amongUnseenRule,
  answerAmongAll,
  classAccuracies,
  expressedRule,
  hiddenRows,
  overClasses,
  pooled
} from './summary.js'
import { type Trainer, restOf, signaturesOf } from './trainer.js'
import type { Rehearsal } from './types.js'

export interface RehearsalSettings {
  readonly method: string
  /** classes that will be told apart: as many are hidden at a time */
  readonly unseen: number
  readonly groups: number | undefined
  readonly each: boolean | 'auto'
  readonly accept: number
  readonly seed: number
}

const KEPT_PART = 0.2
/**
 * Each class is hidden by itself, unless asked for or forbidden, where that takes fewer multiplications than
 * this: some ten seconds.
 */
const AFFORDABLE = 3e10
/** Clusters must help by more than chance. */
const SIGNIFICANT = 0.05

export function* rehearsalJob(
  trainer: Trainer,
  { method, unseen, groups: wanted, each, accept, seed }: RehearsalSettings
): Job<Rehearsal> {
  const { labels, classes } = trainer
  const groups = chooseGroups(classes.length, {
    unseen,
    seed,
    ...defined({ groups: wanted })
  })
  const { train: trained, kept } = keepRows(labels, { part: KEPT_PART, seed })
  const affordable = classes.length * trainer.work(trained.length) <= AFFORDABLE
  const alone: Group[] =
    each === true || (each === 'auto' && affordable)
      ? classes.map((_, index) => ({ hidden: [index], parts: [[index]] }))
      : []
  const trainings = [...groups, ...alone]
  const done: MeasuredGroup[] = []
  let told = false
  for (const [at, group] of trainings.entries()) {
    const found = yield* one(trainer, group, trained, kept, at, trainings.length)
    told = found === undefined
    if (found === undefined) break
    done.push(found)
  }
  const parts = done.slice(0, groups.length).flatMap(group => group.parts)
  if (parts.length === 0)
    throw new UnseenError('cancelled', 'The rehearsal was stopped before any class was measured.')
  const hidden = groups.slice(0, done.length)
  const expressed = yield* expressedOf(trainer, hidden)
  const { clusters, whole } = yield* clustersOf(trainer, parts, trainings.length)
  return {
    ...summarise(
      trainer,
      parts,
      done.slice(groups.length).flatMap(group => group.parts),
      expressed,
      { accept, seed }
    ),
    version: 1,
    status: told || !whole ? 'cancelled' : 'complete',
    method,
    seed,
    keptPart: KEPT_PART,
    trainings: done.length,
    hidden: mean(hidden.map(group => group.hidden.length)),
    candidates: mean(parts.map(({ candidates }) => candidates.length)),
    clusters,
    ...defined({
      em: emOf(parts),
      strangers: strangerCurve(done.flatMap(({ strangeness }) => strangeness ?? []))
    })
  }
}

/** One training and its measurement; undefined when told to stop. */
function* one(
  trainer: Trainer,
  group: Group,
  trained: Uint32Array,
  kept: Uint32Array,
  at: number,
  total: number
): Job<MeasuredGroup | undefined> {
  const named = trainer.classes[group.hidden[0]]
  const message =
    group.hidden.length === 1 ? `without ${named}` : `without ${named} and ${group.hidden.length - 1} more`
  // How long a training takes is not known: its parts approach its end.
  let steps = 0
  let told = false
  const watched = function* <Result>(job: Job<Result>): Job<Result> {
    let step = job.next(told)
    while (step.done !== true) {
      if (yield { stage: 'rehearse', done: at + steps / (steps + 50), total, message }) told = true
      steps++
      step = job.next(told)
    }
    return step.value
  }
  try {
    const scorer = yield* watched(trainer.train(group.hidden, trained))
    return yield* watched(measureGroup(trainer, scorer, group, trained, kept))
  } catch (error) {
    if (error instanceof UnseenError && error.code === 'cancelled') return undefined
    throw error
  }
}

function summarise(
  { classes }: Trainer,
  parts: readonly PartRows[],
  alone: readonly PartRows[],
  expressed: ReadonlyMap<number, number>,
  { accept, seed }: Pick<RehearsalSettings, 'accept' | 'seed'>
): Pick<Rehearsal, 'unseen' | 'all' | 'oneByOne' | 'byClass' | 'rejection' | 'promises'> {
  const amongUnseen = classAccuracies(parts, ({ bestHidden, label }) => bestHidden === label)
  const competition = pooled(parts, classes.length)
  const curve = seenUnseenCurve(competition)
  const { bias } = curve.best
  const amongAll = classAccuracies(parts, row => answerAmongAll(row, bias).answer === row.label)
  const each = classAccuracies(alone, row => answerAmongAll(row, bias).answer === row.label)
  const share = (counts: { rows: number; correct: number } | undefined): number =>
    counts === undefined ? 0 : counts.correct / counts.rows
  const rows = hiddenRows(parts)
  const hiddenAlone = [...each.values()].map(share)
  const together = alone.length === 0 ? undefined : pooled(alone, classes.length)
  return {
    unseen: {
      accuracy: overClasses([...amongUnseen.values()].map(share), seed),
      perImage: rows.filter(({ bestHidden, label }) => bestHidden === label).length / rows.length,
      chance: mean(parts.map(({ candidates }) => 1 / candidates.length)),
      rows: rows.length
    },
    all: {
      raw: generalisedAt(competition, 0).perClass,
      calibrated: generalisedAt(competition, bias).perClass,
      bias,
      area: curve.area,
      curve: curvePoints(curve)
    },
    oneByOne:
      together === undefined
        ? null
        : {
            accuracy: overClasses(hiddenAlone, seed),
            raw: generalisedAt(together, 0).perClass.unseen,
            calibrated: generalisedAt(together, bias).perClass,
            classes: each.size
          },
    byClass: [...amongUnseen.entries()]
      .sort(([a], [b]) => a - b)
      .map(([index, counts]) => ({
        class: classes[index],
        rows: counts.rows,
        unseen: share(counts),
        ...wilson(counts.correct, counts.rows),
        all: share(amongAll.get(index)),
        oneByOne: each.has(index) ? share(each.get(index)) : null,
        expressed: expressed.get(index) ?? 0
      })),
    rejection: {
      accept,
      unseen: amongUnseenRule(parts, accept),
      all: amongAllRule(parts, bias, accept),
      expressed: expressedRule(parts, expressed, accept)
    },
    promises: promisesOf(parts, bias, seed)
  }
}

/** How well the other classes express each hidden one. */
function* expressedOf(trainer: Trainer, groups: readonly Group[]): Job<Map<number, number>> {
  const found = new Map<number, number>()
  for (const { hidden } of groups) {
    const rest = restOf(trainer.classes.length, hidden)
    const hull = new SeenHull(signaturesOf(trainer, rest), rest.length)
    for (const index of hidden) {
      const residual = hull.residual(signaturesOf(trainer, [index]))
      found.set(index, Math.max(0, 1 - residual * residual))
    }
    yield { stage: 'prepare', message: 'residuals' }
  }
  return found
}

/** Accuracy per class with and without clustering; not of the whole when told to stop. */
function* clustersOf(
  { features, normalise }: Trainer,
  parts: readonly PartRows[],
  trainings: number
): Job<{ clusters: Rehearsal['clusters']; whole: boolean }> {
  const gains: number[] = []
  const [before, after]: [number[], number[]] = [[], []]
  let measured = 0
  for (const part of parts) {
    const rows = hiddenRows([part])
    const place = new Map(part.candidates.map((index, at) => [index, at]))
    const labels = Int32Array.from(rows, ({ bestHidden }) => place.get(bestHidden) ?? 0)
    const refined = refineByClusters(
      Matrix.select(
        features,
        rows.map(({ row }) => row)
      ),
      normalise,
      labels,
      part.candidates.length
    )
    const answers = new Map(rows.map((row, at) => [row, part.candidates[refined[at]]]))
    const [plain, clustered] = [
      classAccuracies([part], row => row.bestHidden === row.label),
      classAccuracies([part], row => answers.get(row) === row.label)
    ]
    for (const [index, { correct, rows: count }] of plain) {
      const refinedTo = (clustered.get(index)?.correct ?? 0) / count
      before.push(correct / count)
      after.push(refinedTo)
      gains.push(refinedTo - correct / count)
    }
    measured++
    if (yield { stage: 'rehearse', done: trainings, total: trainings, message: 'clusters' }) break
  }
  const p = signFlips(gains)
  return {
    clusters: { without: mean(before), with: mean(after), p, helps: mean(gains) > 0 && p <= SIGNIFICANT },
    whole: measured === parts.length
  }
}

/** The same when described classes move towards their rows; undefined where that cannot be done. */
function emOf(parts: readonly PartRows[]): Rehearsal['em'] {
  const gains: number[] = []
  const [before, after]: [number[], number[]] = [[], []]
  for (const { together, ...part } of parts) {
    if (together === undefined) continue
    const plain = classAccuracies([part], row => row.bestHidden === row.label)
    const refined = classAccuracies([part], row => together.get(row.row) === row.label)
    for (const [index, { correct, rows }] of plain) {
      before.push(correct / rows)
      after.push((refined.get(index)?.correct ?? 0) / rows)
      gains.push(after[after.length - 1] - before[before.length - 1])
    }
  }
  if (gains.length === 0) return undefined
  const p = signFlips(gains)
  return { without: mean(before), with: mean(after), p, helps: mean(gains) > 0 && p <= SIGNIFICANT }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
