/**
 * Runs the jobs of a comparison at a place, one after the other. Jobs on the same rows share them, and
 * through them what methods compute alike.
 */
import { defined } from '../base/defined.js'
import { UnseenError } from '../base/errors.js'
import { type Job, stopped } from '../base/progress.js'
import { type ScoredRows, answersAt, compete, generalisedAt } from '../evaluation/competition.js'
import { curvePoints, seenUnseenCurve } from '../evaluation/seen-unseen.js'
import type { Work } from '../tasks/executor.js'
import { toUnits, unitOf } from './bias.js'
import type { ComparisonJob, FoldJob, FoldPoint, GzslTest, JobResult, TestJob, ZslTest } from './jobs.js'
import { type Material, type Method, type Scorer, gridPoints } from './method.js'
import { methods as registered } from './methods.js'
import { type GeneralisedRows, type FoldRows, openFolds, openTest } from './part.js'
import type { ComparisonData } from './place.js'

/** Of the seen-unseen curve that are kept. */
const CURVE_POINTS = 80

/** With methods of one's own, which stay in this thread, or those of the registry. */
export function comparisonWork(
  methods: readonly Method[] = registered
): Work<ComparisonData, ComparisonJob, JobResult, ComparisonData> {
  const own = methods.find(method => !registered.includes(method))
  return {
    name: 'comparison',
    ...defined({
      staysHere:
        own === undefined ? undefined : `they do not know the method "${own.name}", which is your own`
    }),
    // Rows in shared memory stay where they are, others are copied on the way.
    message: place => place,
    open: place => openJobs(place, methods)
  }
}

function openJobs(place: ComparisonData, methods: readonly Method[]): (job: ComparisonJob) => Job<JobResult> {
  const rows = openRows(place)
  return function* (job) {
    // A method may be tuned as one that is not asked for itself.
    const method = [...methods, ...registered].find(({ name }) => name === job.method)
    if (method === undefined) throw new UnseenError('options.value', `There is no method "${job.method}".`)
    const part = rows(job)
    const started = performance.now()
    const finish = <Rest extends object>(rest: Rest): { key: string; seconds: number } & Rest => ({
      key: job.key,
      seconds: (performance.now() - started) / 1000,
      ...rest
    })
    try {
      if (job.kind === 'fold')
        return finish({ kind: 'fold' as const, points: yield* runFold(method, part, job) })
      return finish({ kind: 'test' as const, ...(yield* runTest(method, part, job)) })
    } catch (error) {
      // One method that cannot be run is no reason to lose the others.
      if (!(error instanceof UnseenError) || error.code === 'cancelled') throw error
      return finish(
        job.kind === 'fold'
          ? { kind: 'fold' as const, points: [], failed: error.message }
          : { kind: 'test' as const, failed: error.message }
      )
    }
  }
}

/** The rows of a job; those of the last fold or test are kept, and the folds of one trial, no others. */
function openRows(place: ComparisonData): (job: ComparisonJob) => FoldRows {
  let folds: { readonly seed: number; readonly open: ReturnType<typeof openFolds> } | undefined
  let last: { readonly name: string; readonly part: FoldRows } | undefined
  return job => {
    const name = `${job.seed} ${job.kind === 'test' ? job.protocol : job.heldOut.join()}`
    if (last?.name === name) return last.part
    // The old rows go first: both may not fit.
    last = undefined
    if (job.kind === 'test') {
      folds = undefined
      last = { name, part: openTest(place, job.protocol, job.seed) }
    } else {
      if (folds?.seed !== job.seed) {
        folds = undefined
        folds = { seed: job.seed, open: openFolds(place, job.seed) }
      }
      last = { name, part: folds.open(job.heldOut, job.generalised) }
    }
    return last.part
  }
}

function* runFold(method: Method, part: FoldRows, { key, every = 1 }: FoldJob): Job<FoldPoint[]> {
  const [[first, values] = ['', []]] = Object.entries(method.grid)
  const points = gridPoints(method.grid).filter(
    point => every === 1 || values.indexOf(point[first]) % every === 0
  )
  const prepared = yield* method.prepare(part.material)
  const results: FoldPoint[] = []
  for (const point of points) {
    const scorer = yield* prepared.train(point, { rough: true })
    results.push(measurePoint(method, scorer, part))
    if (yield { stage: 'chain', key, done: results.length, total: points.length }) throw stopped()
  }
  return results
}

