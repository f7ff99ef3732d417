/**
 * The best rows of a library, exactly: a heap of the `top` rows with the largest scores. Of equal
 * scores the row with the smaller number is better, so that the answer does not depend on the order in
 * which rows are offered, nor on how many threads offered them.
 */
export interface RankedRow {
  readonly row: number
  readonly score: number
}

export class BestRows {
  readonly top: number
  /** Rows that score less cannot be among the best any more. */
  floor = -Infinity
  /** the worst of the best is first; children of k are 2 k + 1 and 2 k + 2 */
  private readonly heap: RankedRow[] = []

  constructor(top: number) {
    this.top = top
  }

  /** A score that is no number is never among the best. */
  offer(row: number, score: number): void {
    const { heap, top } = this
    const offered = { row, score }
    if (Number.isNaN(score) || top === 0) return
    if (heap.length < top) {
      heap.push(offered)
      this.rise(heap.length - 1)
    } else if (isBetter(offered, heap[0])) {
      heap[0] = offered
      this.sink(0)
    } else return
    if (heap.length === top) this.floor = heap[0].score
  }

  /** Best first. */
  ranked(): RankedRow[] {
    return [...this.heap].sort((a, b) => (isBetter(a, b) ? -1 : 1))
  }

  private rise(from: number): void {
    const { heap } = this
    for (
      let at = from, parent = (at - 1) >> 1;
      at > 0 && isBetter(heap[parent], heap[at]);
      at = parent, parent = (at - 1) >> 1
    )
      this.swap(at, parent)
  }

  private sink(from: number): void {
    const { heap } = this
    for (let at = from; ;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isBetter(heap[worst], heap[child])) worst = child
      if (worst === at) return
      this.swap(at, worst)
      at = worst
    }
  }

  private swap(a: number, b: number): void {
    const { heap } = this
    const moved = heap[a]
    heap[a] = heap[b]
    heap[b] = moved
  }
}

function isBetter(a: RankedRow, b: RankedRow): boolean {
  return a.score > b.score || (a.score === b.score && a.row < b.row)
}
