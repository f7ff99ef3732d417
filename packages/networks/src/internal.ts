/** What the other packages of Unseen use of this one. Only for packages of the same version: it changes without notice. */
export * from './index.js'
export {
  type BackboneSetup,
  type ImageBackbone,
  type PreparedImage,
  openBackbone
} from './images/backbone.js'
export { findFeatureTensor, tensorsOf } from './images/feature-tensor.js'
export { type NetworkFacts, fusedGraph } from './images/fused-graph.js'
export { entriesOf, placement } from './images/image-entries.js'
export { type ImagePooling, imagePoolings, poolingOfModel } from './images/image-pooling.js'
export { type ImageNetworkOptions, openImageNetwork } from './images/image-network.js'
export { type ImageInput, readImageInput } from './images/image-input.js'
export { openBitmap } from './images/open-bitmap.js'
export { type OpenImage, writeEntries } from './images/open-image.js'
export { type PreprocessingText, metadataParts, partsOfText } from './images/metadata.js'
export { type PreprocessingParts, resolvePreprocessing } from './images/preprocessing.js'
export { presetParts } from './images/presets.js'
export { partsOfRecord, poolingOfRecord, toRecord } from './images/record.js'
export { type Picture, resample } from './images/resample.js'
export { GRAPH, MODEL_GRAPH, type OnnxGraph, textIn } from './onnx/graph.js'
export { type LayersGraphOptions, layersGraph } from './onnx/layers-model.js'
export type { LayersModel } from './onnx/read-layers.js'
export { type Precision, precisions } from './onnx/stored-weights.js'
export { bytesField, fieldsOf, joinBytes } from './onnx/protobuf.js'
export {
  type OnnxPort,
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
  messageOf,
  runSession
} from './onnx/run-session.js'
export type { SingleRecord } from './texts/encoder.js'
export { chooseTextOutput, textPoolings } from './texts/text-pooling.js'
export type { WordStore } from './texts/word-encoder.js'
export { type WordVector, readWordVectors } from './texts/word-json.js'
export { memoryWordStore, sha256 } from './texts/word-memory.js'
