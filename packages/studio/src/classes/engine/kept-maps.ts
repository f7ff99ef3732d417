/**
 * Maps as the project keeps them: places of all rows, and what they are of. One of proportions is true for
 * its own model alone.
 */
import type { Model } from '@unseen/core'
import { defined, proportionsFingerprint } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import type { MapOf, MapPoints } from '../map-facts.js'

const fileOf = (of: MapOf): string => `map/${of}`
const notesOf = (of: MapOf): string => `map/${of}.json`

interface MapNotes {
  readonly seconds: number
  readonly proportions?: string
}

/** Where the browser keeps nothing, it is made again another time. */
export async function keepMap(
  projects: Projects,
  project: string,
  { of, x, y, seconds }: MapPoints,
  model: Model | undefined
): Promise<void> {
  const places = new Float32Array(x.length + y.length)
  places.set(x)
  places.set(y, x.length)
  const notes: MapNotes = {
    seconds,
    ...defined({
      proportions: of === 'proportions' && model !== undefined ? proportionsFingerprint(model) : undefined
    })
  }
  await projects
    .addFiles(
      project,
      new Map([
        [fileOf(of), new Uint8Array(places.buffer)],
        [notesOf(of), new TextEncoder().encode(JSON.stringify(notes))]
      ])
    )
    .catch(() => undefined)
}

/** Those that are of these rows and of this model. */
export function readMaps(
  files: ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>,
  rows: number,
  model: Model | undefined
): MapPoints[] {
  return (['features', 'proportions'] as const).flatMap(of => {
    const [bytes, text] = [files.get(fileOf(of)), files.get(notesOf(of))]
    if (!(bytes instanceof Uint8Array) || !(text instanceof Uint8Array) || bytes.length !== 8 * rows)
      return []
    const { seconds, proportions } = JSON.parse(new TextDecoder().decode(text)) as MapNotes
    if (of === 'proportions' && (model === undefined || proportions !== proportionsFingerprint(model)))
      return []
    const places = new Float32Array(bytes.slice().buffer)
    return [{ of, seconds, x: places.slice(0, rows), y: places.slice(rows) }]
  })
}
