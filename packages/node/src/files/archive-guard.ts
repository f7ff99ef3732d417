/**
 * Which archives may be unpacked. An archive is judged by all its entries before anything is written:
 * one entry that would leave the folder, is no ordinary file, or would collide with another on some
 * system, and the whole archive is refused. Nothing well-meant has such entries.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { bytes, safe } from '../terminal/text.js'

export interface ArchiveLimits {
  readonly entries: number
  /** of all files together, unpacked */
  readonly totalBytes: number
  /** of one file */
  readonly fileBytes: number
}

export interface UnpackOptions {
  /** names as they stand in the archive; all of them must be there */
  readonly files: readonly string[]
  /** how many leading folders of the names are left out */
  readonly strip: number
  readonly limits: ArchiveLimits
  readonly signal?: AbortSignal
}

/** An entry as the archive describes it. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  /** in the archive, where each file is packed by itself */
  readonly packedSize?: number
  readonly kind: 'file' | 'folder' | 'other'
  /** of what kind, for the message: "symbolic link" */
  readonly kindName: string
}

export interface ArchiveGuard {
  /** Throws at the first entry that is not to be unpacked. */
  admit(entry: ArchiveEntry): void
}

/** Images and numbers pack to a tenth at best; a hundredth is a bomb. */
export const MAX_RATIO = 100
/** Below this no ratio does harm. */
const SMALL = 1e6
const longestName = 1000
/** Control characters, and those that turn text around in a terminal. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
/** Names that are devices on Windows, whatever their extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

export function archiveGuard(archive: string, limits: ArchiveLimits): ArchiveGuard {
  let entries = 0
  let total = 0
  /** every file and folder in letters that all systems tell apart -> how it is written */
  const known = new Map<string, { readonly path: string; readonly file: boolean }>()

  const refuse = (why: string, name?: string): UnseenError =>
    new UnseenError('archive.unsafe', `${archive} is not unpacked: ${why}.`, {
      where: { file: archive, ...defined({ entry: name === undefined ? undefined : safe(name) }) },
      remedy: 'Fetch the archive from where it was published.'
    })

  const remember = (path: string, file: boolean, name: string): void => {
    const key = path.normalize('NFC').toLowerCase()
    const other = known.get(key)
    if (other === undefined) known.set(key, { path, file })
    else if (file || other.file || other.path !== path)
      throw refuse(`the name ${shown(name)} collides with ${shown(other.path)}`, name)
  }

  return {
    admit({ name, size, packedSize = size, kind, kindName }) {
      if (++entries > limits.entries) throw refuse(`it has more than ${limits.entries} entries`)
      const parts = name.replace(/\/$/, '').split('/')
      if (unprintable.test(name)) throw refuse(`the name ${shown(name)} has control characters`, name)
      if (name.length > longestName) throw refuse(`the name ${shown(name)} is too long`, name)
      if (name.startsWith('/') || /^[A-Za-z]:/.test(name))
        throw refuse(`the name ${shown(name)} is absolute`, name)
      if (name.includes('\\')) throw refuse(`the name ${shown(name)} has a backslash`, name)
      if (parts.some(part => part === '' || part === '.' || part === '..'))
        throw refuse(`the name ${shown(name)} leads out of its folder`, name)
      if (parts.some(part => device.test(part) || /[. ]$|[:*?"<>|]/.test(part)))
        throw refuse(`the name ${shown(name)} is not a file name on every system`, name)
      if (kind === 'other') throw refuse(`${shown(name)} is a ${kindName}`, name)
      parts.slice(0, -1).forEach((_, at) => remember(parts.slice(0, at + 1).join('/'), false, name))
      remember(parts.join('/'), kind === 'file', name)
      if (!(size <= limits.fileBytes))
        throw refuse(
          `${shown(name)} claims ${bytes(size)}, at most ${bytes(limits.fileBytes)} are allowed`,
          name
        )
      if (size > SMALL && size > MAX_RATIO * packedSize)
        throw refuse(`${shown(name)} is packed more than ${MAX_RATIO} : 1`, name)
      total += size
      if (total > limits.totalBytes) throw refuse(`it claims more than ${bytes(limits.totalBytes)} in all`)
    }
  }
}

function shown(name: string): string {
  return JSON.stringify(safe(name.length > 80 ? `${name.slice(0, 80)}...` : name))
}
