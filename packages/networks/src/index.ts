/**
 * ONNX graphs, images and texts made ready for networks. The runtime is passed in.
 *
 * @module @unseen/networks
 */
export type { Preprocessing } from './images/preprocessing.js'
export { type Preset, presets } from './images/presets.js'
export type { FeatureRecord } from './images/record.js'
export { withOutputs } from './onnx/cut.js'
export { readGraph } from './onnx/graph.js'
export { type ExportOptions, type ExportedOnnx, modelGraph } from './onnx/model-graph.js'
export type {
  EncodeOptions,
  Encoded,
  Encoder,
  EncoderSpec,
  OpenOptions,
  OpenProgress,
  TextRemark
} from './texts/encoder.js'
export { sentenceEncoder } from './texts/sentence-vectors.js'
export type { TextPooling } from './texts/text-pooling.js'
export { wordEncoder } from './texts/word-encoder.js'
export { networksCodes } from './errors.js'
