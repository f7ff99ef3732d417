/**
 * Tells models apart whose proportions differ: pi(x) depends on the trained arrays, on how rows are
 * normalised and on the seen classes, not on what was described later. Proportions that were stored
 * stay true for as long as this stays the same.
 */
import { Hash } from '../base/hash.js'
import type { Model } from './model.js'

/** 16 digits */
export function proportionsFingerprint({ trained, settings: { normalise }, seen }: Model): string {
  const { columns, transform, kind, references, weights } = trained
  const hash = new Hash().addText('unseen proportions 1').add(Uint32Array.of(seen.length, columns))
  for (const text of [...seen, normalise, transform, kind]) hash.addText(text)
  hash.add(weights)
  if (references !== undefined) hash.add(references)
  return hash.digest()
}
