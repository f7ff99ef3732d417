/** The former address of the export to ONNX, kept for one version: import from '@unseen/networks'. */
export { modelGraph, type ExportedOnnx, type ExportOptions } from '@unseen/networks'
