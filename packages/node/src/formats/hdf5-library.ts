/**
 * The HDF5 library (h5wasm: libhdf5 as WebAssembly) on one file, with every answer checked. The build
 * for browsers is used, whose file system is in memory and holds nothing but that file: links to other
 * files, which HDF5 knows several kinds of, lead nowhere. The file itself is not copied into memory;
 * the library reads what it needs through `readAt`.
 */
import { readerKit } from '@unseen/data/internal'
import { readSync } from 'node:fs'
import { Dataset, Group, type Metadata, type ready } from 'h5wasm'

export type Hdf5 = Awaited<typeof ready>
export type { Metadata }
export type Context = InstanceType<typeof readerKit.MatlabContext>

/** As many bytes of the file from `position` as fit `target`; fewer at its end. */
export type ReadAt = (target: Uint8Array, position: number) => number

export interface StoredFile {
  readonly byteLength: number
  readonly readAt: ReadAt
}

export function storedBytes(bytes: Uint8Array): StoredFile {
  return {
    byteLength: bytes.length,
    readAt(target, position) {
      const part = bytes.subarray(position, position + target.length)
      target.set(part)
      return part.length
    }
  }
}

export function storedFile(descriptor: number, byteLength: number): StoredFile {
  return {
    byteLength,
    readAt: (target, position) => readSync(descriptor, target, 0, target.length, position)
  }
}

/** What deflate makes of a byte at the most; nothing that a file holds can be larger. */
const MAX_RATIO = 1032
/** Arrays are taken over in pieces of about this size, so that the library's own memory stays small. */
const PIECE = 2 ** 25
/**
 * The library's memory: what it starts with, a piece, its caches. Chunks, which it holds whole, come on top.
 */
const BASE_MEMORY = 2 ** 27
/** Filters that are part of the library: deflate, shuffle, Fletcher's checksum, szip, n-bit, scale-offset. */
const KNOWN_FILTERS = 6
/** Texts are pointed at from a piece, so that it may stand for far more. */
const TEXT_PIECE = 2 ** 18
/** How often the whole file may be read and still count as progress. */
const MOST_READING = 64
const NAME = 'file'
const { count } = readerKit
const IMPOSSIBLE = 'Copy or download the whole file again.'
const kinds = ['group', 'dataset', 'datatype', 'link', 'external link'] as const

export type Kind = (typeof kinds)[number] | 'nothing'

interface FileNode {
  usedBytes: number
  stream_ops: Record<string, unknown>
}
interface FileSystem {
  createFile(parent: string, name: string, properties: object, canRead: boolean, canWrite: boolean): FileNode
  unlink(path: string): void
}

interface GrowingMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

let memoryAllowed = BASE_MEMORY

/**
 * The library never takes more memory than was found to be reasonable, whatever a damaged file makes it ask
 * for.
 */
export function limitMemory(): void {
  const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: GrowingMemory } } })
    .WebAssembly.Memory
  const grow = prototype.grow
  prototype.grow = function (this: GrowingMemory, pages) {
    if (this.buffer.byteLength + pages * 65536 > memoryAllowed)
      throw new RangeError('more memory than is allowed')
    return grow.call(this, pages)
  }
}

export interface Hdf5Options {
  /** called now and then, to show that reading goes on */
  readonly alive?: () => void
  /** bytes of an array that are taken over at a time */
  readonly piece?: number
}

export class Hdf5File {
  readonly context: Context
  readonly byteLength: number
  private readonly alive: () => void
  private readonly piece: number
  private readonly library: Hdf5
  private readonly id: bigint
  private claimed = 0

