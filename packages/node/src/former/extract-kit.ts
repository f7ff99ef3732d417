/** The former address of what prepares images, kept for one version: import from '@unseen/networks'. */
export {
  entriesOf,
  findFeatureTensor,
  metadataParts,
  partsOfRecord,
  placement,
  presetParts,
  presets,
  readGraph,
  readImageInput,
  resample,
  resolvePreprocessing,
  withOutputs,
  type FeatureRecord,
  type ImageInput,
  type OnnxGraph,
  type Preprocessing
} from '@unseen/networks/internal'
