export { UnseenError, count, errorCodes, type ErrorCode } from './base/errors.js'
export {
  fitOptions,
  resolveFitOptions,
  type FitOptions,
  type FitSettings,
  type OptionSpec
} from './base/options.js'
export type { ByteSource } from './base/byte-source.js'
export { defined } from './base/defined.js'
export type { Job, Progress, Watch } from './base/progress.js'
export { createRandom, type Random } from './base/random.js'
export { Matrix, type DenseMatrix, type MatrixLike, type SparseMatrix } from './linalg/matrix.js'
export type { SignatureTable, TrainingInput } from './data/training-input.js'
export { joinSignatures, parseJoin, type TablePart } from './data/join-signatures.js'
export { piecesOf, rowsOf, takeRows, type RowSource } from './data/rows.js'
export type {
  Dataset,
  EncoderRecord,
  JoinedPart,
  NamedTable,
  Provenance,
  Split,
  Thumbnails
} from './data/dataset.js'
export type {
  Draft,
  DraftList,
  DraftSplit,
  DraftTable,
  Found,
  MissingTreatment,
  Place
} from './data/draft.js'
export { scaleRows, shareRows, stackRows } from './data/row-sources.js'
export { fingerprint } from './data/fingerprint.js'
export { takeSplit, type LabelledRows, type SplitData, type SplitOptions } from './data/split.js'
export { toDataset } from './data/to-dataset.js'
export { fileSet, type FileSet, type FileSetOptions } from './layouts/file-set.js'
export { zipFiles } from './layouts/zip-files.js'
export type { Layout } from './layouts/layout.js'
export { layouts, readDraft } from './layouts/layouts.js'
export type { Parts } from './layouts/parts.js'
export { draftOfParts } from './layouts/table-files.js'
export type {
  FileReference,
  ListReference,
  Manifest,
  ManifestFeatures,
  ManifestSplit,
  ManifestTable,
  TextReference
} from './layouts/manifest.js'
export { checks } from './doctor/checks.js'
export { examine, type FoundParts, type Report } from './doctor/examine.js'
export type { Check, Finding, Severity } from './doctor/finding.js'
export {
  embedSignatures,
  type EmbedInput,
  type EmbedOptions,
  type EmbeddedSignatures
} from './embedding/embed-signatures.js'
export { transforms, type TransformSpec } from './embedding/transforms.js'
export { Model } from './model/model.js'
export type {
  Among,
  Decision,
  JsonObject,
  JsonValue,
  MixtureOf,
  ModelClass,
  ModelNotes,
  Ranked,
  RecogniseOptions,
  Share,
  ThresholdNote,
  ThresholdRule
} from './model/types.js'
export { thresholdOf } from './model/decisions.js'
export { libraryQuery, type NamedQuery } from './model/library-query.js'
export { proportionsFingerprint } from './model/proportions-fingerprint.js'
export { NearestList } from './linalg/nearest-list.js'
export { centredProportions } from './recognition/centred-proportions.js'
export { BestRows, type RankedRow } from './recognition/best-rows.js'
export { BlockScorer, blockOf, type Block, type ScoredClass } from './recognition/block-scorer.js'
export {
  centresOf,
  findRivals,
  hasRivals,
  offerCosines,
  offerMargins,
  rankRows,
  rivalsWithout,
  type Centres,
  type CosineQuery,
  type LibraryQuery,
  type Rivals
} from './recognition/rank-library.js'
export { fromBytes, toBytes } from './model/file.js'
export { sumInSeenOrder, type Contribution, type Explanation } from './explanation/contributions.js'
export type { Contrast, ContrastTerm, FlipChange } from './explanation/contrast.js'
export type { LookAlikeOf, LookAlikeOptions, NamedChange } from './explanation/look-alikes-of.js'
export type { ResidualBracket, ResidualInContext } from './explanation/residual.js'
export type { AttributeEffect, WhatIf } from './explanation/what-if.js'
export {
  GRID_POINTS,
  gridPoints,
  onEdge,
  type Material,
  type Method,
  type ParameterGrid,
  type Parameters,
  type Prepared,
  type Scorer
} from './methods/method.js'
export { modelScorer, type ModelScorer } from './methods/model-scorer.js'
export { methods } from './methods/methods.js'
export { retrieval, type Retrieval } from './evaluation/retrieval.js'
export {
  accuracy,
  confusion,
  type Accuracy,
  type ClassAccuracy,
  type Confusion
} from './evaluation/accuracy.js'
export { topAccuracy, type Ranking } from './evaluation/top-accuracy.js'
export {
  bootstrapAccuracy,
  bootstrapDifference,
  type AccuracyIntervals,
  type BootstrapOptions,
  type Interval
} from './evaluation/bootstrap.js'
export type { Labels } from './evaluation/labels.js'
export {
  answersAt,
  compete,
  generalisedAt,
  harmonicMean,
  type Competition,
  type Generalised,
  type ScoredRows
} from './evaluation/competition.js'
export { curvePoints, seenUnseenCurve, type SeenUnseenCurve } from './evaluation/seen-unseen.js'
export { bootstrapGeneralised, type GeneralisedIntervals } from './evaluation/generalised-intervals.js'
export { drawSplit, type DrawSplitOptions } from './evaluation/draw-split.js'
export { generalisedAccuracy } from './evaluation/generalised.js'
export {
  generalisedData,
  keepRows,
  type GeneralisedData,
  type KeepOptions,
  type KeptRows
} from './evaluation/kept-rows.js'
export {
  chooseThreshold,
  coverageAt,
  coverageCurve,
  thinCoverage,
  type CoveragePoint
} from './evaluation/coverage.js'
export { mcNemar, pairedTest, signFlips, type PairedOptions, type PairedTest } from './evaluation/paired.js'
export { wilson } from './evaluation/wilson.js'
export { summariseTrials, type Trials } from './evaluation/trials.js'
export { fit } from './fit.js'
export {
  applyRehearsal,
  decisionsOf,
  isQuickToRehearse,
  rehearse,
  rehearseMethod,
  rehearseModel,
  type RehearseOptions
} from './rehearse.js'
export { rehearsalOf, type RejectionRule, type Rehearsal, type RehearsedClass } from './rehearsal/types.js'
export { scoreUnit } from './rehearsal/measure.js'
export { tune, type TuneOptions, type Tuned } from './tune.js'
export {
  tuneTables,
  type TableCandidate,
  type TableSummary,
  type TunedTables,
  type TuneTablesOptions
} from './tune-tables.js'
export { grids, pointName, pointOptions, type Family, type Grid, type Point } from './tuning/points.js'
export type { Chain, ChainResult, PointResult, SearchPlace } from './tuning/chain.js'
export { serialExecutor, type ChainRunner, type Executor, type Runner } from './tuning/executor.js'
export { createJobWorker, type FromJobWorker, type ToJobWorker } from './tuning/job-worker.js'
export {
  createChainWorker,
  openMessage,
  placeLike,
  type FromWorker,
  type OpenMessage,
  type PlaceFacts,
  type ToWorker
} from './tuning/search-message.js'
export type { Search, SearchOptions } from './tuning/search.js'
export { summarise, type PointSummary, type SearchSummary } from './tuning/summary.js'
export { checkCompareOptions, compare, type Compared, type CompareOptions } from './comparison/compare.js'
export {
  comparisonMessage,
  createComparisonWorker,
  serialComparison,
  type ComparisonExecutor,
  type OpenComparison
} from './comparison/executor.js'
export { estimateComparison, type ComparisonEstimate, type EstimateOptions } from './comparison/estimate.js'
export { pickMethods } from './comparison/pick-methods.js'
export { readPoint } from './comparison/read-point.js'
export type { ComparisonJob, FoldResult, JobResult, TestResult } from './comparison/jobs.js'
export type { Protocol } from './comparison/part.js'
export { comparisonInput, type ComparisonInput, type ComparisonPlace } from './comparison/place.js'
export {
  COMPARISON_FORMAT,
  type ComparedMethod,
  type ComparedTrial,
  type Comparison,
  type Difference,
  type Measure,
  type ProtocolComparison
} from './comparison/types.js'
export type {
  ArrayFile,
  ArrayRows,
  NamedArray,
  NumberArray,
  Reader,
  ReadOptions,
  RowsOptions
} from './formats/reader.js'
export { detectFormat, openRows, readArrays, readers } from './formats/readers.js'
export type { Inflate } from './formats/deflate.js'
export * as readerKit from './formats/reader-kit.js'
export { bytesSource } from './formats/bytes.js'
export { fromFloat16, toFloat16 } from './formats/float16.js'
export type { ArrayToWrite } from './formats/element-types.js'
export { writeDelimited, type DelimitedWriteOptions } from './formats/delimited-write.js'
export { writeJsonLines } from './formats/json-lines.js'
export { writeMatlab } from './formats/matlab-write.js'
export { npyHeaderBytes } from './formats/npy-header.js'
export { writeNpy } from './formats/npy.js'
export { writeNpyRows } from './formats/npy-rows.js'
export { writeNpz } from './formats/npz.js'
export { writeSafetensors } from './formats/safetensors.js'
export { readZip, type ZipMember } from './formats/zip-archive.js'
export { writeZip, type ZipFile } from './formats/zip-write.js'
