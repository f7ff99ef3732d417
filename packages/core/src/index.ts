/**
 * The method: training, recognition, explanations, evaluation, tuning and rehearsals. No dependency, in Node and in
 * the browser.
 *
 * @module @unseen/core
 */
export { type ErrorCode, type ErrorCodes, UnseenError, coreCodes, count } from './base/errors.js'
export { type FitOptions, type FitSettings, type OptionSpec, fitOptions } from './base/options.js'
export type { Job, Progress, Watch } from './base/progress.js'
export { type Random, createRandom } from './base/random.js'
export { Matrix, type DenseMatrix, type MatrixLike, type SparseMatrix } from './linalg/matrix.js'
export type { EncoderRecord, JoinedPart, SentenceRecord, TowersRecord } from './input/encoder-record.js'
export { type RowSource, piecesOf, rowsOf, takeRows } from './input/rows.js'
export type { LabelledRows, NamedTable, Split, SplitData } from './input/split-data.js'
export type { SignatureTable, TrainingInput, TrainingSet } from './input/training-input.js'
export { transforms } from './embedding/transforms.js'
export type { Contrast, ContrastTerm, FlipChange } from './explanation/contrast.js'
export type { Contribution, Explanation } from './explanation/contributions.js'
export type { LookAlikeOf, LookAlikeOptions, NamedChange } from './explanation/look-alikes-of.js'
export type { ResidualBracket, ResidualInContext } from './explanation/residual.js'
export type { AttributeEffect, WhatIf } from './explanation/what-if.js'
export { type DirectScores, directScores } from './recognition/direct.js'
export {
  type Limits,
  type SpokenRule,
  type TestedWords,
  type Verdict,
  type VerdictKind,
  testedWords,
  verdictKinds
} from './recognition/verdict.js'
export type { Unlike, UnlikeMeasure, UnlikePoint, UnlikeRule, Unlikeness } from './recognition/unlikeness.js'
export { spokenRuleOf, thresholdOf, unlikeRuleOf, verdictNoteOf } from './model/decisions.js'
export { fromBytes, toBytes } from './model/file.js'
export { modelScorer } from './model/model-scorer.js'
export { Model } from './model/model.js'
export type {
  Among,
  Decision,
  Examples,
  MixtureOf,
  ModelClass,
  ModelNotes,
  Ranked,
  NewClass,
  RecogniseOptions,
  Share,
  ShownClass,
  ThresholdNote,
  VerdictNote
} from './model/types.js'
export {
  type Accuracy,
  type ClassAccuracy,
  type Confusion,
  accuracy,
  confusion
} from './evaluation/accuracy.js'
export {
  type AccuracyIntervals,
  type BootstrapOptions,
  type Interval,
  bootstrapAccuracy
} from './evaluation/bootstrap.js'
export { type Calibration, type CalibrationBin, calibration } from './evaluation/calibration.js'
export type { Generalised } from './evaluation/competition.js'
export { type CoveragePoint, chooseThreshold, coverageAt, coverageCurve } from './evaluation/coverage.js'
export { type GeneralisedIntervals, bootstrapGeneralised } from './evaluation/generalised-intervals.js'
export { generalisedAccuracy } from './evaluation/generalised.js'
export {
  type GeneralisedData,
  type KeepOptions,
  type KeptRows,
  generalisedData,
  keepRows
} from './evaluation/kept-rows.js'
export type { Labels } from './evaluation/labels.js'
export { type PairedOptions, type PairedTest, pairedTest } from './evaluation/paired.js'
export { type SeenUnseenCurve, seenUnseenCurve } from './evaluation/seen-unseen.js'
export { type Trials, summariseTrials } from './evaluation/trials.js'
export { type Executor, type Runner, type Work, serialExecutor } from './tasks/executor.js'
export { type Grid, type Point, grids } from './tuning/points.js'
export type { Search, SearchOptions } from './tuning/search.js'
export type { Lead } from './tuning/choice.js'
export { type FamilySummary, type PointSummary, type SearchSummary, summarise } from './tuning/summary.js'
export {
  type Promises,
  type Rehearsal,
  type RehearsedClass,
  type RejectionRule,
  type StrangerCurve,
  type StrangerPoint,
  rehearsalOf
} from './rehearsal/types.js'
export { fit } from './fit.js'
export { type RehearseOptions, applyRehearsal, rehearse, rehearseModel } from './rehearse.js'
export {
  type TableCandidate,
  type TableSummary,
  type TuneTablesOptions,
  type TunedTables,
  tuneTables
} from './tune-tables.js'
export { type TuneOptions, type Tuned, tune } from './tune.js'
