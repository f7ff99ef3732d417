/**
 * Feature rows in the type in which they are stored: as they are, or smaller with a known loss.
 *
 *   float16   half precision: 11 bits of every number, up to 65,504
 *   uint8     whole numbers from 0 to 255, times one scale for all; for features that are never negative
 */
import { type Matrix, type RowSource, UnseenError, piecesOf } from '@unseen/core'
import { defined, fromFloat16, toFloat16 } from '@unseen/core/internal'

/** Types that features can be stored in, from exact to smallest. */
export const stores = ['exact', 'float16', 'uint8'] as const
export type Store = (typeof stores)[number]

/** What storing in a smaller type has changed. */
export interface StoreLoss {
  readonly largestError: number
  /** between every stored row and the original, over rows that are not zero */
  readonly meanCosine: number
}

export interface StoredRows {
  readonly type: 'float32' | 'float64' | 'float16' | 'uint8'
  readonly isSparse: boolean
  /** what stored numbers are multiplied by */
  readonly scale?: number
  /** Every row once, in order; dense values, or those of a sparse matrix. */
  pieces(): AsyncGenerator<
    { readonly matrix: Matrix; readonly values: Float32Array | Float64Array | Uint8Array },
    void,
    void
  >
  /** known once all pieces have been taken; undefined where nothing is lost */
  loss(): StoreLoss | undefined
}

const LARGEST_HALF = 65_504

export async function storedRows(source: RowSource, store: Store): Promise<StoredRows> {
  const first = await source.read(0, Math.min(1, source.rows))
  const isSparse = first.kind === 'sparse'
  if (store === 'exact') {
    const isDouble = valuesOf(first) instanceof Float64Array
    return {
      type: isDouble ? 'float64' : 'float32',
      isSparse,
      async *pieces() {
        for await (const { matrix } of piecesOf(source))
          yield {
            matrix,
            values: isDouble ? Float64Array.from(valuesOf(matrix)) : Float32Array.from(valuesOf(matrix))
          }
      },
      loss: () => undefined
    }
  }
  const largest = await largestOf(source, store)
  const scale = store === 'uint8' ? Math.fround((largest > 0 ? largest : 1) / 255) : undefined
  const meter = lossMeter()
  return {
    type: store,
    isSparse,
    ...defined({ scale }),
    async *pieces() {
      for await (const { matrix } of piecesOf(source)) {
        const values = valuesOf(matrix)
        const stored =
          scale === undefined
            ? fromFloat16(toFloat16(Float32Array.from(values)))
            : Uint8Array.from(values, value => Math.min(255, Math.round(value / scale)))
        meter.add(matrix, stored, scale ?? 1)
        yield { matrix, values: stored }
      }
    },
    loss: meter.result
  }
}

const valuesOf = (matrix: Matrix): Float32Array | Float64Array =>
  matrix.kind === 'dense' ? matrix.data : matrix.values

async function largestOf(source: RowSource, store: Store): Promise<number> {
  let largest = 0
  for await (const { start, matrix } of piecesOf(source)) {
    const values = valuesOf(matrix)
    for (let k = 0; k < values.length; k++) {
      const value = values[k]
      if (!(store === 'uint8' ? value >= 0 && value < Infinity : Math.abs(value) <= LARGEST_HALF)) {
        const row = matrix.kind === 'dense' ? start + Math.floor(k / matrix.columns) : start
        throw new UnseenError(
          'options.value',
          `Features cannot be stored as ${store}: there is ${value} in or after row ${row}.`,
          {
            where: { row },
            remedy:
              store === 'uint8'
                ? 'Store them as float16, which has negative numbers.'
                : 'Store them as they are.'
          }
        )
      }
      if (value > largest) largest = value
    }
  }
  return largest
}

function lossMeter(): {
  add(matrix: Matrix, stored: Float32Array | Uint8Array, scale: number): void
  result(): StoreLoss
} {
  let [largestError, cosines, rows] = [0, 0, 0]
  return {
    add(matrix, stored, scale) {
      const values = valuesOf(matrix)
      for (let i = 0; i < matrix.rows; i++) {
        const [from, to] =
          matrix.kind === 'dense'
            ? [i * matrix.columns, (i + 1) * matrix.columns]
            : [matrix.starts[i], matrix.starts[i + 1]]
        let [both, own, kept] = [0, 0, 0]
        for (let k = from; k < to; k++) {
          const value = stored[k] * scale
          largestError = Math.max(largestError, Math.abs(value - values[k]))
          both += value * values[k]
          own += values[k] * values[k]
          kept += value * value
        }
        if (own === 0) continue
        cosines += kept === 0 ? 0 : both / Math.sqrt(own * kept)
        rows++
      }
    },
    result: () => ({ largestError, meanCosine: rows === 0 ? 1 : cosines / rows })
  }
}
