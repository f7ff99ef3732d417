/**
 * The w-step of Algorithm 1: problems/max-margin.ts for fixed references, by dual coordinate ascent
 * over rows; constraints are never materialised.
 *
 * One visit: p = Phi_i w gives the dual gradient g of the row's S - 1 variables. A trial step
 * clip(a + t g, 0, lambda) - a is a direction of ascent; the exact line search along it costs one
 * adjoint, u = Phi_i' beta with curvature |u|^2. The step length t is remembered per row: doubled
 * after a full step, shrunk after a short one. Class means are visited the same way for the mean
 * constraints. The dual rises monotonically, and the duality gap certifies the result:
 *
 *   primal - dual = sum over constraints of lambda [g]_+ - a g
 *
 * The sum is exact for w = w(a); where rounding has moved w by e it is off by |e|^2 / 2 only.
 *
 * What this cannot finish (a large lambda, long rows) solvers/proximal-newton.ts does.
 */
import type { Job } from '../base/progress.js'
import type { Random } from '../base/random.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import { type MaxMarginProblem, violations } from '../problems/max-margin.js'
import { type MeanRows, createMeanRows, meanRowsBytes } from '../problems/mean-rows.js'
import { DualBlocks, type Tally } from './dual-blocks.js'
import { NewtonSystem } from './newton-system.js'
import { type Constraints, proximalNewton } from './proximal-newton.js'

export interface WStepSettings {
  /** stop at this relative duality gap */
  readonly tolerance: number
  readonly maxEpochs: number
  readonly random: Random
}

export interface WStepResult {
  readonly status: 'converged' | 'epoch-limit' | 'cancelled'
  /** of Eq. 7 at w, without the lambda1 term */
  readonly objective: number
  /** (objective - dual) / objective */
  readonly gap: number
  readonly epochs: number
}

/** Rows between two signs of life. */
const ROWS_PER_YIELD = 256
/**
 * Rows between two sweeps over the class means: a sweep costs about as much as a row per class, and a large
 * lambda2 wants many.
 */
const ROWS_PER_SWEEP = 1024
const TILE = 64
/**
 * The gap seen while passing over the rows is older than the end of the epoch; below this multiple of the
 * tolerance it is worth measuring.
 */
const MEASURE_BELOW = 3
/**
 * Every so many epochs, from the second time on, it is asked whether epochs will do. If not, second-order
 * steps take over: they cost more each, but need tens where epochs would need thousands.
 */
const EPOCHS_PER_LOOK = 50
/** What is kept for them of the epochs that are allowed. */
const STEPS = 100
/** Finer gaps than this are lost in w's float32 when many constraints hold each other. */
const FINEST = 1e-5

export function wStepBytes(seen: number, d: number, s: number, meanConstraints: boolean): number {
  return (
    2 * arrayBytes(d, 4) +
    2 * arrayBytes(d, 8) +
    2 * arrayBytes(TILE * s, 4) +
    (meanConstraints ? meanRowsBytes(seen, d, s) : 0)
  )
}

interface FinishSettings {
  readonly tolerance: number
  readonly epoch: number
  readonly maxSteps: number
}

export interface SavedPoint {
  readonly w64: Float64Array
  readonly rows: Float64Array
  readonly classes: Float64Array
  readonly finished: boolean
}

export class WStep {
  /** the answer, (d) */
  readonly w: Float32Array
  private readonly w64: Float64Array
  /** w is better than w(a): second-order steps have ended here */
  private finished = false
  /** of second-order steps, made for the first */
  private system: NewtonSystem | undefined
  private readonly problem: MaxMarginProblem
  private readonly seen: number
  private readonly means: MeanRows | undefined
  /** every row of the ranges: its number among the stored rows, and its class */
  private readonly rowOf: Uint32Array
  private readonly labelOf: Uint32Array
  private readonly order: Uint32Array
  /** dual variables of the rows and of the class means */
  private readonly ofRows: DualBlocks
  private readonly ofClasses: DualBlocks
  // workspace
  private readonly p: Float32Array
  private readonly beta: Float32Array
  private readonly u: Float32Array
  private readonly sum64: Float64Array
  private readonly beta64: Float64Array
  private readonly g: Float64Array

