/** A model as an ONNX graph, with the version of this package as its producer's. */
import type { Model } from '@unseen/core'
import { type ExportOptions, type ExportedOnnx, modelGraph } from '@unseen/networks'
import { versions } from '../runs/versions.js'

/**
 * A model as an ONNX file, from feature rows to scores.
 *
 * @param model with the classes it knows
 * @param options the classes that have a score
 */
export function exportOnnx(model: Model, options: ExportOptions = {}): ExportedOnnx {
  return modelGraph(model, { ...options, version: versions()['unseen'] ?? '' })
}
