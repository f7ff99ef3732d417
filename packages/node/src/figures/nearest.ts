/** The nearest neighbours of every row, exactly: by Euclidean distance, the row itself first. */

export interface Neighbours {
  readonly indices: number[][]
  readonly distances: number[][]
}

/** Rows compared at once with each other row, which is then read from memory only once for all of them. */
const BLOCK = 8

/** `data`: row-major (rows x columns). `onRow` hears how many rows are done. Every pair is looked at once. */
export function nearestNeighbours(data: Float32Array, rows: number, columns: number, count: number, onRow: (done: number) => void): Neighbours {
  const row = (i: number): Float32Array => data.subarray(i * columns, (i + 1) * columns)
  const squares = Float64Array.from({ length: rows }, (_, i) => dot(row(i), row(i)))
  const lists = Array.from({ length: rows }, (_, i) => new Nearest(i, Math.min(count, rows)))
  for (let from = 0; from < rows; from += BLOCK) {
    const block = Array.from({ length: Math.min(BLOCK, rows - from) }, (_, at) => row(from + at))
    for (let k = from + 1; k < rows; k++) {
      const other = row(k)
      for (let at = 0; at < block.length && from + at < k; at++) {
        const i = from + at
        const distance = Math.max(0, squares[i] + squares[k] - 2 * dot(block[at], other))
        lists[i].offer(k, distance)
        lists[k].offer(i, distance)
      }
    }
    // Work is a triangle: the first rows meet all others, the last ones none.
    const left = 1 - Math.min(rows, from + BLOCK) / rows
    onRow(Math.round(rows * (1 - left * left)))
  }
  return { indices: lists.map(({ indices }) => indices), distances: lists.map(({ squared }) => squared.map((value) => Math.sqrt(Math.max(0, value)))) }
}

/** The nearest so far, sorted; ties by index. Itself is nearer than any twin. */
class Nearest {
  readonly indices: number[]
  readonly squared: number[]
  private readonly most: number

  constructor(self: number, most: number) {
    this.indices = [self]
    this.squared = [-1]
    this.most = most
  }

  offer(index: number, squared: number): void {
    const { indices, squared: kept, most } = this
    let place = kept.length
    if (place === most && squared > kept[place - 1]) return
    while (kept[place - 1] > squared || (kept[place - 1] === squared && indices[place - 1] > index)) place--
    if (place === most) return
    indices.splice(place, 0, index)
    kept.splice(place, 0, squared)
    if (kept.length > most) {
      indices.pop()
      kept.pop()
    }
  }
}

/** Four sums at once: faster than one, and still in a fixed order. */
function dot(a: Float32Array, b: Float32Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0]
  let m = 0
  const whole = a.length - (a.length % 4)
  for (; m < whole; m += 4) {
    s0 += a[m] * b[m]
    s1 += a[m + 1] * b[m + 1]
    s2 += a[m + 2] * b[m + 2]
    s3 += a[m + 3] * b[m + 3]
  }
  for (; m < a.length; m++) s0 += a[m] * b[m]
  return s0 + s1 + (s2 + s3)
}
