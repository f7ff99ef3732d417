/**
 * Animals with Attributes writes -1 for "nobody judged this", in a table of percentages. A table that
 * has a few entries of -1 and nothing else below 0 is read that way; others say so in a manifest.
 */
import type { DenseMatrix } from '@unseen/core'
import type { DraftTable } from '../draft/draft.js'

/** Tables of -1 and 1 are not meant: there every other entry is -1. */
const FEW = 0.05

export function findMissing({ data }: DenseMatrix): DraftTable['missing'] {
  let found = 0
  for (const value of data) {
    if (value === -1) found++
    else if (value < 0) return undefined
  }
  return found > 0 && found <= FEW * data.length ? { value: -1, treatment: 'zero' } : undefined
}
