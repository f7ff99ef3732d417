/**
 * What a search tries: points of three families, and the grids they come from. One point is one choice
 * of parameters.
 */
import { defined } from '../base/defined.js'
import { UnseenError } from '../base/errors.js'
import type { Similarity, FitOptions, Mixture } from '../base/options.js'

export const families = ['paper', 'class-weights', 'gauss'] as const
export type Family = (typeof families)[number]

export interface PaperPoint {
  readonly family: 'paper'
  readonly gamma: number
  readonly lambda2: number
  readonly lambda3: number
}
export interface ClassWeightsPoint {
  readonly family: 'class-weights'
  readonly gamma: number
  readonly ridge: number
  readonly compare: Similarity
  readonly mixture: Mixture
}
export interface GaussianWeightsPoint {
  readonly family: 'gauss'
  readonly shrinkage: number
  readonly predictive: boolean
}
/** One choice of parameters; `family` says which ones it has. */
export type Point = PaperPoint | ClassWeightsPoint | GaussianWeightsPoint

/** Values that a search tries for each parameter. */
export interface Grid {
  /** Smoothing of the mixtures, for both families. */
  readonly gamma: readonly number[]
  /** Weight of the margin per class, for the paper's method. */
  readonly lambda2: readonly number[]
  /** Weight of the margin per image, for the paper's method. */
  readonly lambda3: readonly number[]
  /** Penalty on class weights. */
  readonly ridge: readonly number[]
  /** How class weights compare proportions with mixtures. */
  readonly compare: readonly Similarity[]
  /** Kinds of mixtures for class weights. */
  readonly mixture: readonly Mixture[]
  /** How round the clouds of Gaussian weights are taken to be. */
  readonly shrinkage: readonly number[]
}

const compares: readonly string[] = ['inner', 'cosine'] satisfies Similarity[]
const mixtures: readonly string[] = ['simplex', 'affine', 'ridge'] satisfies Mixture[]
const decades = [0, 1e-3, 1e-2, 0.1, 1, 10, 100]
const classWeights = {
  ridge: [0.1, 0.3, 1, 3, 10, 30],
  compare: ['inner', 'cosine'],
  mixture: ['simplex'],
  shrinkage: [1, 3, 10]
} as const

/** Section 2.5 of the paper, and the smaller grid that is the default. */
export const grids: Readonly<Record<'paper' | 'groups', Grid>> = {
  paper: { gamma: decades, lambda2: decades, lambda3: decades, ...classWeights },
  groups: { gamma: [0.01, 0.1, 1, 10], lambda2: [0, 0.1], lambda3: [0.01, 0.1, 1], ...classWeights }
}

/** Each list once, ascending; unknown names and bad numbers are refused. */
export function resolveGrid(
  protocol: 'paper' | 'groups',
  given: Partial<Grid> = {},
  anyMixture = false
): Grid {
  const base: Grid = {
    ...grids[protocol],
    ...defined({ mixture: anyMixture ? (['simplex', 'affine', 'ridge'] as const) : undefined })
  }
  for (const [name, values] of Object.entries(given)) {
    if (!(name in base))
      throw new UnseenError('options.unknown', `A grid has no "${name}".`, {
        remedy: `It has ${Object.keys(base).join(', ')}.`
      })
    if (!Array.isArray(values) || values.length === 0)
      throw new UnseenError('search.empty', `The grid's ${name} is empty.`)
    const choices = name === 'compare' ? compares : name === 'mixture' ? mixtures : undefined
    for (const value of values as unknown[]) {
      const fits =
        choices === undefined
          ? typeof value === 'number' && Number.isFinite(value) && value >= 0
          : choices.includes(value as string)
      if (!fits)
        throw new UnseenError(
          'options.value',
          `The grid's ${name} has ${String(value)}; it must be ${choices === undefined ? 'a number of at least 0' : `one of ${choices.join(', ')}`}.`,
          { where: { option: `grid.${name}` } }
        )
    }
  }
  const merged = { ...base, ...given }
  const numbers = (list: readonly number[]): number[] => [...new Set(list)].sort((a, b) => a - b)
  return {
    ...merged,
    gamma: numbers(merged.gamma),
    lambda2: numbers(merged.lambda2),
    lambda3: numbers(merged.lambda3),
    ridge: numbers(merged.ridge),
    shrinkage: numbers(merged.shrinkage)
  }
}

/**
 * The points of one chain, in the order in which they warm-start each other: lambda3 rises, lambda2 goes up
 * and down.
 */