function measurePoint(
  { transductive, relative = false }: Method,
  scorer: Scorer,
  { unseen, unseenSignatures, material, generalised }: FoldRows
): FoldPoint {
  const candidates = unseenSignatures.length / material.length
  const alone = (): ZslTest =>
    measureAmong(scorer.scores(unseen.features, unseenSignatures), unseen.labels, candidates)
  if (generalised === undefined) return accuracyOf(alone())
  const { scored, unit } = scoreAll(transductive, scorer, generalised, material)
  // The unseen columns of the unseen rows are what scoring them alone gives, unless rows or candidates depend
  // on each other.
  const among =
    transductive || relative ? alone() : measureAmong(scored.scores, unseen.labels, candidates, material.seen)
  return { ...accuracyOf(among), curve: toUnits(seenUnseenCurve(compete(scored)), unit) }
}

function accuracyOf({ perClass, perImage }: ZslTest): FoldPoint {
  return { perClass, perImage }
}

function* runTest(
  method: Method,
  { material, unseen, unseenSignatures, generalised }: FoldRows,
  { parameters, bias = 0 }: TestJob
): Job<{ zsl: ZslTest } | { gzsl: GzslTest }> {
  const scorer = yield* (yield* method.prepare(material)).train(parameters)
  if (generalised === undefined)
    return {
      zsl: measureAmong(
        scorer.scores(unseen.features, unseenSignatures),
        unseen.labels,
        unseenSignatures.length / material.length
      )
    }
  const { scored, unit } = scoreAll(method.transductive, scorer, generalised, material)
  const competition = compete(scored)
  const added = bias * unit
  const curve = seenUnseenCurve(competition)
  return {
    gzsl: {
      raw: Array.from(answersAt(competition, 0)),
      calibrated: Array.from(answersAt(competition, added)),
      bias: added,
      area: curve.area,
      harmonic: generalisedAt(competition, added).perClass.harmonic,
      curve: curvePoints(curve, CURVE_POINTS)
    }
  }
}

/** Scores among all classes, and their unit (bias.ts). */
function scoreAll(
  transductive: boolean,
  scorer: Scorer,
  { features, tested: testedRows, trained: trainedRows, labels, signatures }: GeneralisedRows,
  { seen, length }: Material
): { scored: ScoredRows; unit: number } {
  const stride = signatures.length / length
  // Training rows must not be among those whose answers depend on each other.
  const all = transductive ? undefined : scorer.scores(features, signatures)
  const tested = all?.subarray(0, labels.length * stride) ?? scorer.scores(testedRows, signatures)
  const trained = all?.subarray(labels.length * stride) ?? scorer.scores(trainedRows, signatures)
  return {
    scored: { scores: tested, labels, seen: Array.from({ length: stride }, (_, c) => c < seen) },
    unit: unitOf(trained, seen, stride)
  }
}

/**
 * Answers among so many candidates, the first of equals, and how often they are right; `before`: columns of
 * others before theirs.
 */
function measureAmong(scores: Float64Array, labels: Int32Array, candidates: number, before = 0): ZslTest {
  const stride = before + candidates
  const [rows, right] = [new Float64Array(candidates), new Float64Array(candidates)]
  const predicted = Array.from(labels, (label, i) => {
    const own = scores.subarray(i * stride + before, (i + 1) * stride)
    let best = 0
    for (let k = 1; k < candidates; k++) if (own[k] > own[best]) best = k
    rows[label]++
    if (best === label) right[label]++
    return best
  })
  const tested = Array.from(rows.keys()).filter(k => rows[k] > 0)
  return {
    predicted,
    perImage: right.reduce((sum, value) => sum + value, 0) / labels.length,
    perClass: tested.reduce((sum, k) => sum + right[k] / rows[k], 0) / tested.length
  }
}
