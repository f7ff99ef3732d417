// A search place on its way to another machine: what arrives is what was sent, and nothing else is believed.
import { type Executor, tune } from '@unseen/core'
import type { SearchData } from '@unseen/core/internal'
import { packPlace, parcelOf, piecesOf, unpackPlace } from '../../src/queue/parcel.js'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { smallProblem } from '../../../core/test/properties/small-problem.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-parcel-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Header {
  layout: { rows: number; columns: number; dense?: number; sparse?: object }
  ranges: { first: number; count: number }[]
}

async function placeOf(zeros: number): Promise<SearchData> {
  const places: object[] = []
  const open: Executor['open'] = (_, prepared) => {
    places.push(prepared)
    return Promise.resolve([])
  }
  await tune(smallProblem(6, { seen: 8, rows: 60, columns: 14, zeros }), {
    executor: { threads: 7, shared: false, open }
  })
  return (places[0] ?? expect.fail('no place was opened')) as SearchData
}

const bytesOf = ({ parts }: { readonly parts: readonly Uint8Array[] }): Buffer =>
  Buffer.concat([...piecesOf(parts)])

describe.each([
  ['dense', 0],
  ['sparse', 0.8]
] as const)('a search place with %s rows', async (kind, zeros) => {
  const place = await placeOf(zeros)
  const file = join(folder, kind)
  const parcel = packPlace(place)
  writeFileSync(file, bytesOf(parcel))

  it('arrives as it was, in memory that threads share', async () => {
    const {
      workplace: { memory, ...workplace },
      ...rest
    } = await unpackPlace(file, 3)
    const {
      workplace: { memory: before, ...sent },
      ...others
    } = place
    expect(workplace).toEqual(sent)
    expect(rest).toEqual({ ...others, threads: 3 })
    expect(memory.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(Buffer.from(new Uint8Array(memory.buffer, 0, sent.arenaStart).slice())).toEqual(
      Buffer.from(before.buffer, 0, sent.arenaStart)
    )
  })

  it('has the same fingerprint whoever sends it, and another one after any change', () => {
    expect(packPlace({ ...place, threads: 1 }).fingerprint).toBe(parcel.fingerprint)
    expect(
      packPlace({ ...place, unit: place.unit.map((x, at) => (at === 0 ? x + 1e-15 : x)) }).fingerprint
    ).not.toBe(parcel.fingerprint)
    expect(parcelOf([bytesOf(parcel)]).fingerprint).toBe(parcel.fingerprint)
  })

  it.each([
    ['is empty', () => Buffer.alloc(0)],
    ['ends in the header', (whole: Buffer) => whole.subarray(0, 40)],
    ['ends in the rows', (whole: Buffer) => whole.subarray(0, -1)],
    ['goes on', (whole: Buffer) => Buffer.concat([whole, Buffer.alloc(1)])],
    [
      'claims a giant header',
      (whole: Buffer) => Buffer.concat([Buffer.from([255, 255, 255, 255]), whole.subarray(4)])
    ],
    ['has another header', () => Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from('{}')])],
    ['has no JSON', () => Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from('{]')])]
  ])('is refused if it %s', async (_, change) => {
    const broken = join(folder, `${kind}-broken`)
    writeFileSync(broken, change(readFileSync(file)))
    await expect(unpackPlace(broken, 1)).rejects.toMatchObject({ code: 'queue.job' })
  })

  const hostile: Record<string, (header: Header) => void> = {
    'a thousand million rows': ({ layout }) => void (layout.rows = 1e9),
    'as many columns': ({ layout }) => void (layout.columns = 1e9),
    'classes beyond its rows': ({ ranges }) => void (ranges[0].first = 1e9),
    'a class of all rows and more': ({ ranges }) => void (ranges[0].count = 1e9),
    'no classes': ({ ranges }) => void ranges.splice(0),
    'rows beyond its bytes': ({ layout }) => {
      if (layout.dense === undefined) layout.sparse = { starts: 1e9, indices: 0, values: 0 }
      else layout.dense = 1e9
    },
    'neither kind of rows': ({ layout }) => {
      delete layout.dense
      delete layout.sparse
    }
  }
  it.each(Object.entries(hostile))(
    'is refused if it claims %s, before memory is laid out',
    async (_, change) => {
      const whole = readFileSync(file)
      const length = whole.readUInt32LE()
      const header = JSON.parse(whole.subarray(4, 4 + length).toString()) as { workplace: Header }
      change(header.workplace)
      const text = Buffer.from(JSON.stringify(header))
      const head = Buffer.alloc(4)
      head.writeUInt32LE(text.length)
      const claimed = join(folder, `${kind}-claims`)
      writeFileSync(claimed, Buffer.concat([head, text, whole.subarray(4 + length)]))
      await expect(unpackPlace(claimed, 1)).rejects.toMatchObject({ code: 'queue.job' })
    }
  )
})
