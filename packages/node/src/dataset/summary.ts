/** A data set in a few numbers, for people and scripts. */
import { type EncoderRecord, Matrix } from '@unseen/core'
import type { Dataset } from '@unseen/data'
import type { Provenance } from '@unseen/data/internal'

/** The sizes of a data set. */
export interface DatasetSummary {
  /** Of the data set. */
  readonly name: string
  /** How many. */
  readonly rows: number
  /** numbers a row; null where there are no features */
  readonly columns: number | null
  /** How many. */
  readonly classes: number
  /** Its descriptions. */
  readonly tables: readonly {
    readonly name: string
    readonly attributes: number
    readonly encoder: string | null
  }[]
  /** numbers of classes and rows; null where the split has no list of rows */
  readonly splits: readonly {
    readonly name: string
    readonly seen: number
    readonly unseen: number
    readonly train: number | null
    readonly test: number | null
  }[]
  /** Where it comes from. */
  readonly provenance: Provenance
}

/**
 * The sizes of a data set, as `unseen data info` shows them.
 *
 * @param dataset open or in memory
 */
export function summariseDataset({
  name,
  features,
  labels,
  classes,
  signatures,
  splits,
  provenance
}: Dataset): DatasetSummary {
  return {
    name,
    rows: features?.rows ?? labels.length,
    columns: features?.columns ?? null,
    classes: classes.length,
    tables: signatures.map(table => ({
      name: table.name,
      attributes: Matrix.from(table.matrix).columns,
      encoder: encoderName(table.encoder)
    })),
    splits: splits.map(split => ({
      name: split.name,
      seen: split.seen.length,
      unseen: split.unseen.length,
      train: split.train?.length ?? null,
      test: split.test?.length ?? null
    })),
    provenance
  }
}

function encoderName(encoder: EncoderRecord | undefined): string | null {
  if (encoder === undefined) return null
  return encoder.kind === 'joined'
    ? encoder.parts.map(({ table, weight }) => `${weight} x ${table}`).join(' + ')
    : encoder.model
}
