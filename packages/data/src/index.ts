/**
 * Files of many formats to data sets: readers and writers, layouts, the doctor, splits.
 *
 * @module @unseen/data
 */
export type { Dataset, Thumbnails } from './dataset/dataset.js'
export { drawSplit } from './dataset/draw-split.js'
export { fingerprint } from './dataset/fingerprint.js'
export { joinSignatures, parseJoin } from './dataset/join-signatures.js'
export { type SplitOptions, takeSplit } from './dataset/split.js'
export { checks } from './doctor/checks.js'
export { type DoctorReport, examine } from './doctor/examine.js'
/** @deprecated The former name of `DoctorReport`, kept for one version. */
export type { DoctorReport as Report } from './doctor/examine.js'
export type { Check, Finding, Severity } from './doctor/finding.js'
export type { Draft } from './draft/draft.js'
export { toDataset } from './draft/to-dataset.js'
export type { ByteSource } from './formats/byte-source.js'
export { writeMatlab } from './formats/matlab/write.js'
export { writeNpy } from './formats/npy/npy.js'
export { writeNpz } from './formats/npy/npz.js'
export type { ArrayFile, ArrayRows, NamedArray, ReadOptions, Reader, RowsOptions } from './formats/reader.js'
export { detectFormat, openRows, readArrays, readers } from './formats/readers.js'
export { writeSafetensors } from './formats/safetensors.js'
export { type DelimitedWriteOptions, writeDelimited } from './formats/text/delimited-write.js'
export { writeJsonLines } from './formats/text/json-lines.js'
export { readZip } from './formats/zip/zip-archive.js'
export { type ZipFile, writeZip } from './formats/zip/zip-write.js'
export { type FileSet, fileSet } from './layouts/file-set.js'
export type { Layout } from './layouts/layout.js'
export { readDraft } from './layouts/layouts.js'
export { zipFiles } from './layouts/zip-files.js'
export type { Manifest } from './manifest/types.js'
export { dataCodes } from './errors.js'
