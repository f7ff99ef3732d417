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
 */
import type { Job } from '../base/progress.js'
import type { Random } from '../base/random.js'
import { arrayBytes, type Arena } from '../kernels/arena.js'
import { addMixture, violations, type MaxMarginProblem } from '../problems/max-margin.js'
import { createMeanRows, meanRowsBytes, type MeanRows } from '../problems/mean-rows.js'

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
/** Rows between two sweeps over the class means: a sweep costs about as much as a row per class, and a large lambda2 wants many. */
const ROWS_PER_SWEEP = 1024
const TILE = 64
/** The gap seen while passing over the rows is older than the end of the epoch; below this multiple of the tolerance it is worth measuring. */
const MEASURE_BELOW = 3

export function wStepBytes(seen: number, d: number, s: number, meanConstraints: boolean): number {
  return 2 * arrayBytes(d, 4) + arrayBytes(d, 8) + 2 * arrayBytes(TILE * s, 4) + (meanConstraints ? meanRowsBytes(seen, d, s) : 0)
}

export interface SavedPoint {
  readonly w64: Float64Array
  readonly rowDuals: Float64Array
  readonly classDuals: Float64Array
}

/** What happened in one pass or measurement, for the gap and the objective. */
interface Tally {
  hinges: number
  gap: number
}

export class WStep {
  /** the answer, (d) */
  readonly w: Float32Array
  private readonly w64: Float64Array
  private readonly problem: MaxMarginProblem
  private readonly seen: number
  private means: MeanRows | undefined
  /** every row of the ranges: its number among the stored rows, and its class */
  private readonly rowOf: Uint32Array
  private readonly labelOf: Uint32Array
  private readonly order: Uint32Array
  /** dual variables: (rows x S) and (S x S) */
  private readonly rowDuals: Float64Array
  private readonly classDuals: Float64Array
  /** remembered step lengths; Infinity: to the corner of the box */
  private readonly rowLengths: Float64Array
  private readonly classLengths: Float64Array
  private lambda2 = 0
  private lambda3 = 0
  // workspace
  private readonly p: Float32Array
  private readonly beta: Float32Array
  private readonly u: Float32Array
  private readonly beta64: Float64Array
  private readonly g: Float64Array
  private readonly direction: Float64Array

  constructor(arena: Arena, problem: MaxMarginProblem, meanConstraints: boolean) {
    const { phi, ranges } = problem
    const d = phi.rows.columns
    this.problem = problem
    this.seen = ranges.length
    this.w = arena.float32(d)
    this.w64 = arena.float64(d)
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
    this.rowDuals = new Float64Array(total * this.seen)
    this.classDuals = new Float64Array(this.seen * this.seen)
    this.rowLengths = new Float64Array(total).fill(Infinity)
    this.classLengths = new Float64Array(this.seen).fill(Infinity)
    this.beta64 = new Float64Array(this.seen)
    this.g = new Float64Array(this.seen)
    this.direction = new Float64Array(this.seen)
  }

  /** Solves for the given lambdas, from wherever the last solution left the dual variables. */
  *solve(lambda2: number, lambda3: number, { tolerance, maxEpochs, random }: WStepSettings): Job<WStepResult> {
    this.changeBox(lambda2, lambda3)
    let last = { objective: Infinity, gap: Infinity }
    // A warm start may already be good enough; a cold one is not.
    let measured = this.w64.some((value) => value !== 0) ? this.measure() : undefined
    for (let epoch = 0; ; epoch++) {
      if (measured !== undefined) {
        last = this.result(measured)
        const stop = yield { stage: 'weights', epoch, fraction: 1, ...last }
        if (last.gap <= tolerance) return { ...last, status: 'converged', epochs: epoch }
        if (stop) return { ...last, status: 'cancelled', epochs: epoch }
        if (epoch === maxEpochs) return { ...last, status: 'epoch-limit', epochs: epoch }
      }
      const passed = yield* this.pass(epoch + 1, last, random)
      if (passed === undefined) return { ...this.result(this.measure()), status: 'cancelled', epochs: epoch + 1 }
      measured = epoch + 1 === maxEpochs || this.result(passed).gap <= MEASURE_BELOW * tolerance ? this.measure() : undefined
    }
  }

  /** One epoch: every row once, in random order, and the class means every now and then. Returns what was seen on the way; undefined when told to stop. */
  private *pass(epoch: number, last: { objective: number; gap: number }, random: Random): Job<Tally | undefined> {
    const tally: Tally = { hinges: 0, gap: 0 }
    const rows = this.lambda3 > 0 ? random.shuffle(this.order).length : 0
    for (let at = 0; at < Math.max(rows, 1); at++) {
      if (at % ROWS_PER_SWEEP === 0 && this.lambda2 > 0) this.sweepClasses(at === 0 ? tally : { hinges: 0, gap: 0 })
      if (at < rows) this.visitRow(this.order[at], tally)
      if (at % ROWS_PER_YIELD === 0 && (yield { stage: 'weights', epoch, fraction: at / Math.max(rows, 1), ...last })) return undefined
    }
    return tally
  }

