// What every reader must do, whatever its format: `checkReader` in a describe of its own test.
import { UnseenError } from '@unseen/core'
import type { ByteSource } from '../../src/formats/byte-source.js'
import { bytesSource } from '../../src/formats/bytes.js'
import type { ArrayFile, Reader } from '../../src/formats/reader.js'
import { expect, it } from 'vitest'
import fc from 'fast-check'

export interface ReaderCase {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ReaderContract {
  /** small files (up to some 3 kB) that are read */
  readonly files: readonly ReaderCase[]
  /** small files that claim to hold far more than they do; all must be refused */
  readonly claims: readonly ReaderCase[]
  /** binary formats know their length; of a text any beginning may be a whole file */
  readonly truncation: 'refused' | 'any'
  /** how many bytes of arrays a byte of the file may honestly stand for */
  readonly expansion: number
}

/** What reading may take beside the arrays: buffers of the file's parts and of the streams. */
const CONSTANT = 4 * 2 ** 20
/** Milliseconds of this process, not of the clock: a busy machine is no defect. */
const PATIENCE = 2_000

type Outcome = { readonly file: ArrayFile } | { readonly error: UnseenError }

/** Reads, and lets nothing pass but an UnseenError of the formats. */
export async function outcome(reader: Reader, bytes: Uint8Array): Promise<Outcome> {
  try {
    return { file: await reader.read(bytesSource(bytes)) }
  } catch (error) {
    if (error instanceof UnseenError && error.code.startsWith('format.')) return { error }
    throw error
  }
}

/** The code of the refusal, or 'read'. */
export async function refusal(reader: Reader, bytes: Uint8Array): Promise<string> {
  const result = await outcome(reader, bytes)
  return 'error' in result ? result.error.code : 'read'
}

/** A source that checks what is asked of it and counts. */
export function countingSource(bytes: Uint8Array): ByteSource & { asked: number } {
  return {
    asked: 0,
    byteLength: bytes.length,
    async slice(start, end) {
      if (
        !Number.isInteger(start) ||
        !Number.isInteger(end) ||
        start < 0 ||
        end < start ||
        end > bytes.length
      )
        throw new Error(`asked for bytes ${start} to ${end} of ${bytes.length}`)
      this.asked += end - start
      return bytes.slice(start, end)
    }
  }
}

/** The most bytes that any one typed array was made with while `work` ran. */
export async function largestAllocation(work: () => Promise<unknown>): Promise<number> {
  let largest = 0
  const names = ['Uint8Array', 'Uint16Array', 'Uint32Array', 'Float32Array', 'Float64Array'] as const
  const originals = names.map(
    name => globalThis[name] as unknown as new (...args: unknown[]) => ArrayBufferView
  )
  names.forEach((name, i) => {
    const counted = new Proxy(originals[i], {
      construct(Type, args: unknown[]) {
        const made = new Type(...args)
        if (typeof args[0] === 'number') largest = Math.max(largest, made.byteLength)
        return made
      }
    })
    Object.assign(globalThis, { [name]: counted })
  })
  try {
    await work()
  } finally {
    names.forEach((name, i) => Object.assign(globalThis, { [name]: originals[i] }))
  }
  return largest
}

function heldBytes({ arrays }: ArrayFile): number {
  return arrays.reduce(
    (sum, { data }) =>
      sum +
      ('byteLength' in data ? data.byteLength : data.reduce((bytes, text) => bytes + 8 + 2 * text.length, 0)),
    0
  )
}

export function checkReader(
  reader: Reader,
  all: readonly Reader[],
  { files, claims, truncation, expansion }: ReaderContract
): void {
  it('has a name and extensions', () => {
    expect(reader.name).toMatch(/^[a-z0-9-]+$/)
    for (const extension of reader.extensions) expect(extension).toMatch(/^[a-z0-9]+$/)
  })

  it.each(files)('recognises $name by its contents, and no other reader does first', ({ bytes }) => {
    expect(all.find(candidate => candidate.recognises(bytes.subarray(0, 512)))).toBe(reader)
  })

  it('recognises no head that is empty or random', () => {
    expect(reader.recognises(new Uint8Array(0))).toBe(false)
    expect(reader.recognises(Uint8Array.from({ length: 512 }, (_, i) => (i * 197 + 131) & 255))).toBe(false)
    for (const { bytes } of files)
      for (let length = 0; length < Math.min(bytes.length, 512); length++)
        reader.recognises(bytes.subarray(0, length))
  })

  it.each(files)('reads $name asking only for what is there, and hardly twice', async ({ bytes }) => {
    const source = countingSource(bytes)
    const { format, arrays } = await reader.read(source)
    expect(format).toBe(reader.name)
    expect(source.asked).toBeLessThanOrEqual(2 * bytes.length + 70_000)
    for (const { shape, data } of arrays)
      expect(data.length).toBe(shape.reduce((product, length) => product * length, 1))
    expect(new Set(arrays.map(({ name }) => name)).size).toBe(arrays.length)
  })

  it.each(files)('names the file in refusals of $name, and obeys maximumBytes', async ({ bytes }) => {
    const read = await outcome(reader, bytes)
    if ('error' in read || heldBytes(read.file) === 0) return
    await expect(
      reader.read(bytesSource(bytes), { fileName: 'my.file', maximumBytes: 0 })
    ).rejects.toMatchObject({ code: 'format.size', where: { file: 'my.file' } })
  })

  it.each(files)('survives $name cut at every length', async ({ bytes }) => {
    for (let length = 0; length < bytes.length; length++) {
      const code = await refusal(reader, bytes.subarray(0, length))
      if (truncation === 'refused') expect(code, `at length ${length}`).not.toBe('read')
    }
  })

  it.each(files)('survives any changed byte of $name', async ({ bytes }) => {
    for (let at = 0; at < bytes.length; at++) {
      const copy = bytes.slice()
      copy[at] ^= at % 3 === 0 ? 255 : 1 << (at & 7)
      const result = await outcome(reader, copy)
      if ('file' in result)
        expect(heldBytes(result.file)).toBeLessThanOrEqual(expansion * bytes.length + CONSTANT)
    }
  })

  it('refuses absurd claims at once and before it allocates', async () => {
    for (const { name, bytes } of claims) {
      const start = process.cpuUsage()
      const largest = await largestAllocation(async () => {
        expect(await refusal(reader, bytes), name).not.toBe('read')
      })
      expect(largest, name).toBeLessThanOrEqual(CONSTANT)
      expect(process.cpuUsage(start).user / 1000, name).toBeLessThan(PATIENCE)
    }
  })

  it('throws nothing but typed errors on mangled files, and takes no more memory than they may hold', async () => {
    const edit = fc.record({
      at: fc.nat(),
      bytes: fc.uint8Array({ maxLength: 8 }),
      kind: fc.constantFrom('overwrite', 'insert', 'remove', 'repeat')
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        async (file, edits) => {
          const mangled = edits.reduce((bytes, { at, bytes: other, kind }) => {
            const place = at % (bytes.length + 1)
            const rest =
              kind === 'overwrite'
                ? place + other.length
                : kind === 'remove'
                  ? place + 1 + (at % 40)
                  : kind === 'repeat'
                    ? Math.max(0, place - 30)
                    : place
            return Uint8Array.from([
              ...bytes.subarray(0, place),
              ...(kind === 'remove' || kind === 'repeat' ? [] : other),
              ...bytes.subarray(rest)
            ])
          }, file.bytes)
          const largest = await largestAllocation(() => outcome(reader, mangled))
          expect(largest).toBeLessThanOrEqual(expansion * mangled.length + CONSTANT)
        }
      ),
      { numRuns: 300, seed: 8 }
    )
  })
}
