/**
 * What the operating system refuses, as an error of ours: what, where and what to do. The one place that knows
 * its codes; whatever reads or writes throws them as they are, or passes them here to name its path.
 */
import { type ErrorCode, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'

interface Reason {
  readonly code: ErrorCode
  /** "the disk is full" */
  readonly why: string
  readonly remedy: string
}

const full: Reason = {
  code: 'path.write',
  why: 'the disk is full',
  remedy: 'Make room, or name a place on another disk.'
}
const forbidden: Reason = {
  code: 'path.write',
  why: 'that is not allowed there',
  remedy: 'Choose another place, or ask for the right to use this one.'
}
const gone: Reason = {
  code: 'path.missing',
  why: 'it is not there, or went away',
  remedy: 'Check the name, and whether the folder is still there.'
}
const crowded: Reason = {
  code: 'path.missing',
  why: 'too many files are open',
  remedy: 'Allow more (ulimit -n), or run fewer programs at once.'
}
const broken: Reason = {
  code: 'path.missing',
  why: 'the disk or the connection to it fails',
  remedy: 'Check the disk.'
}
const memory: Reason = {
  code: 'memory.limit',
  why: 'memory is used up',
  remedy: 'Close other programs, or use a larger machine.'
}
const reasons: Readonly<Record<string, Reason>> = {
  ENOSPC: full,
  EDQUOT: { ...full, why: 'the quota is used up' },
  EFBIG: { ...full, why: 'the file would be larger than allowed' },
  EROFS: { ...forbidden, why: 'the file system is read-only', remedy: 'Choose a place that can be written.' },
  EACCES: forbidden,
  EPERM: forbidden,
  EBUSY: { ...forbidden, why: 'it is in use' },
  EEXIST: { ...forbidden, why: 'something of that name is in the way' },
  ENOTEMPTY: { ...forbidden, why: 'the folder is not empty' },
  ENOENT: gone,
  ENOTDIR: gone,
  EISDIR: { ...gone, why: 'it is a folder', remedy: 'Name a file.' },
  ELOOP: { ...gone, why: 'its links lead in a circle' },
  ENAMETOOLONG: { ...gone, why: 'the name is too long', remedy: 'Choose a shorter one.' },
  EMFILE: crowded,
  ENFILE: crowded,
  EPIPE: { ...full, why: 'whoever read it has gone', remedy: 'Start both again.' },
  EBADF: { ...broken, why: 'it was closed meanwhile' },
  EINVAL: { ...broken, why: 'the file system cannot do this' },
  EXDEV: { ...broken, why: 'it is on another disk' },
  ENOTSUP: { ...broken, why: 'the file system cannot do this' },
  EIO: broken,
  ESTALE: broken,
  ENODEV: broken,
  ENXIO: broken,
  ENOMEM: memory
}
/** What libraries say in words alone. */
const words: readonly (readonly [RegExp, string])[] = [
  [/no space left on device|disk quota exceeded/i, 'ENOSPC'],
  [/read-only file system/i, 'EROFS'],
  [/permission denied/i, 'EACCES'],
  [/too many open files/i, 'EMFILE'],
  [/input\/output error/i, 'EIO']
]
const writing = new Set(['write', 'mkdir', 'rename', 'link', 'unlink', 'rm', 'rmdir', 'fsync', 'fdatasync'])
writing.add('ftruncate').add('utime').add('chmod').add('copyfile').add('symlink').add('mkdtemp')

/** Undefined where the error is none of the system's; `path` unless the error names one. */
export function fromSystem(error: unknown, path?: string): UnseenError | undefined {
  if (!(error instanceof Error) || error instanceof UnseenError) return undefined
  const { code: given, syscall, path: named } = error as NodeJS.ErrnoException
  const code = given ?? words.find(([pattern]) => pattern.test(error.message))?.[1]
  const reason = code === undefined ? undefined : reasons[code]
  if (reason === undefined || code === undefined) return undefined
  const file = path ?? named ?? (syscall === 'uv_cwd' ? 'The working folder' : undefined)
  const isWritten = reason.code === 'path.write' && (reason !== forbidden || writing.has(syscall ?? 'write'))
  const what = `${file ?? 'A file'} cannot be ${isWritten ? 'written' : 'used'}: ${reason.why} (${code}).`
  return new UnseenError(reason.code, what, {
    where: file === undefined ? {} : { file },
    remedy: reason.remedy,
    cause: error
  })
}

/** An error of writing `path`: whatever the system says, it cannot be written. */
export function cannotWrite(path: string, error: unknown, remedy?: string): unknown {
  const known = fromSystem(error, path)
  if (known === undefined) return error
  const { message } = known
  const what = message.slice(0, message.length - (known.remedy?.length ?? 0)).trimEnd()
  return new UnseenError('path.write', what.replace('cannot be used', 'cannot be written'), {
    where: { file: path },
    cause: error,
    ...defined({ remedy: remedy ?? known.remedy })
  })
}

/** Whether it was the system that refused, not what the user asked for: the same may succeed elsewhere. */
export function isOfSystem({ code, cause }: UnseenError): boolean {
  const given = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined
  return code === 'path.write' || (given !== undefined && [crowded, broken, memory].includes(reasons[given]))
}
