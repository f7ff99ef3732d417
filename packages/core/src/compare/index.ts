/**
 * Other methods, and how they are compared with the paper's on the same rows.
 *
 * @module @unseen/core/compare
 */
export { type CompareOptions, type Compared, compare } from './compare.js'
export {
  GRID_POINTS,
  type Material,
  type Method,
  type ParameterGrid,
  type Parameters,
  type Prepared,
  type Scorer,
  onEdge
} from './method.js'
export { methods } from './methods.js'
export type { Protocol } from './part.js'
export { pickMethods } from './pick-methods.js'
export { type ComparisonInput, comparisonInput } from './place.js'
export { rehearseMethod } from './rehearse-method.js'
export type {
  ComparedMethod,
  ComparedTrial,
  Comparison,
  Difference,
  Measure,
  ProtocolComparison
} from './types.js'
