/**
 * A compressed element is one zlib stream of one array (an element of type miMATRIX with its tag). The
 * tag comes first, so the memory it needs is known and checked after the first bytes: deflate
 * expands at most 1,032 times, and a claim beyond that is refused before anything is allocated.
 */
import type { ByteSource } from '../base/byte-source.js'
import { UnseenError, count } from '../base/errors.js'
import type { Context } from './matlab-context.js'
import { MATRIX } from './matlab-elements.js'

/** zlib's largest possible ratio of inflated to compressed bytes. */
const MOST_EXPANSION = 1032
/** The source is read in pieces, so that the compressed bytes are never in memory as a whole. */
const PIECE = 1 << 18

interface ByteStream {
  readonly writable: { getWriter(): { write(bytes: Uint8Array): Promise<void>, close(): Promise<void>, abort(): Promise<void> } }
  readonly readable: { getReader(): { read(): Promise<{ done: boolean, value?: Uint8Array }>, cancel(): Promise<void> } }
}
type ByteStreamConstructor = new (format: 'deflate') => ByteStream

/** The matrix element inside the zlib stream at [start, end) of the source, without its tag. */
export async function inflate(source: ByteSource, start: number, end: number, littleEndian: boolean, context: Context): Promise<Uint8Array> {
  const { DecompressionStream: Inflater } = globalThis as unknown as { DecompressionStream?: ByteStreamConstructor }
  if (Inflater === undefined) return context.refuse('format.unsupported', 'it is compressed, and this platform has no DecompressionStream.', "Save it uncompressed: save(file, '-v6').")
  const stream = new Inflater('deflate')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()

  // A fault of the source is the caller's to see; a fault of the stream shows at the reading side.
  let sourceFault: { cause: unknown } | undefined
  const feed = async () => {
    for (let at = start; at < end; at += PIECE) {
      const piece = await source.slice(at, Math.min(at + PIECE, end)).catch((cause: unknown) => { sourceFault = { cause } })
      if (piece === undefined) return writer.abort()
      await writer.write(piece)
    }
    return writer.close()
  }
  feed().catch(() => undefined)

  const room = new Room(end - start, littleEndian, context)
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        if (sourceFault !== undefined) throw sourceFault.cause
        return context.refuse('format.header', 'a compressed variable cannot be inflated: it is damaged.', undefined, cause)
      })
      if (done) return room.finish()
      room.add(value!)
    }
  } finally {
    // Whatever happened, nothing goes on behind the caller's back; after a regular end these do nothing.
    writer.abort().catch(() => undefined)
    reader.cancel().catch(() => undefined)
  }
}

/** A zlib stream of these bytes, in pieces. */
export async function deflate(bytes: Uint8Array): Promise<Uint8Array[]> {
  const { CompressionStream: Deflater } = globalThis as unknown as { CompressionStream?: ByteStreamConstructor }
  if (Deflater === undefined) throw new UnseenError('format.unsupported', 'This platform has no CompressionStream.', { remedy: 'Write the file uncompressed.' })
  const stream = new Deflater('deflate')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const fed = writer.write(bytes).then(() => writer.close())
  const out: Uint8Array[] = []
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) out.push(value!)
  await fed
  return out
}

/** Where inflated bytes gather: first the tag, then exactly as many bytes as it says. */
class Room {
  private readonly tag = new Uint8Array(8)
  private body: Uint8Array | undefined
  private filled = 0
  private readonly compressed: number
  private readonly littleEndian: boolean
  private readonly context: Context

  constructor(compressed: number, littleEndian: boolean, context: Context) {
    this.compressed = compressed
    this.littleEndian = littleEndian
    this.context = context
  }

  add(bytes: Uint8Array): void {
    const tagBytes = Math.min(Math.max(8 - this.filled, 0), bytes.length)
    this.tag.set(bytes.subarray(0, tagBytes), Math.min(this.filled, 8))
    this.filled += tagBytes
    if (this.filled < 8) return
    const body = this.body ??= this.makeBody()
    const rest = bytes.subarray(tagBytes)
    if (this.filled - 8 + rest.length > body.length) this.context.refuse('format.size', `a compressed variable claims ${count(body.length)} bytes, but holds more.`)
    body.set(rest, this.filled - 8)
    this.filled += rest.length
  }

  finish(): Uint8Array {
    const { body, context, filled } = this
    if (body === undefined || filled - 8 < body.length) return context.refuse('format.truncated', `a compressed variable claims ${count(body?.length ?? 8)} bytes, but holds ${count(filled)}.`)
    return body
  }

  private makeBody(): Uint8Array {
    const { context, compressed } = this
    const view = new DataView(this.tag.buffer)
    const type = view.getUint32(0, this.littleEndian)
    const size = view.getUint32(4, this.littleEndian)
    if (type !== MATRIX) context.refuse('format.header', `a compressed variable holds an element of type ${type} where an array is expected.`)
    if (size > compressed * MOST_EXPANSION) context.refuse('format.size', `a compressed variable of ${count(compressed)} bytes claims ${count(size)}, more than deflate can hold.`)
    if (size > context.maximumBytes) context.refuse('format.size', `a compressed variable takes ${count(size)} bytes, more than the ${count(context.maximumBytes)} allowed.`)
    return context.allocate(size, () => new Uint8Array(size))
  }
}
