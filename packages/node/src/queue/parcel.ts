/**
 * Data on their way to other machines: bytes that are named by their SHA-256, so that nobody can mistake
 * or change them unnoticed. A search place travels as
 *
 *   LENGTH   of the header: 4 bytes, little endian
 *   HEADER   JSON: everything of the place but its numbers
 *   UNIT     unit signatures of the seen classes, float64
 *   ROWS     the first bytes of the memory, as they are
 */
import type { FitOptions } from '@unseen/core'
import { type SearchData, placeLike, resolveFitOptions } from '@unseen/core/internal'
import { read, readText } from './jobs.js'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { z } from 'zod'

export interface Parcel {
  /** SHA-256 of the parts, one after the other */
  readonly fingerprint: string
  readonly size: number
  readonly parts: readonly Uint8Array[]
}

const LENGTH_BYTES = 4
const MOST_HEADER = 2 ** 24
/** Hashes and sockets take their time over a piece; others want a turn between them. */
const PIECE = 2 ** 24

export function parcelOf(parts: readonly Uint8Array[]): Parcel {
  const hash = createHash('sha256')
  for (const piece of piecesOf(parts)) hash.update(piece)
  return { fingerprint: hash.digest('hex'), size: parts.reduce((sum, { length }) => sum + length, 0), parts }
}

export function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, void, void> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE)
}

const whole = z.number().int().nonnegative()
const numbers = z.array(z.number())
const headerSchema = z.strictObject({
  workplace: z.strictObject({
    layout: z.strictObject({
      rows: whole,
      columns: whole,
      zeroRows: whole,
      dense: whole.exactOptional(),
      sparse: z.strictObject({ starts: whole, indices: whole, values: whole }).exactOptional()
    }),
    ranges: z.array(z.strictObject({ first: whole, count: whole })),
    arenaStart: whole,
    arenaBytes: whole.positive()
  }),
  unit: whole,
  grid: z.strictObject({
    shrinkage: z.array(z.number()),
    gamma: numbers,
    lambda2: numbers,
    lambda3: numbers,
    ridge: numbers,
    compare: z.array(z.enum(['inner', 'cosine'])),
    mixture: z.array(z.enum(['simplex', 'affine', 'ridge']))
  }),
  settings: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .transform(values => resolveFitOptions(values as FitOptions)),
  classTransform: z.enum(['relu', 'int', 'identity'])
})

type Header = z.infer<typeof headerSchema>

/**
 * Whatever a header claims must lie within the rows that come with it, before anything is laid out for it: a
 * thread that believed in a thousand million rows would take all memory and end.
 */
function checkPlace({ layout, ranges, arenaStart, arenaBytes }: Header['workplace'], unit: number): void {
  const { rows, columns, zeroRows, dense, sparse } = layout
  const fits = (at: number, entries: number): boolean => at + 4 * entries <= arenaStart
  const isSound =
    (dense === undefined) !== (sparse === undefined) &&
    (dense === undefined || fits(dense, rows * columns)) &&
    (sparse === undefined ||
      (fits(sparse.starts, rows + 1) && sparse.indices <= arenaStart && sparse.values <= arenaStart)) &&
    // What a thread needs has a vector of weights in it, at the least.
    4 * columns <= arenaBytes &&
    zeroRows <= rows &&
    ranges.length > 0 &&
    unit % ranges.length === 0 &&
    ranges.reduce((sum, { count }) => sum + count, 0) <= rows &&
    ranges.every(({ first, count }) => first + count <= rows)
  read(z.literal(true), isSound, 'The layout of a search place')
}

/** Nothing is copied: the place must stay as it is while the parcel is in use. */
export function packPlace({
  workplace: { memory, ...workplace },
  unit,
  grid,
  settings,
  classTransform
}: SearchData): Parcel {
  const header = Buffer.from(JSON.stringify({ workplace, unit: unit.length, grid, settings, classTransform }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  return parcelOf([
    length,
    header,
    new Uint8Array(unit.buffer, unit.byteOffset, unit.byteLength),
    new Uint8Array(memory.buffer, 0, workplace.arenaStart)
  ])
}

/** The place again, its memory shared by up to `threads` threads of this machine. */
export async function unpackPlace(path: string, threads: number): Promise<SearchData> {
  const file = await open(path)
  try {
    let at = 0
    const fill = async (target: Uint8Array): Promise<void> => {
      for (let done = 0; done < target.length;) {
        // Memory that is shared cannot be read into.
        const piece = Buffer.alloc(Math.min(PIECE, target.length - done))
        const { bytesRead } = await file.read(piece, 0, piece.length, at)
        if (bytesRead === 0) read(z.never(), undefined, 'A search place that ends too early')
        target.set(piece.subarray(0, bytesRead), done)
        at += bytesRead
        done += bytesRead
      }
    }
    const length = Buffer.alloc(LENGTH_BYTES)
    await fill(length)
    const header = Buffer.alloc(
      read(whole.max(MOST_HEADER), length.readUInt32LE(), 'The header of a search place')
    )
    await fill(header)
    const {
      workplace,
      unit: entries,
      grid,
      settings,
      classTransform
    } = readText(headerSchema, header.toString(), 'A search place')
    checkPlace(workplace, entries)
    const { size } = await file.stat()
    read(z.literal(size), at + 8 * entries + workplace.arenaStart, 'The size of a search place')
    const unit = new Float64Array(entries)
    await fill(new Uint8Array(unit.buffer))
    const place = placeLike({ workplace, unit, grid, settings, classTransform, threads }, threads)
    await fill(new Uint8Array(place.workplace.memory.buffer, 0, workplace.arenaStart))
    return place
  } finally {
    await file.close()
  }
}
