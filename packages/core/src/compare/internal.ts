/** What the other packages of Unseen use of this one. Only for packages of the same version: it changes without notice. */
export { checkCompareOptions } from './compare.js'
export { type ComparisonEstimate, type EstimateOptions, estimateComparison } from './estimate.js'
export type { ComparisonJob, JobResult } from './jobs.js'
export { readPoint } from './read-point.js'
export { comparisonWork } from './run-job.js'
export { symmetricEigen } from './solvers/symmetric-eigen.js'
