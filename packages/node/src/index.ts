/**
 * Everything for Node: files, threads, images, encoders, libraries, runs and the server. Exports all other packages
 * but the report again.
 *
 * @module unseen
 */
export * from '@unseen/core'
export * from '@unseen/core/compare'
export * from '@unseen/data'
export * from '@unseen/networks'
export * from '@unseen/client'
export { openCifarBinary } from './catalogue/cifar10.js'
export { catalogue } from './catalogue/entries.js'
export type { CatalogueEntry } from './catalogue/entry.js'
export { type GetOptions, type GetProgress, type GetResult, getData } from './catalogue/get.js'
export { type AddTableOptions, addTable } from './dataset/add-table.js'
export {
  type ConvertArraysOptions,
  type ConvertOptions,
  type Converted,
  convertArrays,
  convertDataset
} from './dataset/convert.js'
export { type OpenFilesOptions, openFiles } from './dataset/disk-files.js'
export { examinePath } from './dataset/examine-path.js'
export { type Made, type MakeOptions, makeDataset } from './dataset/make.js'
export { type OpenDataset, openDataset, openDraft } from './dataset/open.js'
export { type SaveOptions, type Saved, saveDataset } from './dataset/save.js'
export { stores } from './dataset/stored-rows.js'
export { type DatasetSummary, summariseDataset } from './dataset/summary.js'
export {
  type DescribeOptions,
  type Described,
  describeSentence,
  encoderOf
} from './encoders/describe-sentence.js'
export {
  type AddedTable,
  type EmbedDatasetOptions,
  embedDataset,
  joinDataset
} from './encoders/embed-dataset.js'
export { type EmbeddedTable, embedTable } from './encoders/embed-dataset.js'
export { encoders, openEncoder } from './encoders/open-encoder.js'
export { readSentences } from './encoders/read-sentences.js'
export { type Backbone, openBackbone } from './extract/backbone.js'
export {
  type ExtractOptions,
  type ExtractProgress,
  type Extracted,
  extractFeatures
} from './extract/extract-features.js'
export { type ImageFile, type ImageList, listImages } from './extract/list-images.js'
export { type BackboneOptions, listTensors } from './extract/network.js'
export { type AskedClass } from './starter/answer-photos.js'
export { type AskOptions, type Asked, type AskedCandidate, askPhotos } from './starter/ask-photos.js'
export { type Candidate } from './starter/describe-starter.js'
export { type AskedPhoto, type LookOptions, type Looked } from './starter/look.js'
export { type Taught, type TeachOptions, type TeachStep, teach } from './teach/teach.js'
export { type AskMeaning } from './texts/class-texts.js'
export { type Meaning, type WordNet, openWordNet } from './texts/wordnet.js'
export { errorCodes } from './errors.js'
export { createDocument } from './figures/document.js'
export { type MapOptions, type MapPoints, placeOnMap } from './figures/map.js'
/** @deprecated The former name of `MapPoints`, kept for one version. */
export type { MapPoints as Places } from './figures/map.js'
export { type PngOptions, toPng } from './figures/png.js'
export { type DownloadOptions, download } from './files/download.js'
export { type FileSource, openFile } from './files/file-source.js'
export { readModel, writeModel } from './files/model-file.js'
export { type NpmPackageOptions, fetchNpmPackage } from './files/npm-package.js'
export { networks } from './networks/entries.js'
export { type FoundNetwork, findNetwork } from './networks/find-network.js'
export type { LocalNetwork, NetworkEntry, NetworkFacts, NetworkOptions } from './networks/network.js'
export { type ParquetWriteOptions, writeParquet } from './formats/parquet-write.js'
export { allReaders, detectFile, readFile } from './formats/readers.js'
export type { Hit } from './library/hits.js'
export { type IndexOptions, type Indexed, indexLibrary } from './library/index-library.js'
export {
  type OpenLibrary,
  type OpenLibraryOptions,
  openLibrary,
  verifyLibrary
} from './library/open-library.js'
export type { MetaValue, RowTable } from './library/row-table.js'
export { type LibrarySearchOptions, type SearchResult, searchLibrary } from './library/search-library.js'
export {
  type CompareRun,
  type CompareRunOptions,
  type CompareSettings,
  compareRun,
  estimateCompare
} from './runs/compare-run.js'
export { type Scope, addToken, removeToken, scopes } from './server/gate/tokens.js'
export type { Limits } from './server/limits.js'
export { startServer } from './server/serve.js'
export type { RunningServer, ServeOptions } from './server/start.js'
export { type RunningStudio, type StudioOptions, startStudio } from './studio/server.js'
export { type ThreadOptions, threadExecutor } from './threads/executor.js'
export { type AnswerFormat, answerFormats } from './use/answer-formats.js'
export { type OnnxCheck, checkOnnx } from './use/check-onnx.js'
export {
  type DescribeClassesOptions,
  type DescribedClasses,
  type Description,
  describeClasses
} from './use/describe-classes.js'
export { descriptionOf } from './use/description-of.js'
export {
  type EvaluateGeneralisedOptions,
  type GeneralisedEvaluation,
  evaluateGeneralised
} from './use/evaluate-generalised.js'
export {
  type EvaluateOptions,
  type EvaluatedClass,
  type Evaluation,
  evaluateModel
} from './use/evaluate-model.js'
export { exportOnnx } from './use/export-onnx.js'
export { type ExportedWeb, type WebOptions, exportWeb } from './use/export-web.js'
export {
  type ExportedWithNetwork,
  type WithNetworkOptions,
  exportWithNetwork
} from './use/export-with-network.js'
export { type ClassJudgement, judgeClass } from './use/judge-class.js'
export { type OpenRowsOptions, openRowStream } from './use/open-rows.js'
export { readDescriptions } from './use/read-descriptions.js'
export {
  type RecognisePathOptions,
  type RecogniseSummary,
  type Recognition,
  recogniseFile,
  recognisePath
} from './use/recognise-file.js'
export { type Answer, type Answers, type RecogniseRowsOptions, recogniseRows } from './use/recognise-rows.js'
export { type RehearseDataOptions, type RehearsedData, rehearseData } from './use/rehearse-data.js'
export type { RowStream } from './use/row-stream.js'
