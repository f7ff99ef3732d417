/**
 * What waits for images to be recognised, as the project keeps it: images whose features are not made yet,
 * and the network that makes them.
 */
import { defined } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import type { NamedBlob } from '../../worker/files.js'
import { KEPT_MEGABYTES } from '../facts.js'
import type { AddedRow } from './added.js'
import { bytesKept } from './kept-rows.js'

const WAITING = 'waiting/'
const NETWORK = 'network/'
const LIMIT = KEPT_MEGABYTES * 2 ** 20

type Files = ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>

export interface KeptNetwork extends NamedBlob {
  readonly preset?: string
}

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
const folderOf = (at: number): string => `${WAITING}${String(at).padStart(6, '0')}/`

/** These images and no others, as long as there is room beside the rows that are kept; says which. */
export async function keepWaiting(
  projects: Projects,
  project: string,
  images: readonly NamedBlob[],
  added: readonly AddedRow[]
): Promise<readonly boolean[]> {
  let room = LIMIT - bytesKept(added)
  const kept = images.map(({ blob }) => {
    const fits = blob.size <= room
    if (fits) room -= blob.size
    return fits
  })
  const files = new Map(
    images.flatMap(({ name, blob }, at): [string, Blob | Uint8Array<ArrayBuffer>][] =>
      kept[at]
        ? [
            [`${folderOf(at)}name`, text(name)],
            [`${folderOf(at)}picture`, blob]
          ]
        : []
    )
  )
  return projects
    .removeFiles(project, WAITING)
    .then(() => projects.addFiles(project, files))
    .then(
      () => kept,
      () => images.map(() => false)
    )
}

/** One of them has its features; or none waits any more. */
export async function forgetWaiting(projects: Projects, project: string, at?: number): Promise<void> {
  await projects.removeFiles(project, at === undefined ? WAITING : folderOf(at)).catch(() => undefined)
}

export function readWaiting(files: Files): NamedBlob[] {
  const names = [...files.keys()].filter(name => name.startsWith(WAITING) && name.endsWith('/name')).sort()
  return names.flatMap(of => {
    const [name, blob] = [files.get(of), files.get(of.replace(/name$/, 'picture'))]
    return name instanceof Uint8Array && blob instanceof Blob
      ? [{ name: new TextDecoder().decode(name), blob }]
      : []
  })
}

/** False where it is larger than what is kept, or the browser has no room. */
export async function keepNetwork(
  projects: Projects,
  project: string,
  { name, blob, preset }: KeptNetwork
): Promise<boolean> {
  if (blob.size > LIMIT)
    return projects.removeFiles(project, NETWORK).then(
      () => false,
      () => false
    )
  const files = new Map<string, Blob | Uint8Array<ArrayBuffer>>([
    [`${NETWORK}name`, text(name)],
    [`${NETWORK}file`, blob],
    [`${NETWORK}preset`, text(preset ?? '')]
  ])
  return projects.addFiles(project, files).then(
    () => true,
    () => false
  )
}

export function readNetwork(files: Files): KeptNetwork | undefined {
  const [name, blob, preset] = ['name', 'file', 'preset'].map(part => files.get(NETWORK + part))
  if (!(name instanceof Uint8Array) || !(blob instanceof Blob)) return undefined
  const said = preset instanceof Uint8Array ? new TextDecoder().decode(preset) : ''
  return {
    name: new TextDecoder().decode(name),
    blob,
    ...defined({ preset: said !== '' ? said : undefined })
  }
}
