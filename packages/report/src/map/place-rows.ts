/**
 * Rows as points of a plane by UMAP (McInnes, Healy and Melville 2018; package umap-js) with exact
 * neighbours. Seeded: the same rows give the same map.
 */
import { type Job, UnseenError, createRandom } from '@unseen/core'
import { type MapProgress, type RowsToPlace, nearestNeighbours } from './nearest-neighbours.js'
import { UMAP } from 'umap-js'

/** How rows are placed on a map. */
export interface MapOptions {
  /** How many neighbours count as near: fewer show finer structure. Default 15. */
  readonly neighbours?: number | undefined
  /** How close points may lie. Default 0.1. */
  readonly minDistance?: number | undefined
  /** Rounds of the layout. Default 300. */
  readonly epochs?: number | undefined
  /** Seed of the layout. Default 0. */
  readonly seed?: number | undefined
}

/** Rows as points on a plane. */
export interface Placed {
  /** One for each row. */
  readonly x: Float64Array
  /** One for each row. */
  readonly y: Float64Array
}

/**
 * Places rows on a plane so that alike ones are close together, as a job that tells how far it is.
 *
 * @param input raw features, or proportions of seen classes
 * @param options how fine, and a seed
 */
export function* placeRows(
  input: RowsToPlace,
  { neighbours = 15, minDistance = 0.1, epochs = 300, seed = 0 }: MapOptions = {}
): Job<Placed, MapProgress> {
  const { rows } = input
  if (rows < 4) return { x: Float64Array.from({ length: rows }, (_, row) => row), y: new Float64Array(rows) }
  const near = Math.min(neighbours, rows - 1)
  const { indices, distances } = yield* nearestNeighbours(input, near + 1)
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: near,
    minDist: minDistance,
    nEpochs: epochs,
    random: createRandom(seed).next
  })
  umap.setPrecomputedKNN(indices, distances)
  // Only their number matters: the neighbours are known.
  umap.initializeFit(Array.from({ length: rows }, () => [0]))
  for (let epoch = 1; epoch <= epochs; epoch++) {
    umap.step()
    if (yield { stage: 'layout', done: epoch, total: epochs })
      throw new UnseenError('cancelled', 'The map was stopped before it was ready.')
  }
  const places = umap.getEmbedding()
  return { x: Float64Array.from(places, ([x]) => x), y: Float64Array.from(places, ([, y]) => y) }
}
