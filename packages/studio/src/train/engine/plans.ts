/**
 * What a run tries. The fields of the form are core's own table of options; which of them a search decides
 * itself depends on the method. Used by the page and by the worker.
 */
import { type FitOptions, type Grid, type OptionSpec, fitOptions, grids } from '@unseen/core'
import type { Family } from '@unseen/core/internal'

export type Effort = 'these' | 'quick' | 'standard' | 'paper'

/** What a run may search; 'auto': class weights and Gaussian weights, as on the command line. */
export type PlannedFamily = Family | 'auto'

export const familyTitles: Readonly<Record<PlannedFamily, string>> = {
  auto: 'whichever is better',
  'class-weights': 'class weights',
  gauss: 'Gaussian weights',
  paper: "paper's SSE"
}

export interface RunPlan {
  readonly family: PlannedFamily
  readonly effort: Effort
  /** only what differs from the default */
  readonly options: FitOptions
  /** the search ends after so long, with the best so far */
  readonly minutes: number
}

export const FIRST_PLAN: RunPlan = { family: 'class-weights', effort: 'quick', options: {}, minutes: 5 }

const decided: readonly string[] = ['recipe', 'weights', 'loss']
const searched: Readonly<Record<PlannedFamily, readonly string[]>> = {
  paper: ['gamma', 'lambda2', 'lambda3'],
  'class-weights': ['gamma', 'ridge', 'compare'],
  gauss: ['shrinkage', 'predictive'],
  auto: ['gamma', 'ridge', 'compare', 'mixture', 'shrinkage', 'predictive', 'transform']
}
/** A search tries the paper's method as it is published. */
const asPublished: readonly string[] = ['compare', 'mixture']

/** Clouds are compared as they are, from features as they are. */
const notOfClouds: readonly string[] = ['transform', 'gamma', 'compare', 'mixture', 'references']

/** Fields of the form: what the method has, and nothing that the search finds out. */
export function fieldsOf({ family, effort }: Pick<RunPlan, 'family' | 'effort'>): OptionSpec[] {
  const weights = { paper: 'shared', gauss: 'gauss', 'class-weights': 'class', auto: undefined }[family]
  return fitOptions.filter(({ name, only }) => {
    if (decided.includes(name) || (only !== undefined && only !== weights)) return false
    if (family === 'paper' && asPublished.includes(name)) return false
    if (family === 'gauss' && notOfClouds.includes(name)) return false
    return (effort === 'these' && family !== 'auto') || !searched[family].includes(name)
  })
}

/** What a field has unless it is changed; class weights take the features as they are. */
export function defaultOf({ family }: Pick<RunPlan, 'family'>, spec: OptionSpec): string | number {
  return spec.name === 'transform' && family !== 'paper' ? 'identity' : spec.default
}

/** The values that are tried. */
export function gridOf({ family, effort, options }: RunPlan): Grid {
  const mixture = options.mixture === undefined ? grids.groups.mixture : [options.mixture]
  if (effort === 'paper') return { ...grids.paper, mixture }
  if (effort === 'standard') return { ...grids.groups, mixture }
  if (effort === 'quick')
    return {
      gamma: [0.01, 0.1, 1],
      lambda2: [0.1],
      lambda3: [0.01, 0.1, 1],
      ridge: [1, 3, 10],
      compare: ['cosine'],
      mixture,
      shrinkage: grids.groups.shrinkage
    }
  const value = (name: 'gamma' | 'lambda2' | 'lambda3' | 'ridge' | 'shrinkage'): readonly number[] => [
    options[name] ?? Number(fitOptions.find(spec => spec.name === name)?.default)
  ]
  return {
    gamma: value('gamma'),
    lambda2: family === 'paper' ? value('lambda2') : [0.1],
    lambda3: family === 'paper' ? value('lambda3') : [0.1],
    ridge: value('ridge'),
    compare: [options.compare ?? 'inner'],
    mixture,
    shrinkage: family === 'gauss' ? value('shrinkage') : grids.groups.shrinkage
  }
}

/** How many settings that makes. */
export function settingsIn(plan: RunPlan): number {
  const { gamma, lambda2, lambda3, ridge, compare, shrinkage } = gridOf(plan)
  const ofClasses = gamma.length * ridge.length * compare.length
  if (plan.family === 'gauss') return shrinkage.length
  if (plan.family === 'auto') return ofClasses + shrinkage.length
  if (plan.family === 'class-weights') return ofClasses
  // Both margins at 0 leave nothing to learn from.
  const nothing = lambda2.includes(0) && lambda3.includes(0) ? 1 : 0
  return gamma.length * (lambda2.length * lambda3.length - nothing)
}

type Fixed = Pick<
  FitOptions,
  'transform' | 'references' | 'normalise' | 'lambda1' | 'tolerance' | 'epochs' | 'steps' | 'seed'
>

/** Options that are the same in every setting. */
export function fixedOf({
  options: {
    gamma: _gamma,
    lambda2: _lambda2,
    lambda3: _lambda3,
    ridge: _ridge,
    shrinkage: _shrinkage,
    predictive: _predictive,
    compare: _compare,
    mixture: _mixture,
    weights: _weights,
    loss: _loss,
    recipe: _recipe,
    ...fixed
  }
}: Pick<RunPlan, 'options'>): Fixed {
  return fixed
}

/**
 * The same on the command line; there, the standard grid is the smallest, of which the quick one is a part.
 * `table`: another than the first.
 */
export function commandOf(plan: RunPlan, table?: string): string {
  const { family, effort, options } = plan
  const data = table === undefined ? 'DATA' : `DATA --table ${/^[\w.-]+$/.test(table) ? table : `'${table}'`}`
  const flags = Object.entries(effort === 'these' ? options : fixedOf(plan)).map(
    ([name, value]) => `--${name} ${String(value)}`
  )
  if (effort === 'these')
    return [
      `unseen fit ${data}`,
      ...(family === 'paper' ? [] : [`--weights ${family === 'gauss' ? 'gauss' : 'class'}`]),
      ...flags
    ].join(' ')
  return [
    `unseen tune ${data}`,
    `--family ${family}`,
    `--protocol ${effort === 'paper' ? 'paper' : 'groups'}`,
    ...flags
  ].join(' ')
}