  constructor(arena: Arena, problem: MaxMarginProblem, meanConstraints: boolean) {
    const { phi, ranges } = problem
    const d = phi.rows.columns
    this.problem = problem
    this.seen = ranges.length
    this.w = arena.float32(d)
    this.w64 = arena.float64(d)
    this.sum64 = arena.float64(d)
    this.u = arena.float32(d)
    this.p = arena.float32(TILE * phi.s)
    this.beta = arena.float32(TILE * phi.s)
    this.means = meanConstraints ? createMeanRows(arena, phi, ranges) : undefined
    const total = ranges.reduce((sum, { count }) => sum + count, 0)
    this.rowOf = new Uint32Array(total)
    this.labelOf = new Uint32Array(total)
    let at = 0
    ranges.forEach(({ first, count }, y) => {
      for (let i = 0; i < count; i++, at++) {
        this.rowOf[at] = first + i
        this.labelOf[at] = y
      }
    })
    this.order = new Uint32Array(total).map((_, i) => i)
    this.ofRows = new DualBlocks(problem, this.labelOf)
    this.ofClasses = new DualBlocks(
      problem,
      new Uint32Array(this.seen).map((_, y) => y)
    )
    this.beta64 = new Float64Array(this.seen)
    this.g = new Float64Array(this.seen)
  }

  /** Solves for the given lambdas, from wherever the last solution left the dual variables. */
  *solve(
    lambda2: number,
    lambda3: number,
    { tolerance, maxEpochs, random }: WStepSettings
  ): Job<WStepResult> {
    if (this.finished) this.sumWeights()
    this.changeBox(lambda2, lambda3)
    let last = { objective: Infinity, gap: Infinity }
    // A warm start may already be good enough; a cold one is not.
    let measured = this.w64.some(value => value !== 0) ? this.measure() : undefined
    let seen = Infinity
    let before = Infinity
    for (let epoch = 0; ; epoch++) {
      if (measured !== undefined) {
        last = this.result(measured)
        const stop = yield { stage: 'weights', epoch, fraction: 1, ...last }
        if (last.gap <= tolerance) return { ...last, status: 'converged', epochs: epoch }
        if (stop) return { ...last, status: 'cancelled', epochs: epoch }
        if (epoch === maxEpochs) return { ...last, status: 'epoch-limit', epochs: epoch }
      }
      if (epoch > 0 && epoch % EPOCHS_PER_LOOK === 0 && epoch < maxEpochs) {
        const rate = seen / before
        before = seen
        const looks = (maxEpochs - STEPS - epoch) / EPOCHS_PER_LOOK
        if (
          epoch > EPOCHS_PER_LOOK &&
          fallsShort(seen, rate, looks, tolerance) &&
          NewtonSystem.fits(this.w.length)
        )
          return yield* this.finish({ tolerance, epoch, maxSteps: maxEpochs - epoch })
      }
      const passed = yield* this.pass(epoch + 1, last, random)
      if (passed === undefined)
        return { ...this.result(this.measure()), status: 'cancelled', epochs: epoch + 1 }
      seen = this.result(passed).gap
      measured = epoch + 1 === maxEpochs || seen <= MEASURE_BELOW * tolerance ? this.measure() : undefined
    }
  }

  /**
   * One epoch: every row once, in random order, and the class means every now and then. Returns what was seen
   * on the way; undefined when told to stop.
   */
  private *pass(
    epoch: number,
    last: { objective: number; gap: number },
    random: Random
  ): Job<Tally | undefined> {
    const tally: Tally = { hinges: 0, gap: 0 }
    const rows = this.ofRows.lambda > 0 ? random.shuffle(this.order).length : 0
    for (let at = 0; at < Math.max(rows, 1); at++) {
      if (at % ROWS_PER_SWEEP === 0 && this.ofClasses.lambda > 0)
        this.sweepClasses(at === 0 ? tally : { hinges: 0, gap: 0 })
      if (at < rows) this.visitRow(this.order[at], tally)
      if (
        at % ROWS_PER_YIELD === 0 &&
        (yield { stage: 'weights', epoch, fraction: at / Math.max(rows, 1), ...last })
      )
        return undefined
    }
    return tally
  }

  private sweepClasses(tally: Tally): void {
    const { means } = this
    for (let y = 0; y < this.seen && means !== undefined; y++) this.visitClass(y, means, tally)
  }

