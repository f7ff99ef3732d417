/** The nearest rows of a row, exactly: by Euclidean distance, itself first, ties by number. */
import { NearestList } from '@unseen/core/internal'
import type { RowsToPlace } from './place-rows.js'

export interface NearestRows {
  readonly indices: number[]
  readonly distances: number[]
}

export function createNearest(
  { data, rows, columns }: RowsToPlace,
  count: number
): { row(of: number): NearestRows } {
  const size = Math.min(count, rows)
  return {
    row(of) {
      const list = new NearestList(of, size)
      const from = of * columns
      for (let other = 0; other < rows; other++) {
        if (other === of) continue
        const at = other * columns
        let square = 0
        for (let m = 0; m < columns; m++) {
          const difference = data[from + m] - data[at + m]
          square += difference * difference
        }
        list.offer(other, square)
      }
      return { indices: list.indices, distances: list.distances() }
    }
  }
}
