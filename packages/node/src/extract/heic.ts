/**
 * HEIC photographs, as phones make them. Their coding is encumbered, so no decoder comes along: `heic-decode`
 * (libheif, LGPL-3.0) is used where the user has installed it beside this package.
 */
import { UnseenError } from '@unseen/core'
import { open } from 'node:fs/promises'

/** Colours with transparency, interleaved, 8 bits; turned as the photograph says. */
export interface HeicPixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** What is used of heic-decode. */
type Decoder = (options: { readonly buffer: Uint8Array }) => Promise<
  readonly {
    readonly width: number
    readonly height: number
    decode(): Promise<HeicPixels>
  }[] & { dispose(): void }
>

/** Bytes that tell what kind of file it is. */
const HEAD = 64
/** Brands of ISO/IEC 23008-12 for pictures that are coded as HEVC; AVIF has others and needs no help. */
const brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

/** Whether a file, or the bytes of one, are a HEIC photograph; false for what cannot be read at all. */
export async function isHeic(source: string | Uint8Array): Promise<boolean> {
  const bytes = typeof source === 'string' ? await headOf(source).catch(() => undefined) : source
  const head = Buffer.from(bytes?.subarray(0, HEAD) ?? [])
  if (head.length < 12 || head.toString('latin1', 4, 8) !== 'ftyp') return false
  const named = head.toString('latin1', 8, Math.min(HEAD, head.readUInt32BE(0)))
  return (named.match(/.{4}/gs) ?? []).some(brand => brands.includes(brand))
}

/**
 * The pixels of a photograph; one of more than `most` is refused before it is decoded.
 *
 * @param bytes of the file
 * @param most pixels
 */
export async function decodeHeic(bytes: Uint8Array, most: number): Promise<HeicPixels> {
  const decode = await loadDecoder()
  try {
    const images = await quietly(() => decode({ buffer: bytes }))
    try {
      const [{ width, height }] = images
      if (width * height > most)
        throw new UnseenError(
          'image.unreadable',
          `${width} x ${height} pixels are more than are accepted (${most}).`
        )
      return await images[0].decode()
    } finally {
      images.dispose()
    }
  } catch (cause) {
    if (cause instanceof UnseenError) throw cause
    throw new UnseenError(
      'image.unreadable',
      `The HEIC photograph cannot be decoded (${cause instanceof Error ? cause.message : String(cause)}).`,
      { cause }
    )
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** libheif tells of broken files on standard output, where results go; its error says the same. One at a time. */
function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(async () => {
    const { log } = console
    console.log = () => undefined
    try {
      return await work()
    } finally {
      console.log = log
    }
  })
  turn = mine.catch(() => undefined)
  return mine
}

async function loadDecoder(): Promise<Decoder> {
  // Installed by the user or not at all: its name is no literal, so that the sources compile where it is absent.
  const name: string = 'heic-decode'
  try {
    return ((await import(name)) as { readonly default: { readonly all: Decoder } }).default.all
  } catch (cause) {
    throw new UnseenError(
      'image.unreadable',
      'It is a HEIC photograph, for which a decoder has to be installed beside unseen: npm install heic-decode; or save it as JPEG (phones do so when they are set to "most compatible").',
      { cause }
    )
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD), 0, HEAD, 0)
  return buffer.subarray(0, bytesRead)
}