  constructor(
    library: Hdf5,
    file: StoredFile,
    context: Context,
    { alive = () => undefined, piece = PIECE }: Hdf5Options = {}
  ) {
    this.library = library
    this.context = context
    this.byteLength = file.byteLength
    this.alive = alive
    this.piece = piece
    memoryAllowed = BASE_MEMORY
    const system = library.FS as unknown as FileSystem
    const node = system.createFile('/', NAME, {}, true, false)
    Object.defineProperty(node, 'usedBytes', { value: file.byteLength })
    let asked = 0
    node.stream_ops = {
      ...node.stream_ops,
      read: (_: unknown, heap: Int8Array, offset: number, length: number, position: number) => {
        // Whoever has read the file many times over is going round in circles.
        asked += length
        if (asked <= MOST_READING * file.byteLength) alive()
        return file.readAt(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position)
      }
    }
    this.id = library.open(`/${NAME}`, library.H5F_ACC_RDONLY, false, -1, -1)
    if (this.id < 0n) {
      system.unlink(`/${NAME}`)
      context.refuse(
        'format.header',
        'the HDF5 library cannot open it: it is damaged or cut.',
        'Copy or download the whole file again.'
      )
    }
  }

  close(): void {
    this.library.close_file(this.id)
    ;(this.library.FS as unknown as FileSystem).unlink(`/${NAME}`)
  }

  names(path: string): string[] {
    return this.library.get_names(this.id, path, false)
  }

  kind(path: string): Kind {
    const { H5G_GROUP, H5G_DATASET, H5G_TYPE, H5G_LINK, H5G_UDLINK } = this.library
    return (
      kinds[
        [H5G_GROUP, H5G_DATASET, H5G_TYPE, H5G_LINK, H5G_UDLINK].indexOf(this.library.get_type(this.id, path))
      ] ?? 'nothing'
    )
  }

  /** Is it a link whose target is not there? The library's answer to `kind` is arbitrary then. */
  isLost(path: string): boolean {
    return (
      (this.library.get_symbolic_link(this.id, path) as string | null) !== null &&
      /^[0,]*$/.test(this.identity(path))
    )
  }

  /** The same for every path that leads to the same object. */
  identity(path: string): string {
    return this.library.create_object_reference(this.id, path).join()
  }

  /** What is stored beside an object; undefined if it is not there. */
  attribute(path: string, name: string): unknown {
    const attribute = new Group(this.id, path).attrs[name]
    return attribute === undefined ? undefined : attribute.value
  }

  metadata(path: string): Metadata {
    return new Dataset(this.id, path).metadata
  }

  /** The path of what a reference leads to. */
  target(reference: Uint8Array): string {
    const path = this.library.get_referenced_name(this.id, reference, true) as string | null
    if (path === null || path === '')
      return this.context.refuse('format.header', 'a reference leads nowhere.')
    return path
  }

  /** How many entries a dataset has, after everything it claims has been found possible. */
  check(path: string, { shape, size, chunks, virtual_sources: sources }: Metadata): number {
    const { context, byteLength } = this
    const entries = readerKit.entriesOf(shape ?? [0])
    const bytes = entries * size
    if (sources !== undefined)
      context.refuse(
        'format.unsupported',
        'it is put together from other files (a virtual dataset).',
        'Copy its contents into one dataset.'
      )
    const filters = this.library.get_dataset_filters(this.id, path)
    const foreign = filters.find(({ id }) => id < 1 || id > KNOWN_FILTERS)
    if (foreign !== undefined)
      context.refuse(
        'format.unsupported',
        `it is packed by the filter ${readerKit.quote(foreign.name)} (${foreign.id}), which is not part of HDF5.`,
        "Save it with compression='gzip'."
      )
    this.claimed += bytes
    const most = byteLength * (filters.length > 0 ? MAX_RATIO : 1)
    if (!(bytes <= most) || !(this.claimed <= byteLength * MAX_RATIO))
      context.refuse(
        'format.size',
        `it claims ${count(bytes)} bytes in a file of ${count(byteLength)}, which cannot be.`,
        IMPOSSIBLE
      )
    const chunkBytes = chunks === null ? 0 : readerKit.entriesOf(chunks) * size
    if (!(chunkBytes <= byteLength * MAX_RATIO + PIECE))
      context.refuse(
        'format.size',
        `it has chunks of ${count(chunkBytes)} bytes in a file of ${count(byteLength)}, which cannot be.`,
        IMPOSSIBLE
      )
    memoryAllowed = Math.max(memoryAllowed, BASE_MEMORY + 3 * chunkBytes)
    return entries
  }

