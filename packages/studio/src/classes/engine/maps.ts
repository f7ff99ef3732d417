/** Of the engine: the 2-D map of all rows, by raw features or by centred proportions. */
import { Matrix, type Progress, UnseenError, piecesOf } from '@unseen/core'
import { centredProportions } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { type Session, dataOf, proportionsOf } from '../../worker/session.js'
import type { MapOf, MapPoints, MapPlan } from '../map-facts.js'
import { keepMap } from './kept-maps.js'
import { type Placed, type Placer, type RowsToPlace, placeHere, timeFor } from './placer.js'

export function createMaps(
  session: Session,
  jobs: EngineJobs,
  projects: Projects,
  placer: Placer = placeHere
) {
  return {
    /** What a map would be of and how long it would take. */
    async plan(of: MapOf): Promise<MapPlan> {
      const input = await rowsFor(session, of)
      const { neighbours, layout } = await timeFor(input)
      return { of, rows: input.rows, columns: input.columns, seconds: neighbours + layout }
    },

    /** Made and kept with the project. */
    make: (
      job: string,
      of: MapOf,
      project: string | undefined,
      onProgress?: (progress: Progress) => void
    ): Promise<MapPoints> =>
      jobs.run(job, onProgress, async watch => {
        const started = performance.now()
        const placed = await placer(await rowsFor(session, of), watch)
        const map = { of, ...fitted(placed), seconds: (performance.now() - started) / 1000 }
        if (project !== undefined) await keepMap(projects, project, map, session.model)
        return map
      })
  }
}

async function rowsFor(session: Session, of: MapOf): Promise<RowsToPlace> {
  if (of === 'proportions') {
    const { proportions, rows, seen } = proportionsOf(session)
    return { data: centredProportions(proportions, seen), rows, columns: seen }
  }
  const { features } = dataOf(session).dataset
  if (features === undefined)
    throw new UnseenError('dataset.content', 'There are no features to make a map of.', {
      remedy: 'Open a data set with features.'
    })
  const { rows, columns } = features
  const data = new Float32Array(rows * columns)
  const row = new Float64Array(columns)
  for await (const { start, matrix } of piecesOf(features)) {
    for (let i = 0; i < matrix.rows; i++) {
      Matrix.readRow(matrix, i, row)
      data.set(row, (start + i) * columns)
    }
  }
  return { data, rows, columns }
}

/** Into the unit square, both directions on one scale, in its middle. */
function fitted({ x, y }: Placed): Pick<MapPoints, 'x' | 'y'> {
  const range = (values: Float64Array): readonly [number, number] =>
    values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
      Infinity,
      -Infinity
    ] as const)
  const [[left, right], [top, bottom]] = [range(x), range(y)]
  const scale = Math.max(right - left, bottom - top) || 1
  const place = (values: Float64Array, low: number, high: number): Float32Array =>
    Float32Array.from(values, value => 0.5 + (value - (low + high) / 2) / scale)
  return { x: place(x, left, right), y: place(y, top, bottom) }
}