  /** Second-order steps from here on; each counts as an epoch. */
  private *finish({ tolerance, epoch, maxSteps }: FinishSettings): Job<WStepResult> {
    const { ofRows, ofClasses } = this
    const start = new Float64Array(ofRows.values.length + ofClasses.values.length)
    start.set(ofRows.values)
    start.set(ofClasses.values, ofRows.values.length)
    // Half of the tolerance is left to the rounding of w.
    const settings = { tolerance: tolerance / 2, epoch, maxSteps }
    const { w, a, dual, steps, stopped } = yield* proximalNewton(
      this.constraints(),
      (this.system ??= new NewtonSystem(this.w.length)),
      start,
      settings
    )
    this.setDuals(a)
    this.finished = true
    const objective = this.round(w, tolerance)
    const gap = objective > dual ? (objective - dual) / objective : 0
    const status = gap <= tolerance ? 'converged' : stopped ? 'cancelled' : 'epoch-limit'
    return { status, objective, gap, epochs: epoch + steps }
  }

  /**
   * w in float32, and its objective. Where many constraints just hold and lambda is large, rounding alone
   * breaks them by more than the tolerance; a slightly longer w keeps them.
   */
  private round(w: Float64Array, tolerance: number): number {
    const objectiveOf = (stretch: number): number => {
      for (let m = 0; m < w.length; m++) this.w64[m] = this.w[m] = stretch * w[m]
      return this.result(this.measure()).objective
    }
    const [exact, longer] = [objectiveOf(1), objectiveOf(1 + tolerance / 8)]
    return exact < longer ? objectiveOf(1) : longer
  }

  /** The constraints of all rows, then those of the class means, as second-order steps see them. */
  private constraints(): Constraints {
    const { problem, ofRows, ofClasses, seen, means, beta, beta64, u } = this
    const { phi } = problem
    const split = ofRows.values.length
    const upper = new Float64Array(split + ofClasses.values.length)
    upper.fill(ofRows.lambda, 0, split).fill(ofClasses.lambda, split)
    return {
      columns: this.w.length,
      upper,
      violations: (w, out) => {
        this.w.set(w)
        out.fill(0)
        this.visitAll((duals, block, g) => out.set(g, (duals === ofRows ? 0 : split) + block * seen))
      },
      weights: a => {
        this.setDuals(a)
        this.sumWeights()
        return this.w64
      },
      row: (j, out) => {
        const [duals, block] =
          j < split ? [ofRows, Math.floor(j / seen)] : [ofClasses, Math.floor((j - split) / seen)]
        duals.difference(block, j % seen, beta64)
        beta.set(beta64)
        if (duals === ofRows) {
          this.sum64.fill(0)
          phi.adjointSum(this.rowOf[block], 1, beta, this.sum64)
          out.set(this.sum64)
        } else {
          means?.adjoint(block, beta, u)
          out.set(u)
        }
      }
    }
  }

  private setDuals(a: Float64Array): void {
    this.ofRows.values.set(a.subarray(0, this.ofRows.values.length))
    this.ofClasses.values.set(a.subarray(this.ofRows.values.length))
  }

  /** After the references changed: the means, and w(a) for the present dual variables. */
  rebuild(): void {
    this.means?.refresh()
    this.sumWeights()
  }

  /** The present point, to come back to (the references are the caller's to restore). */
  save(): SavedPoint {
    return {
      w64: this.w64.slice(),
      rows: this.ofRows.values.slice(),
      classes: this.ofClasses.values.slice(),
      finished: this.finished
    }
  }

  restore({ w64, rows, classes, finished }: SavedPoint): void {
    this.w64.set(w64)
    this.w.set(w64)
    this.ofRows.values.set(rows)
    this.ofClasses.values.set(classes)
    this.finished = finished
  }

  private visitRow(at: number, tally: Tally): void {
    const { phi } = this.problem
    const row = this.rowOf[at]
    phi.forward(row, 1, this.w, this.p)
    violations(this.problem, this.labelOf[at], this.p, 0, this.g)
    const slope = this.ofRows.trial(at, this.g, this.beta64, tally)
    if (slope <= 0) return
    this.beta.set(this.beta64)
    const step = lineSearch(slope, phi.adjoint(row, this.beta, this.u))
    phi.rows.update(row, this.u.byteOffset, step, this.w64.byteOffset, this.w.byteOffset)
    this.ofRows.apply(at, step, this.g)
  }

  private visitClass(y: number, means: MeanRows, tally: Tally): void {
    means.forward(y, this.w, this.p)
    violations(this.problem, y, this.p, 0, this.g)
    const slope = this.ofClasses.trial(y, this.g, this.beta64, tally)
    if (slope <= 0) return
    this.beta.set(this.beta64)
    const step = lineSearch(slope, means.adjoint(y, this.beta, this.u))
    this.addToWeights(step)
    this.ofClasses.apply(y, step, this.g)
  }