  /**
   * All entries as they are stored, little-endian, in pieces with where they belong; valid until the next is
   * asked for.
   */
  *pieces(
    path: string,
    metadata: Metadata
  ): Generator<{ readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> }, void, void> {
    const { size, shape, chunks, vlen } = metadata
    const most = vlen ? Math.min(TEXT_PIECE, this.piece) : this.piece
    const sides = shape ?? []
    const strides = sides.map((_, axis) =>
      sides.slice(axis + 1).reduce((product, side) => product * side, size)
    )
    // The first axis of which a piece can hold a step; the axes before it are gone through one by one.
    const axis = Math.max(
      0,
      strides.findIndex(stride => stride <= most)
    )
    if (sides.length === 0 || sides[0] * strides[0] <= most) {
      yield {
        at: 0,
        bytes: this.block(
          path,
          null,
          null,
          sides.reduce((product, side) => product * side, size)
        )
      }
      return
    }
    const chunk = chunks?.[axis] ?? 1
    const fitting = Math.max(1, Math.floor(most / strides[axis]))
    const step = fitting >= chunk ? fitting - (fitting % chunk) : fitting
    const outer = sides.slice(0, axis).reduce((product, side) => product * side, 1)
    for (let index = 0; index < outer; index++) {
      const offset = unravel(index, sides.slice(0, axis))
      for (let start = 0; start < sides[axis]; start += step) {
        const length = Math.min(step, sides[axis] - start)
        const counts = [...offset.map(() => 1), length, ...sides.slice(axis + 1)]
        const places = [...offset, start, ...sides.slice(axis + 1).map(() => 0)]
        const at = places.reduce((sum, place, side) => sum + place * strides[side], 0)
        yield { at, bytes: this.block(path, counts, places, length * strides[axis]) }
      }
    }
  }

  private block(
    path: string,
    counts: number[] | null,
    offset: number[] | null,
    bytes: number
  ): Uint8Array<ArrayBuffer> {
    this.alive()
    const { library, context } = this
    const place = library._malloc(Math.max(bytes, 8))
    if (place === 0)
      return context.refuse('format.size', `the HDF5 library has no memory for ${count(bytes)} bytes.`)
    try {
      const big = (values: number[] | null): bigint[] | null => values?.map(BigInt) ?? null
      const status = library.get_dataset_data(
        this.id,
        path,
        big(counts),
        big(offset),
        big(counts?.map(() => 1) ?? null),
        BigInt(place)
      )
      if (status < 0)
        context.refuse(
          'format.value',
          'the HDF5 library cannot read it: it is damaged, or stands in another file.',
          'Copy or download the whole file again.'
        )
      return library.HEAPU8.slice(place, place + bytes)
    } finally {
      library._free(place)
    }
  }

  /** Texts of any length at their places in the library's memory, each given up afterwards. */
  textsAt(pointers: Uint32Array): Uint8Array[] {
    const heap = this.library.HEAPU8
    return Array.from(pointers, start => {
      if (start === 0) return new Uint8Array(0)
      const end = heap.indexOf(0, start)
      const text = heap.slice(start, end)
      this.library._free(start)
      return text
    })
  }
}

function unravel(index: number, sides: readonly number[]): number[] {
  const places: number[] = []
  let rest = index
  for (let axis = sides.length - 1; axis >= 0; axis--) {
    places.unshift(rest % sides[axis])
    rest = Math.floor(rest / sides[axis])
  }
  return places
}
