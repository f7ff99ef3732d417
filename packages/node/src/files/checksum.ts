/** Is a file what it should be? */
import { UnseenError } from '@unseen/core'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export interface Checksum {
  readonly algorithm: 'md5' | 'sha256' | 'sha512'
  /** in hexadecimal digits */
  readonly hex: string
}

/** Throws unless the file has this checksum; `what` names it in the message. */
export async function verifyChecksum(
  path: string,
  { algorithm, hex }: Checksum,
  what: string,
  signal?: AbortSignal
): Promise<void> {
  const hash = createHash(algorithm)
  try {
    await pipeline(createReadStream(path), hash, signal === undefined ? {} : { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw new UnseenError(
      'path.missing',
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
      { where: { file: path }, cause: error }
    )
  }
  const got = hash.digest('hex')
  if (got !== hex.toLowerCase())
    throw new UnseenError(
      'network.broken',
      `${what} is not the file that was expected: its ${algorithm} is ${got}, not ${hex}.`,
      { where: { file: path }, remedy: 'Fetch it again, or from another place.' }
    )
}

/** From the form of package-lock.json, 'sha512-BASE64'. */
export function checksumOf(integrity: string): Checksum {
  const [, algorithm, base64] = /^(sha256|sha512)-([A-Za-z0-9+/]+=*)$/.exec(integrity) ?? []
  if (algorithm !== 'sha256' && algorithm !== 'sha512')
    throw new UnseenError(
      'options.value',
      `${JSON.stringify(integrity)} is no integrity of the form sha512-...`
    )
  return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') }
}

/** SHA-256 of a file, in hexadecimal digits; undefined where it cannot be read. */
export async function fileDigest(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  return pipeline(createReadStream(path), hash).then(
    () => hash.digest('hex'),
    () => undefined
  )
}
