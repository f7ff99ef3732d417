/**
 * Rows as points of a plane by UMAP (McInnes, Healy and Melville 2018; package umap-js), with exact
 * neighbours and seeded: the same rows give the same map. Gives the thread its turn, so that it can be
 * stopped.
 */
import { UnseenError, type Watch, createRandom } from '@unseen/core'
import { createNearest } from './nearest.js'

export interface RowsToPlace {
  /** row-major (rows x columns) */
  readonly data: Float32Array
  readonly rows: number
  readonly columns: number
}

export interface Placed {
  readonly x: Float32Array
  readonly y: Float32Array
}

export type Placer = (input: RowsToPlace, watch: Watch) => Promise<Placed>

const NEIGHBOURS = 15
const TURN_MS = 24
/**
 * Of the layout for each row and round, and of the graph before it for each row; measured on one busy core.
 */
const ROW_ROUND_SECONDS = 8e-6
const ROW_GRAPH_SECONDS = 5e-4

/** Fewer rounds where there are many points, as UMAP's authors have it. */
const roundsFor = (rows: number): number => (rows > 10_000 ? 200 : 300)

/** In seconds. Tries the search for neighbours for a moment: machines differ. */
export function tasteOf(input: RowsToPlace): { readonly neighbours: number; readonly layout: number } {
  const nearest = createNearest(input, NEIGHBOURS + 1)
  const started = performance.now()
  let tried = 0
  while (tried < input.rows && performance.now() - started < 60) nearest.row(tried++)
  const each = (performance.now() - started) / 1000 / Math.max(1, tried)
  return {
    neighbours: each * input.rows,
    layout: (ROW_ROUND_SECONDS * roundsFor(input.rows) + ROW_GRAPH_SECONDS) * input.rows
  }
}

export const placeRows: Placer = async (input, { onProgress, signal }) => {
  const { rows } = input
  if (rows < 4) return { x: Float32Array.from({ length: rows }, (_, row) => row), y: new Float32Array(rows) }
  const { neighbours, layout } = tasteOf(input)
  const search = Math.round((100 * neighbours) / (neighbours + layout))
  let turn = performance.now()
  const step = async (done: number): Promise<void> => {
    if (performance.now() - turn < TURN_MS) return
    onProgress?.({ stage: 'examine', done: Math.min(99, Math.round(done)), total: 100 })
    await new Promise<void>(resolve => setTimeout(resolve, 0))
    if (signal?.aborted === true)
      throw new UnseenError('cancelled', 'The map was stopped before it was ready.')
    turn = performance.now()
  }
  const { UMAP } = await import('umap-js')
  const count = Math.min(NEIGHBOURS, rows - 1)
  const nearest = createNearest(input, count + 1)
  const indices: number[][] = []
  const distances: number[][] = []
  for (let row = 0; row < rows; row++) {
    const found = nearest.row(row)
    indices.push(found.indices)
    distances.push(found.distances)
    await step((search * row) / rows)
  }
  const rounds = roundsFor(rows)
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: count,
    minDist: 0.1,
    nEpochs: rounds,
    random: createRandom(0).next
  })
  umap.setPrecomputedKNN(indices, distances)
  // Only their number matters: the neighbours are known.
  umap.initializeFit(Array.from({ length: rows }, () => [0]))
  for (let round = 1; round <= rounds; round++) {
    umap.step()
    await step(search + ((100 - search) * round) / rounds)
  }
  onProgress?.({ stage: 'examine', done: 100, total: 100 })
  const places = umap.getEmbedding()
  return { x: Float32Array.from(places, ([x]) => x), y: Float32Array.from(places, ([, y]) => y) }
}
