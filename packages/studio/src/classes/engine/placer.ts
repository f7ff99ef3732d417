/** The rows of a map placed, told in hundredths, and how long that takes. */
import { type Watch } from '@unseen/core'
import { drive } from '@unseen/core/internal'
import type { Placed, RowsToPlace } from '@unseen/report/map'

export type { Placed, RowsToPlace }

export type Placer = (input: RowsToPlace, watch: Watch) => Promise<Placed>

/** As many rows count as near as umap-js and its authors take. */
const NEIGHBOURS = 15
/**
 * Of the layout for each row and round, and of the graph before it for each row; measured on one busy core.
 */
const ROW_ROUND_SECONDS = 8e-6
const ROW_GRAPH_SECONDS = 5e-4
/** So long the search for neighbours is tried, in milliseconds. */
const TRIAL = 60

/** Fewer rounds where there are many points, as UMAP's authors have it. */
const roundsFor = (rows: number): number => (rows > 10_000 ? 200 : 300)

/** In seconds. Tries the search for neighbours for a moment: machines differ. */
export async function timeFor(
  input: RowsToPlace
): Promise<{ readonly neighbours: number; readonly layout: number }> {
  const { nearestNeighbours } = await import('@unseen/report/map')
  const { rows } = input
  const started = performance.now()
  const passed = (): number => performance.now() - started
  let found = 0
  const search = nearestNeighbours(input, NEIGHBOURS + 1)
  for (let step = search.next(false); step.done !== true && passed() < TRIAL; step = search.next(false))
    found = step.value.done
  return {
    neighbours: (passed() / 1000) * (rows / Math.max(1, found)),
    layout: (ROW_ROUND_SECONDS * roundsFor(rows) + ROW_GRAPH_SECONDS) * rows
  }
}

export const placeHere: Placer = async (input, { onProgress, signal }) => {
  const { placeRows } = await import('@unseen/report/map')
  const { neighbours, layout } = await timeFor(input)
  const search = Math.round((100 * neighbours) / (neighbours + layout))
  let told = -1
  const tell = (percent: number): void => {
    if (percent === told) return
    told = percent
    onProgress?.({ stage: 'examine', done: percent, total: 100 })
  }
  const placed = await drive(placeRows(input, { neighbours: NEIGHBOURS, epochs: roundsFor(input.rows) }), {
    onProgress: ({ stage, done, total }) => {
      const part = stage === 'neighbours' ? (search * done) / total : search + ((100 - search) * done) / total
      tell(Math.min(99, Math.round(part)))
    },
    signal
  })
  tell(100)
  return placed
}