  private sweepClasses(tally: Tally): void {
    for (let y = 0; y < this.seen; y++) this.visitClass(y, tally)
  }

  /** After the references changed: the means, and w(a) for the present dual variables. */
  rebuild(): void {
    this.means?.refresh()
    this.sumWeights()
  }

  /** The present point, to come back to (the references are the caller's to restore). */
  save(): SavedPoint {
    return { w64: this.w64.slice(), rowDuals: this.rowDuals.slice(), classDuals: this.classDuals.slice() }
  }

  restore({ w64, rowDuals, classDuals }: SavedPoint): void {
    this.w64.set(w64)
    this.w.set(w64)
    this.rowDuals.set(rowDuals)
    this.classDuals.set(classDuals)
  }

  private visitRow(at: number, tally: Tally): void {
    const { phi } = this.problem
    const row = this.rowOf[at]
    const y = this.labelOf[at]
    phi.forward(row, 1, this.w, this.p)
    violations(this.problem, y, this.p, 0, this.g)
    const slope = this.trialStep(y, this.rowDuals, at * this.seen, this.lambda3, this.rowLengths[at], tally)
    if (slope <= 0) return
    const step = this.lineSearch(slope, phi.adjoint(row, this.beta, this.u))
    phi.rows.update(row, this.u.byteOffset, step, this.w64.byteOffset, this.w.byteOffset)
    this.rowLengths[at] = this.applyStep(step, this.rowDuals, at * this.seen, this.rowLengths[at])
  }

  private visitClass(y: number, tally: Tally): void {
    if (this.means === undefined) return
    this.means.forward(y, this.w, this.p)
    violations(this.problem, y, this.p, 0, this.g)
    const slope = this.trialStep(y, this.classDuals, y * this.seen, this.lambda2, this.classLengths[y], tally)
    if (slope <= 0) return
    const step = this.lineSearch(slope, this.means.adjoint(y, this.beta, this.u))
    this.addToWeights(step)
    this.classLengths[y] = this.applyStep(step, this.classDuals, y * this.seen, this.classLengths[y])
  }

  /** Fills `direction` and `beta` for the violations in `g`; returns the dual's slope along it. */
  private trialStep(y: number, duals: Float64Array, offset: number, lambda: number, length: number, tally: Tally): number {
    const { g, direction, beta64, seen } = this
    const { mixtures } = this.problem
    let slope = 0
    let moved = 0
    let hinges = 0
    let gap = 0
    beta64.fill(0)
    for (let k = 0; k < seen; k++) {
      const violation = g[k]
      const dual = duals[offset + k]
      if (violation > 0) {
        hinges += lambda * violation
        gap += (lambda - dual) * violation
      } else gap -= dual * violation
      const change = (violation === 0 ? dual : Math.min(lambda, Math.max(0, dual + length * violation))) - dual
      direction[k] = change
      if (change === 0) continue
      slope += change * violation
      moved += change
      addMixture(mixtures, k, -change, beta64)
    }
    tally.hinges += hinges
    tally.gap += gap
    addMixture(mixtures, y, moved, beta64)
    this.beta.set(beta64)
    return slope
  }

  /** The best multiple of the direction, at most 1: the box ends there. */
  private lineSearch(slope: number, curvature: number): number {
    return slope < curvature ? slope / curvature : 1
  }

  /** Moves the dual variables and returns the step length to try next time. */
  private applyStep(step: number, duals: Float64Array, offset: number, length: number): number {
    const { direction, g, seen } = this
    let moved = 0
    let violated = 0
    for (let k = 0; k < seen; k++) {
      duals[offset + k] += step * direction[k]
      moved += Math.abs(direction[k])
      if (direction[k] !== 0) violated += Math.abs(g[k])
    }
    if (step === 1) return 2 * length
    return length === Infinity ? (step * moved) / violated : Math.max(step, 0.25) * length
  }

  /** Primal hinges and duality gap at the present point, over all constraints. */
  private measure(): Tally {
    const { phi, ranges } = this.problem
    const tally: Tally = { hinges: 0, gap: 0 }
    let at = 0
    for (const [y, { first, count }] of ranges.entries()) {
      if (this.means !== undefined && this.lambda2 > 0) {
        this.means.forward(y, this.w, this.p)
        violations(this.problem, y, this.p, 0, this.g)
        this.count(this.classDuals, y * this.seen, this.lambda2, tally)
      }
      for (let done = 0; done < count && this.lambda3 > 0; done += TILE) {
        const size = Math.min(TILE, count - done)
        phi.forward(first + done, size, this.w, this.p)
        for (let i = 0; i < size; i++) {
          violations(this.problem, y, this.p, i * phi.s, this.g)
          this.count(this.rowDuals, (at + done + i) * this.seen, this.lambda3, tally)
        }
      }
      at += count
    }
    return tally
  }

