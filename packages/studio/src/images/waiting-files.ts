/** Photos whose features are not made yet, as files of the project: written by the page, read by the worker. */
import type { NewPhoto } from './facts.js'

type Files = ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>

const WAITING = 'waiting/'
export const folderOf = (key: string): string => `${WAITING}${key}/`

export function waitingFiles(photos: readonly NewPhoto[]): Files {
  return new Map(
    photos.flatMap(({ key, name, blob }): [string, Blob | Uint8Array<ArrayBuffer>][] => [
      [`${folderOf(key)}name`, new TextEncoder().encode(name)],
      [`${folderOf(key)}picture`, blob]
    ])
  )
}

export function readWaiting(files: Files): NewPhoto[] {
  const names = [...files.keys()].filter(name => name.startsWith(WAITING) && name.endsWith('/name')).sort()
  return names.flatMap(of => {
    const [name, blob] = [files.get(of), files.get(of.replace(/name$/, 'picture'))]
    return name instanceof Uint8Array && blob instanceof Blob
      ? [{ key: of.slice(WAITING.length, -'/name'.length), name: new TextDecoder().decode(name), blob }]
      : []
  })
}
