/** A model as an ONNX graph, with the version of this package as its producer's. */
import type { Model } from '@unseen/core'
import { modelGraph, type ExportOptions, type ExportedOnnx } from '../onnx/model-graph.js'
import { versions } from '../runs/versions.js'

export function exportOnnx(model: Model, options: ExportOptions = {}): ExportedOnnx {
  return modelGraph(model, { ...options, version: versions()['unseen'] ?? '' })
}
