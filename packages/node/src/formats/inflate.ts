/**
 * Deflate by Node's zlib in large pieces. The streams that browsers share hand out 16 kB at a time,
 * and a file of megabytes takes twice as long.
 */
import type { Inflate } from '@unseen/data/internal'
import { createInflate, createInflateRaw } from 'node:zlib'
import { Readable, pipeline } from 'node:stream'

const PIECE = 2 ** 20

export const inflate: Inflate = async function* (form, chunks, damaged) {
  /** What went wrong with `chunks`, which is not the data's fault. */
  let origin: { readonly error: unknown } | undefined
  const watched = async function* (): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* chunks
    } catch (error) {
      origin = { error }
      throw error
    }
  }
  const unpacker = (form === 'deflate' ? createInflate : createInflateRaw)({ chunkSize: PIECE })
  // Whatever fails shows at the reading side below.
  pipeline(Readable.from(watched(), { objectMode: true, highWaterMark: 1 }), unpacker, () => undefined)
  try {
    for await (const piece of unpacker) yield piece as Uint8Array
  } catch (error) {
    throw origin === undefined ? damaged(error) : origin.error
  } finally {
    unpacker.destroy()
    await chunks.return()
  }
}