  /** Primal hinges and duality gap at the present point, over all constraints. */
  private measure(): Tally {
    const tally: Tally = { hinges: 0, gap: 0 }
    this.visitAll((duals, block, g) => duals.count(block, g, tally))
    return tally
  }

  /** The violations g at w of every block that has constraints. */
  private visitAll(visit: (duals: DualBlocks, block: number, g: Float64Array) => void): void {
    const { phi, ranges } = this.problem
    let at = 0
    for (const [y, { first, count }] of ranges.entries()) {
      if (this.means !== undefined && this.ofClasses.lambda > 0) {
        this.means.forward(y, this.w, this.p)
        violations(this.problem, y, this.p, 0, this.g)
        visit(this.ofClasses, y, this.g)
      }
      for (let done = 0; done < count && this.ofRows.lambda > 0; done += TILE) {
        const size = Math.min(TILE, count - done)
        phi.forward(first + done, size, this.w, this.p)
        for (let i = 0; i < size; i++) {
          violations(this.problem, y, this.p, i * phi.s, this.g)
          visit(this.ofRows, at + done + i, this.g)
        }
      }
      at += count
    }
  }

  private result({ hinges, gap }: Tally): { objective: number; gap: number } {
    const objective = squaredLength(this.w64) / 2 + hinges
    return { objective, gap: gap === 0 ? 0 : gap / Math.max(objective, Number.MIN_VALUE) }
  }

  /**
   * Warm start for other lambdas: dual variables are clipped to the new box and, where it grew,
   * scaled by the one factor that raises the dual most (w is linear in them, so that is free).
   */
  private changeBox(lambda2: number, lambda3: number): void {
    const { ofRows, ofClasses } = this
    const shrinks = lambda3 < ofRows.lambda || lambda2 < ofClasses.lambda
    ofRows.lambda = lambda3
    ofClasses.lambda = lambda2
    if (shrinks) {
      ofRows.scale(1)
      ofClasses.scale(1)
      this.sumWeights()
    }
    const best = (ofRows.gain() + ofClasses.gain()) / squaredLength(this.w64)
    const factor = Math.min(best, ofRows.room(), ofClasses.room())
    if (!(factor > 1) || !Number.isFinite(factor)) return
    ofRows.scale(factor)
    ofClasses.scale(factor)
    for (let m = 0; m < this.w64.length; m++) this.w64[m] *= factor
    this.w.set(this.w64)
  }

  /** w = sum_i Phi_i' beta_i + sum_y M_y' beta_y, from the dual variables. */
  private sumWeights(): void {
    const { phi, ranges } = this.problem
    this.finished = false
    this.w64.fill(0)
    let at = 0
    for (const { first, count } of ranges) {
      for (let done = 0; done < count; done += TILE) {
        const size = Math.min(TILE, count - done)
        let any = false
        this.beta.fill(0)
        for (let i = 0; i < size; i++) {
          any = this.ofRows.mix(at + done + i, this.beta64) || any
          this.beta.set(this.beta64, i * phi.s)
        }
        if (any) phi.adjointSum(first + done, size, this.beta, this.w64)
      }
      at += count
    }
    this.w.set(this.w64)
    for (let y = 0; y < this.seen && this.means !== undefined; y++) {
      if (!this.ofClasses.mix(y, this.beta64)) continue
      this.beta.set(this.beta64)
      this.means.adjoint(y, this.beta, this.u)
      this.addToWeights(1)
    }
  }

  /** w += step u for a dense u */
  private addToWeights(step: number): void {
    for (let m = 0; m < this.w.length; m++) {
      this.w64[m] += step * this.u[m]
      this.w[m] = this.w64[m]
    }
  }
}

/** Will a gap that goes on falling at this rate still be above the tolerance after so many looks? */
function fallsShort(gap: number, rate: number, looks: number, tolerance: number): boolean {
  if (tolerance < FINEST) return false
  for (let look = 0; look < looks && gap > tolerance; look++) gap *= rate
  return gap > tolerance
}

/** The best multiple of the direction, at most 1: the box ends there. */
function lineSearch(slope: number, curvature: number): number {
  return slope < curvature ? slope / curvature : 1
}

function squaredLength(values: Float64Array): number {
  let squares = 0
  for (const value of values) squares += value * value
  return squares
}
