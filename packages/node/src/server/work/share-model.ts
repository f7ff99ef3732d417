/** A model whose large arrays lie in shared memory, so that every thread reads the same bytes. */
import type { Model } from '@unseen/core'
import type { SharedModel } from './messages.js'

export function shareModel(name: string, { settings, trained, classes, notes }: Model): SharedModel {
  const { references } = trained
  return {
    name,
    settings,
    trained: {
      ...trained,
      weights: shared(trained.weights),
      references: references === undefined ? undefined : shared(references)
    },
    classes,
    notes
  }
}

function shared(array: Float32Array): Float32Array {
  if (array.buffer instanceof SharedArrayBuffer) return array
  const copy = new Float32Array(new SharedArrayBuffer(array.byteLength))
  copy.set(array)
  return copy
}
