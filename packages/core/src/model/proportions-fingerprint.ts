/**
 * Tells models apart whose proportions differ: pi(x) depends on the trained arrays, on how rows are
 * normalised and on the seen classes, not on what was described later. Proportions that were stored
 * stay true for as long as this stays the same.
 */
import { Hash } from '../base/hash.js'
import type { Trained } from '../training/trained.js'
import type { Model } from './model.js'

/** Trained arrays never change, and all models of one training share them. */
const found = new WeakMap<Trained, { readonly of: string; readonly fingerprint: string }>()

/** 16 digits */
export function proportionsFingerprint({ trained, settings: { normalise }, seen }: Model): string {
  const of = JSON.stringify([normalise, seen])
  const known = found.get(trained)
  if (known?.of === of) return known.fingerprint
  const fingerprint = fingerprintOf(trained, normalise, seen)
  found.set(trained, { of, fingerprint })
  return fingerprint
}

function fingerprintOf(trained: Trained, normalise: string, seen: readonly string[]): string {
  const { columns, transform, kind, references, weights, images } = trained
  const hash = new Hash().addText('unseen proportions 1').add(Uint32Array.of(seen.length, columns))
  for (const text of [...seen, normalise, transform, kind]) hash.addText(text)
  hash.add(weights)
  if (references !== undefined) hash.add(references)
  if (images !== undefined) hash.add(images.weights)
  return hash.digest()
}