  private count(duals: Float64Array, offset: number, lambda: number, tally: Tally): void {
    for (let k = 0; k < this.seen; k++) {
      const violation = this.g[k]
      const hinge = violation > 0 ? lambda * violation : 0
      tally.hinges += hinge
      tally.gap += hinge - duals[offset + k] * violation
    }
  }

  private result({ hinges, gap }: Tally): { objective: number; gap: number } {
    let squares = 0
    for (const value of this.w64) squares += value * value
    const objective = squares / 2 + hinges
    return { objective, gap: gap === 0 ? 0 : gap / Math.max(objective, Number.MIN_VALUE) }
  }

  /**
   * Warm start for other lambdas: dual variables are clipped to the new box and, where it grew,
   * scaled by the one factor that raises the dual most (w is linear in them, so that is free).
   */
  private changeBox(lambda2: number, lambda3: number): void {
    const rowsShrink = lambda3 < this.lambda3
    const classesShrink = lambda2 < this.lambda2
    this.lambda2 = lambda2
    this.lambda3 = lambda3
    if (rowsShrink) clip(this.rowDuals, lambda3)
    if (rowsShrink || classesShrink) {
      clip(this.classDuals, lambda2)
      this.sumWeights()
    }
    this.scaleDuals()
  }

  private scaleDuals(): void {
    const { delta } = this.problem
    const { seen } = this
    let gain = 0
    let room = Infinity
    const look = (duals: Float64Array, labels: ArrayLike<number>, lambda: number): void => {
      for (let k = 0; k < duals.length; k++) {
        if (duals[k] === 0) continue
        gain += duals[k] * delta[labels[Math.floor(k / seen)] * seen + (k % seen)]
        room = Math.min(room, lambda / duals[k])
      }
    }
    look(this.rowDuals, this.labelOf, this.lambda3)
    look(this.classDuals, Uint32Array.from({ length: seen }, (_, y) => y), this.lambda2)
    let squares = 0
    for (const value of this.w64) squares += value * value
    const factor = Math.min(room, gain / squares)
    if (!(factor > 1) || !Number.isFinite(factor)) return
    for (const values of [this.rowDuals, this.classDuals, this.w64]) for (let k = 0; k < values.length; k++) values[k] *= factor
    // Scaling to the edge of the box may overshoot it by a rounding error.
    clip(this.rowDuals, this.lambda3)
    clip(this.classDuals, this.lambda2)
    this.w.set(this.w64)
  }

  /** w = sum_i Phi_i' beta_i + sum_y M_y' beta_y, from the dual variables. */
  private sumWeights(): void {
    const { phi, ranges } = this.problem
    this.w64.fill(0)
    let at = 0
    for (const [y, { first, count }] of ranges.entries()) {
      for (let done = 0; done < count; done += TILE) {
        const size = Math.min(TILE, count - done)
        let any = false
        this.beta.fill(0)
        for (let i = 0; i < size; i++) any = this.mixDuals(y, this.rowDuals, (at + done + i) * this.seen, i * phi.s) || any
        if (any) phi.adjointSum(first + done, size, this.beta, this.w64)
      }
      at += count
    }
    this.w.set(this.w64)
    for (let y = 0; y < this.seen && this.means !== undefined; y++) {
      if (!this.mixDuals(y, this.classDuals, y * this.seen, 0)) continue
      this.means.adjoint(y, this.beta, this.u)
      this.addToWeights(1)
    }
  }

  /** beta = sum_k a_k (z_y - z_k) at `to`; false when all a_k are 0 */
  private mixDuals(y: number, duals: Float64Array, offset: number, to: number): boolean {
    const { mixtures } = this.problem
    const { beta64, seen } = this
    let moved = 0
    beta64.fill(0)
    for (let k = 0; k < seen; k++) {
      const dual = duals[offset + k]
      if (dual === 0) continue
      moved += dual
      addMixture(mixtures, k, -dual, beta64)
    }
    addMixture(mixtures, y, moved, beta64)
    this.beta.set(beta64, to)
    return moved > 0
  }

  /** w += step u for a dense u */
  private addToWeights(step: number): void {
    for (let m = 0; m < this.w.length; m++) {
      this.w64[m] += step * this.u[m]
      this.w[m] = this.w64[m]
    }
  }
}

function clip(duals: Float64Array, lambda: number): void {
  for (let k = 0; k < duals.length; k++) if (duals[k] > lambda) duals[k] = lambda
}
