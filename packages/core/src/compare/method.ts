/**
 * What every method of zero-shot recognition comes down to: trained on seen classes, it scores rows
 * against signatures, seen or new. Candidates, bias and rejection are decided from scores alone, so
 * they serve methods without mixtures too.
 *
 * A comparison hands every method the same material, rows already normalised and signatures of length
 * 1, and the same budget: a grid of exactly GRID_POINTS points (one for a method without parameters).
 */
import type { Job } from '../base/progress.js'
import type { DenseMatrix } from '../linalg/matrix.js'

/** Points in the grid of each method that has parameters: the same budget for all. */
export const GRID_POINTS = 12

/**
 * Values of a strength (ridge, gamma, lambda, step: each in its natural unit): the decades of the paper's own
 * grid,
 * 0.001 to 100, and of these the middle ones where a grid has room for fewer. One rule for all methods, so
 * that none has
 * its grid laid where it is known to win.
 */
export function decades(count: 2 | 3 | 4 | 6): readonly number[] {
  return { 2: [0.1, 1], 3: [0.1, 1, 10], 4: [0.01, 0.1, 1, 10], 6: [0.001, 0.01, 0.1, 1, 10, 100] }[count]
}

/** A method's parameters at one point of its grid. */
export type Parameters = Readonly<Record<string, number | string>>
/** The values tried for each parameter; the grid is their product, in the order given. */
export type ParameterGrid = Readonly<Record<string, readonly (number | string)[]>>

/** What all methods learn from. Methods that get the same object share what can be shared (sums.ts). */
export interface Material {
  /** normalised, (rows x columns) */
  readonly features: DenseMatrix
  /** (rows): seen class of each row, 0 .. seen - 1; every class has rows */
  readonly labels: Int32Array
  /** How many seen classes there are. */
  readonly seen: number
  /** each of length 1, row-major (seen x length) */
  readonly signatures: Float64Array
  /** (seen): how long each was before; tells which attributes are the same for all, where it is known */
  readonly lengths?: Float64Array
  /** Entries of a signature. */
  readonly length: number
  /** rows and signatures are of one space, so that their cosine means something; otherwise absent */
  readonly oneSpace?: boolean
  /** Seed of everything random. */
  readonly seed: number
}

/**
 * A method that recognises unseen classes by their signatures. docs/add-a-method.md says how to write one.
 */
export interface Method {
  /** what the command calls it */
  readonly name: string
  /** What tables and figures call it. */
  readonly title: string
  /** authors and year */
  readonly source: string
  /** the paper's method, our own, or another's: they never share a row of a table */
  readonly kind: 'paper' | 'ours' | 'other'
  /** a closed form, or nearly as quick */
  readonly quick: boolean
  /**
   * what its time grows with: rows times columns, or products of all columns (or rows, if fewer) and systems
   * of them
   */
  readonly grows: 'rows' | 'systems'
  /** scores depend on which other rows are recognised along with a row */
  readonly transductive: boolean
  /** scores of a class depend on which other classes are candidates */
  readonly relative?: boolean
  /** only for rows and signatures of one space; `all` and `quick` leave it out elsewhere */
  readonly oneSpace?: boolean
  /** Values that are tried for each parameter. */
  readonly grid: ParameterGrid
  /** 0 for the kind of point that is easiest to read, more for others: these must earn their place (tuning/choice.ts) */
  readonly plainness?: (point: Parameters) => number
  /** Name of the method that is cross-validated in its place, on the same grid, where the source tunes so. */
  readonly tunedAs?: string
  /** What all points share. A job told to stop throws `stopped()`. */
  prepare(material: Material): Job<Prepared>
}

/** Rows made ready for one method: what the points of its grid share is computed once. */
export interface Prepared {
  /**
   * Points of a search come in grid order (an estimate leaves some out), so that one may start from the one
   * before. `rough`: good enough to rank points by.
   */
  train(point: Parameters, options?: { readonly rough?: boolean }): Job<Scorer>
}

/** A trained method. */
export interface Scorer {
  /**
   * Rows normalised as in training, signatures of length 1 (candidates x length) -> row-major (rows x
   * candidates). Rows must not change afterwards: what was computed from them may be kept.
   */
  scores(rows: DenseMatrix, signatures: Float64Array): Float64Array
}

/** The points of a grid, the last parameter moving fastest; one empty point where there is no parameter. */
export function gridPoints(grid: ParameterGrid): Parameters[] {
  return Object.entries(grid).reduce<Parameters[]>(
    (points, [name, values]) => points.flatMap(point => values.map(value => ({ ...point, [name]: value }))),
    [{}]
  )
}

/**
 * Parameters of a point that lie on the edge of their list, where a better value may lie outside. Unordered
 * ones (names) have no edge, nor have choices between two values, nor do 0 and a count of 1, below which
 * there is nothing.
 *
 * @param grid the values that were tried
 * @param point the values that were chosen
 */
export function onEdge(grid: ParameterGrid, point: Parameters): string[] {
  return Object.entries(grid)
    .filter(
      ([name, values]) =>
        values.length > 2 &&
        typeof values[0] === 'number' &&
        ((point[name] === values[0] && !isLeast(values)) || point[name] === values.at(-1))
    )
    .map(([name]) => name)
}

/** Does a list begin where less makes no sense? */
function isLeast(values: readonly (number | string)[]): boolean {
  return values[0] === 0 || (values[0] === 1 && values.every(value => Number.isInteger(value)))
}
