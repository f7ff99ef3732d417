/**
 * A compressed element is one zlib stream of one array (an element of type miMATRIX with its tag). The
 * tag comes first, so the memory it needs is known and checked after the first bytes: deflate
 * expands at most 1,032 times, and a claim beyond that is refused before anything is allocated.
 */
import { type UnseenError, count } from '@unseen/core'
import type { ByteSource } from '../byte-source.js'
import { chunksOf } from '../reading.js'
import type { Context } from './context.js'
import { MATRIX } from './elements.js'

/** zlib's largest possible ratio of inflated to compressed bytes. */
const MOST_EXPANSION = 1032

/** The matrix element inside the zlib stream at [start, end) of the source, without its tag. */
export async function inflateElement(
  source: ByteSource,
  start: number,
  end: number,
  littleEndian: boolean,
  context: Context
): Promise<Uint8Array> {
  const damaged = (cause: unknown): UnseenError =>
    context.error(
      'format.header',
      'a compressed variable cannot be inflated: it is damaged.',
      undefined,
      cause
    )
  const room = new Room(end - start, littleEndian, context)
  for await (const piece of context.reading.inflate(
    'deflate',
    chunksOf(source, start, end, context.reading),
    damaged
  ))
    room.add(piece)
  return room.finish()
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
    const body = (this.body ??= this.makeBody())
    const rest = bytes.subarray(tagBytes)
    if (this.filled - 8 + rest.length > body.length)
      this.context.refuse(
        'format.size',
        `a compressed variable claims ${count(body.length)} bytes, but holds more.`
      )
    body.set(rest, this.filled - 8)
    this.filled += rest.length
  }

  finish(): Uint8Array {
    const { body, context, filled } = this
    if (body === undefined || filled - 8 < body.length)
      return context.refuse(
        'format.truncated',
        `a compressed variable claims ${count(body?.length ?? 8)} bytes, but holds ${count(filled)}.`
      )
    return body
  }

  private makeBody(): Uint8Array {
    const { context, compressed } = this
    const view = new DataView(this.tag.buffer)
    const type = view.getUint32(0, this.littleEndian)
    const size = view.getUint32(4, this.littleEndian)
    if (type !== MATRIX)
      context.refuse(
        'format.header',
        `a compressed variable holds an element of type ${type} where an array is expected.`
      )
    if (size > compressed * MOST_EXPANSION)
      context.refuse(
        'format.size',
        `a compressed variable of ${count(compressed)} bytes claims ${count(size)}, more than deflate can hold.`
      )
    if (size > context.maximumBytes)
      context.refuse(
        'format.size',
        `a compressed variable takes ${count(size)} bytes, more than the ${count(context.maximumBytes)} allowed.`
      )
    return context.allocate(size, () => new Uint8Array(size))
  }
}
