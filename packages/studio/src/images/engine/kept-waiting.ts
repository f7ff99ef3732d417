/**
 * What waits for images to be recognised, as the project keeps it: images whose features are made or that are
 * left out wait no longer, and the network that makes them is there after a reload.
 */
import { defined } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import type { NamedBlob } from '../../worker/files.js'
import { KEPT_MEGABYTES } from '../facts.js'
import { folderOf } from '../waiting-files.js'

export const NETWORK = 'network/'
const LIMIT = KEPT_MEGABYTES * 2 ** 20

type Files = ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>

export interface KeptNetwork extends NamedBlob {
  readonly preset?: string
}

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)

/** One of them has its features, or is left out. */
export async function forgetWaiting(projects: Projects, project: string, key: string): Promise<void> {
  await projects.removeFiles(project, folderOf(key)).catch(() => undefined)
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
