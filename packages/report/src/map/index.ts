/**
 * `@unseen/report/map`: rows as points of a plane. A door of its own, since it brings umap-js along, which
 * nothing else here needs: load it when a map is wanted.
 *
 * @module @unseen/report/map
 */
export {
  type MapProgress,
  type Neighbours,
  type RowsToPlace,
  nearestNeighbours
} from './nearest-neighbours.js'
export { type MapOptions, type Placed, placeRows } from './place-rows.js'
