export * from '@unseen/core'
export { threadComparison, threadExecutor, type ThreadOptions } from './threads/executor.js'
export {
  onnxRuntime,
  openSession,
  type OnnxPort,
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
  type SessionOptions
} from './onnx/session.js'
export { allReaders, detectFile, readFile } from './formats/readers.js'
export { writeParquet, type ParquetWriteOptions } from './formats/parquet-write.js'
export { openFile, type FileSource } from './files/file-source.js'
export { openBackbone, type Backbone, type PreparedImage } from './extract/backbone.js'
export { listTensors, type BackboneOptions, type TensorShape } from './extract/network.js'
export type { ImageSource } from './extract/prepare-image.js'
export type { Preprocessing, PreprocessingParts } from './extract/preprocessing.js'
export { presets, type Preset } from './extract/presets.js'
export type { FeatureRecord } from './extract/record.js'
export { openDataset, openDraft, type OpenDataset } from './dataset/open.js'
export { examinePath } from './dataset/examine-path.js'
export { openFiles, type OpenFilesOptions } from './dataset/disk-files.js'
export { saveDataset, type Saved, type SaveOptions } from './dataset/save.js'
export { stores, type Store, type StoreLoss } from './dataset/stored-rows.js'
export { arrayFormats, arrayWriter, type ArrayFormat, type ArrayWriter } from './dataset/array-writers.js'
export {
  convertArrays,
  convertDataset,
  type ConvertArraysOptions,
  type Converted,
  type ConvertOptions
} from './dataset/convert.js'
export { makeDataset, type Made, type MakeOptions } from './dataset/make.js'
export { makeSprites, type SpriteOptions, type Sprites } from './dataset/thumbnails.js'
export { manifestSchema, parseManifest } from './dataset/manifest.js'
export {
  extractFeatures,
  type ExtractOptions,
  type ExtractProgress,
  type Extracted
} from './extract/extract-features.js'
export { listImages, type ImageFile, type ImageList } from './extract/list-images.js'
export { summarise, type DatasetSummary } from './dataset/summary.js'
export { catalogue } from './catalogue/entries.js'
export type { ArchiveSource, CatalogueEntry, EmbeddedSource, NpmSource, Source } from './catalogue/entry.js'
export { getData, type GetOptions, type GetProgress, type GetResult } from './catalogue/get.js'
export {
  cifarClasses,
  openCifarBinary,
  openCifarPackage,
  type Cifar,
  type CifarPart
} from './catalogue/cifar10.js'
export { download, type DownloadOptions, type DownloadProgress } from './files/download.js'
export { fetchNpmPackage, type NpmPackageOptions, type NpmProgress } from './files/npm-package.js'
export { addTable, type AddTableOptions } from './dataset/add-table.js'
export type {
  Encoded,
  EncodeOptions,
  Encoder,
  EncoderSpec,
  OpenOptions,
  OpenProgress,
  SingleRecord,
  TextRemark
} from './encoders/encoder.js'
export { encoders, openEncoder } from './encoders/open-encoder.js'
export { embedTable, type EmbeddedTable } from './encoders/embed-table.js'
export {
  embedDataset,
  joinDataset,
  type AddedTable,
  type EmbedDatasetOptions
} from './encoders/embed-dataset.js'
export {
  describeSentence,
  encoderOf,
  type Described,
  type DescribeOptions,
  type RecordedOptions
} from './encoders/describe-sentence.js'
export { matchSentences, readSentences, type ClassTexts } from './encoders/read-sentences.js'
export { createDocument } from './figures/document.js'
export { toPng, type PngOptions } from './figures/png.js'
export { placeOnMap, type MapOptions, type Places } from './figures/map.js'
export { readModel, writeModel } from './files/model-file.js'
export {
  describeClasses,
  type DescribeClassesOptions,
  type DescribedClasses,
  type Description
} from './use/describe-classes.js'
export { descriptionOf, type Said } from './use/description-of.js'
export { readDescriptions } from './use/read-descriptions.js'
export { judgeClass, type ClassJudgement } from './use/judge-class.js'
export { openRowStream, type OpenRowsOptions } from './use/open-rows.js'
export type { RowPiece, RowStream, SkippedRow } from './use/row-stream.js'
export { recogniseRows, type Answer, type Answers, type RecogniseRowsOptions } from './use/recognise-rows.js'
export {
  recogniseFile,
  recognisePath,
  type Recognition,
  type RecognisePathOptions,
  type RecogniseSummary
} from './use/recognise-file.js'
export { answerFormats, type AnswerFormat } from './use/answer-formats.js'
export type { ExportOptions, ExportedOnnx } from './onnx/model-graph.js'
export { exportOnnx } from './use/export-onnx.js'
export { checkOnnx, type OnnxCheck } from './use/check-onnx.js'
export {
  evaluateGeneralised,
  type EvaluateGeneralisedOptions,
  type GeneralisedEvaluation
} from './use/evaluate-generalised.js'
export { rehearseData, type RehearseDataOptions, type RehearsedData } from './use/rehearse-data.js'
export {
  evaluateModel,
  type EvaluateOptions,
  type EvaluatedClass,
  type Evaluation
} from './use/evaluate-model.js'
export { startServer } from './server/serve.js'
export type { RunningServer, ServeOptions } from './server/start.js'
export { createClient, type Client, type ClientOptions, type ModelClient } from './server/client.js'
export { addToken, removeToken, scopes, type Scope } from './server/gate/tokens.js'
export type { Limits } from './server/limits.js'
export { indexLibrary, type Indexed, type IndexOptions } from './library/index-library.js'
export {
  openLibrary,
  verifyLibrary,
  type OpenLibrary,
  type OpenLibraryOptions
} from './library/open-library.js'
export { searchLibrary, type SearchOptions, type SearchResult } from './library/search-library.js'
export type { Hit, MetaValue } from './library/hits.js'
export type { LibraryManifest, MetaColumn } from './library/layout.js'
export {
  compareRun,
  estimateCompare,
  type CompareBegun,
  type CompareData,
  type CompareRun,
  type CompareRunOptions,
  type CompareSettings
} from './runs/compare-run.js'
export { startStudio, type RunningStudio, type StudioOptions } from './studio/server.js'
