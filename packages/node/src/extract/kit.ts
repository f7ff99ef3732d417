/**
 * What Studio shares of the extraction: everything but decoding images and running networks. Nothing here
 * needs Node.
 */
export { withOutputs } from '../onnx/cut.js'
export { readGraph, type OnnxGraph } from '../onnx/graph.js'
export { findFeatureTensor } from './feature-tensor.js'
export { entriesOf, placement } from './image-entries.js'
export { readImageInput, type ImageInput } from './image-input.js'
export { metadataParts } from './metadata.js'
export { resolvePreprocessing, type Preprocessing } from './preprocessing.js'
export { presetParts, presets } from './presets.js'
export { partsOfRecord, type FeatureRecord } from './record.js'
export { resample } from './resample.js'