export function paperPoints(gamma: number, { lambda2, lambda3 }: Grid): PaperPoint[] {
  return lambda3.flatMap((l3, turn) => {
    const order = turn % 2 === 0 ? lambda2 : [...lambda2].reverse()
    return order
      .filter(l2 => l2 > 0 || l3 > 0)
      .map(l2 => ({ family: 'paper' as const, gamma, lambda2: l2, lambda3: l3 }))
  })
}

export function classWeightsPoints({ gamma, ridge, compare, mixture }: Grid): ClassWeightsPoint[] {
  return ridge.flatMap(r =>
    mixture.flatMap(m =>
      gamma
        .filter(g => g > 0 || m === 'simplex')
        .flatMap(g =>
          compare.map(c => ({ family: 'class-weights' as const, gamma: g, ridge: r, compare: c, mixture: m }))
        )
    )
  )
}

/** From how many seen classes on the error of foretold means is tried. */
const PREDICTIVE_FROM = 30

/** `seen`: classes there are to train on when nothing is held out. */
export function gaussianPoints({ shrinkage }: Grid, seen: number): GaussianWeightsPoint[] {
  const predictives = seen >= PREDICTIVE_FROM ? [false, true] : [false]
  return shrinkage
    .filter(value => value > 0)
    .flatMap(value =>
      predictives.map(predictive => ({ family: 'gauss' as const, shrinkage: value, predictive }))
    )
}

/** A name for the point: the same for the same parameters. */
export function pointName(point: Point): string {
  if (point.family === 'gauss')
    return `Gaussian weights, shrinkage ${point.shrinkage}${point.predictive ? ', predictive' : ''}`
  return point.family === 'paper'
    ? `gamma ${point.gamma}, lambda2 ${point.lambda2}, lambda3 ${point.lambda3}`
    : `class weights, gamma ${point.gamma}, ridge ${point.ridge}, ${point.mixture}, ${point.compare}`
}

/** A number of a point, with the name of its parameter. */
export interface PointAxis {
  readonly name: string
  readonly value: number
}

/** Where a point stands on a map of its family, and what else parts it from others there. */
export function pointAxes(point: Point): {
  readonly x: PointAxis
  readonly y: PointAxis
  readonly rest: string
} {
  if (point.family === 'gauss')
    return {
      x: { name: 'predictive', value: Number(point.predictive) },
      y: { name: 'shrinkage', value: point.shrinkage },
      rest: ''
    }
  const x = { name: 'gamma', value: point.gamma }
  return point.family === 'paper'
    ? { x, y: { name: 'lambda3', value: point.lambda3 }, rest: String(point.lambda2) }
    : { x, y: { name: 'ridge', value: point.ridge }, rest: `${point.compare}, ${point.mixture}` }
}

/** The options that train this point. */
export function pointOptions(point: Point): FitOptions {
  if (point.family === 'paper') return { gamma: point.gamma, lambda2: point.lambda2, lambda3: point.lambda3 }
  if (point.family === 'gauss')
    return { weights: 'gauss', shrinkage: point.shrinkage, predictive: point.predictive ? 'yes' : 'no' }
  return {
    weights: 'class',
    gamma: point.gamma,
    ridge: point.ridge,
    compare: point.compare,
    mixture: point.mixture
  }
}

/** 0 for simplex mixtures compared by inner product, more for what is harder to read. */
export function plainness(point: Point): number {
  return point.family !== 'class-weights'
    ? 0
    : mixtures.indexOf(point.mixture) * 2 + (point.compare === 'inner' ? 0 : 1)
}

/**
 * Ties: the family that comes first, the larger gamma, then the smaller lambdas; for class weights the larger
 * ridge, then the plainer kind; for Gaussian weights not predictive, then the larger shrinkage.
 */
export function preferred(a: Point, b: Point): number {
  if (a.family === 'paper' && b.family === 'paper')
    return b.gamma - a.gamma || a.lambda2 - b.lambda2 || a.lambda3 - b.lambda3
  if (a.family === 'class-weights' && b.family === 'class-weights')
    return b.gamma - a.gamma || b.ridge - a.ridge || plainness(a) - plainness(b)
  if (a.family === 'gauss' && b.family === 'gauss')
    return Number(a.predictive) - Number(b.predictive) || b.shrinkage - a.shrinkage
  return families.indexOf(a.family) - families.indexOf(b.family)
}
