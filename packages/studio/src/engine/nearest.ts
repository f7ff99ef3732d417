/** The nearest rows of a row, exactly: by Euclidean distance, itself first, ties by number. */
import type { RowsToPlace } from './place-rows.js'

export interface NearestRows {
  readonly indices: number[]
  readonly distances: number[]
}

export function createNearest({ data, rows, columns }: RowsToPlace, count: number): { row(of: number): NearestRows } {
  const size = Math.min(count, rows)
  return {
    row(of) {
      const indices = [of]
      const squares = [0]
      let worst = Infinity
      const from = of * columns
      for (let other = 0; other < rows; other++) {
        if (other === of) continue
        const at = other * columns
        let square = 0
        for (let m = 0; m < columns; m++) {
          const difference = data[from + m] - data[at + m]
          square += difference * difference
        }
        if (square >= worst) continue
        let place = squares.length
        while (place > 1 && squares[place - 1] > square) place--
        squares.splice(place, 0, square)
        indices.splice(place, 0, other)
        if (squares.length > size) {
          squares.pop()
          indices.pop()
        }
        if (squares.length === size) worst = squares[size - 1]
      }
      return { indices, distances: squares.map(Math.sqrt) }
    },
  }
}
