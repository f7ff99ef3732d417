// Many images into a file: labels, broken images, stops, changes, both forms of results.
import { readArrays } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { openDataset } from '../../src/dataset/open.js'
import { type ExtractOptions, extractFeatures } from '../../src/extract/extract-features.js'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { SIDE, expectedFeatures, smallNetwork } from './small-networks.js'

const root = mkdtempSync(join(tmpdir(), 'unseen-extract-'))
afterAll(() => rmSync(root, { recursive: true }))
const model = join(root, 'small.onnx')
writeFileSync(model, smallNetwork({ metadata: { 'unseen.scale': '1' } }))

let folder = ''
let images = ''
let out = ''
let runs = 0
const names = ['ant', 'bee'].flatMap(label => Array.from({ length: 6 }, (_, k) => `${label}/${k}.png`))
const pixelsOf = (at: number): Uint8Array =>
  Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, k) => (k * 31 + at * 57) % 256)

beforeEach(async () => {
  folder = join(root, String(runs++))
  images = join(folder, 'images')
  out = join(folder, 'features.npy')
  for (const label of ['ant', 'bee']) mkdirSync(join(images, label), { recursive: true })
  for (const [at, name] of names.entries())
    await sharp(pixelsOf(at), { raw: { width: SIDE, height: SIDE, channels: 3 } })
      .png()
      .toFile(join(images, name))
})

async function rowsOf(path: string): Promise<{ shape: readonly number[]; type: string; rows: number[][] }> {
  const {
    arrays: [array]
  } = await readArrays(bytesSource(new Uint8Array(readFileSync(path))), { fileName: 'features.npy' })
  const values = Array.from(array.data, Number)
  const [count, columns] = array.shape
  return {
    shape: array.shape,
    type: array.type,
    rows: Array.from({ length: count }, (_, i) => values.slice(i * columns, (i + 1) * columns))
  }
}

const extract = (options: Partial<ExtractOptions> = {}): ReturnType<typeof extractFeatures> =>
  extractFeatures([images], { model, out, batch: 2, ...options })

/** Runs until `done` images are behind it. */
async function stopAfter(done: number, options: Partial<ExtractOptions> = {}): Promise<void> {
  const stop = new AbortController()
  await expect(
    extract({
      ...options,
      signal: stop.signal,
      onProgress: progress => {
        if (progress.done >= done) stop.abort()
      }
    })
  ).rejects.toMatchObject({ code: 'cancelled', message: /the same command goes on/ })
}

describe('a folder of images', () => {
  it('gives a row an image, in a stable order, with labels', async () => {
    const seen: number[] = []
    const result = await extract({ onProgress: ({ done }) => seen.push(done) })
    expect(result).toMatchObject({ rows: 12, length: 4, skipped: [], resumed: 0 })
    expect(result.restarted).toBeUndefined()
    expect(seen).toEqual([2, 4, 6, 8, 10, 12])
    const { shape, type, rows } = await rowsOf(out)
    expect([shape, type]).toEqual([[12, 4], 'float32'])
    rows.forEach((row, at) =>
      expectedFeatures(pixelsOf(at)).forEach((value, k) => expect(row[k]).toBeCloseTo(value, 2))
    )
    expect(readFileSync(join(folder, 'features.rows.csv'), 'utf8').split('\n').slice(0, 2)).toEqual([
      'file,label',
      '"ant/0.png",ant'
    ])
    expect(JSON.parse(readFileSync(join(folder, 'features.json'), 'utf8'))).toMatchObject({
      features: { model: 'small.onnx', tensor: 'pooled', length: 4 }
    })
    expect(readdirSync(folder).sort()).toEqual([
      'features.json',
      'features.npy',
      'features.rows.csv',
      'images'
    ])
  })

  it('leaves out what cannot be read, and says why', async () => {
    writeFileSync(join(images, 'ant', '1.png'), 'no image at all')
    writeFileSync(join(images, 'bee', '0.png'), readFileSync(join(images, 'bee', '0.png')).subarray(0, 60))
    writeFileSync(join(images, 'bee', 'notes.txt'), 'passed over')
    writeFileSync(join(images, 'bee', 'bomb.png'), hugePng(60_000, 60_000))
    const result = await extract()
    expect(result.rows).toBe(10)
    expect(result.passedOver).toBe(1)
    expect(result.skipped.map(({ file }) => file)).toEqual(['ant/1.png', 'bee/0.png', 'bee/bomb.png'])
    expect(result.skipped.every(({ reason }) => reason.length > 10)).toBe(true)
    const { rows } = await rowsOf(out)
    expect(rows).toHaveLength(10)
    expect(rows[1][0]).toBeCloseTo(expectedFeatures(pixelsOf(2))[0], 2)
    expect(readFileSync(join(folder, 'features.skipped.csv'), 'utf8')).toMatch(/^file,reason\n"ant\/1\.png",/)
    expect(readFileSync(join(folder, 'features.rows.csv'), 'utf8')).not.toContain('ant/1.png')
  })

  it('of which none can be read is an error', async () => {
    for (const name of names) writeFileSync(join(images, name), 'x')
    await expect(extract()).rejects.toMatchObject({ code: 'image.unreadable', message: /None of 12 images/ })
  })

  it('is stored in half precision where asked', async () => {
    await extract({ store: 'float16' })
    const { type, rows } = await rowsOf(out)
    expect(type).toBe('float16')
    expect(Math.abs(rows[0][0] / expectedFeatures(pixelsOf(0))[0] - 1)).toBeLessThan(1e-3)
  })

  it('cannot be written where nothing may be', async () => {
    await expect(extract({ out: join(images, names[0], 'features.npy') })).rejects.toMatchObject({
      code: 'path.write'
    })
  })

  it('replaces nothing unasked', async () => {
    await extract()
    await expect(extract()).rejects.toMatchObject({ code: 'path.exists' })
    expect((await extract({ force: true })).rows).toBe(12)
  })
})

describe('a run that was stopped', () => {
  it('goes on where it was, to the same bytes', async () => {
    writeFileSync(join(images, 'ant', '1.png'), 'broken')
    const other = join(folder, 'whole.npy')
    await extract({ out: other })
    await stopAfter(4)
    expect(readdirSync(folder)).toContain('features.npy.part')
    const result = await extract()
    expect(result).toMatchObject({ resumed: 4, rows: 11 })
    expect(result.skipped.map(({ file }) => file)).toEqual(['ant/1.png'])
    expect(readFileSync(out).equals(readFileSync(other))).toBe(true)
    expect(readdirSync(folder).filter(name => /part|journal|lock/.test(name))).toEqual([])
  })

  it('loses rows that were not kept, not those that were', async () => {
    await stopAfter(6)
    const part = readFileSync(`${out}.part`)
    writeFileSync(`${out}.part`, Buffer.concat([part, Buffer.from('a row cut in two')]))
    writeFileSync(`${out}.journal`, `${readFileSync(`${out}.journal`, 'utf8')}0123 torn`)
    expect((await extract()).resumed).toBe(6)
    expect((await rowsOf(out)).rows).toHaveLength(12)
  })

  const changes: [string, () => Partial<ExtractOptions>, RegExp][] = [
    [
      'another image',
      () => {
        utimesSync(join(images, names[0]), 1, 1)
        return {}
      },
      /images have changed/
    ],
    [
      'one image fewer',
      () => {
        rmSync(join(images, names[3]))
        return {}
      },
      /images have changed/
    ],
    ['another scale', () => ({ preprocessing: { scale: 2 } }), /preprocessing has changed/],
    ['another tensor', () => ({ output: 'flat' }), /tensor/],
    ['another precision', () => ({ store: 'float16' }), /precision/],
    [
      'no rows',
      () => {
        rmSync(`${out}.part`)
        return {}
      },
      /gone/
    ],
    [
      'a changed journal',
      () => {
        writeFileSync(`${out}.journal`, `x${readFileSync(`${out}.journal`, 'utf8')}`)
        return {}
      },
      /damaged/
    ]
  ]
  it.each(changes)('begins afresh after %s, and says so', async (_, change, message) => {
    await stopAfter(6)
    const result = await extract(change())
    expect(result.resumed).toBe(0)
    expect(result.restarted).toMatch(message)
  })

  it('between naming the rows and writing what belongs to them goes on there', async () => {
    const data = join(folder, 'insects')
    mkdirSync(join(data, 'rows.csv'), { recursive: true })
    await expect(extract({ out: data })).rejects.toMatchObject({ code: 'path.write' })
    expect(existsSync(join(data, 'features.npy'))).toBe(true)
    expect(existsSync(join(data, 'dataset.json'))).toBe(false)
    rmSync(join(data, 'rows.csv'), { recursive: true })
    expect(await extract({ out: data })).toMatchObject({ resumed: 12, rows: 12 })
    expect((await rowsOf(join(data, 'features.npy'))).rows).toHaveLength(12)
    expect(readdirSync(data).sort()).toEqual(['dataset.json', 'features.npy', 'rows.csv'])
  })

  it('may go on in other batches', async () => {
    await stopAfter(4)
    expect(await extract({ batch: 5 })).toMatchObject({ resumed: 4, rows: 12 })
  })
})

describe('a data set', () => {
  it('comes out whole', async () => {
    const result = await extract({ out: join(folder, 'insects') })
    expect(result.files.map(file => file.slice(folder.length + 1))).toEqual([
      'insects/features.npy',
      'insects/rows.csv',
      'insects/dataset.json'
    ])
    expect(JSON.parse(readFileSync(join(folder, 'insects', 'dataset.json'), 'utf8'))).toMatchObject({
      version: 1,
      name: 'insects',
      classes: ['ant', 'bee'],
      features: 'features.npy',
      labels: { file: 'rows.csv', array: 'label' },
      provenance: { features: { tensor: 'pooled' } }
    })
  })

  it('keeps what its manifest says of other things', async () => {
    const set = join(folder, 'insects')
    mkdirSync(set)
    const before = {
      version: 1,
      name: 'Insects',
      classes: ['bee', 'ant'],
      provenance: { licence: 'CC0-1.0' },
      splits: [{ name: 'one', test: [0, 1] }]
    }
    writeFileSync(join(set, 'dataset.json'), JSON.stringify(before))
    writeFileSync(join(images, names[0]), 'broken')
    await expect(extract({ out: set })).rejects.toMatchObject({
      code: 'dataset.content',
      message: /ant\/0\.png/
    })
    rmSync(join(images, names[0]))
    await extract({ out: set })
    expect(JSON.parse(readFileSync(join(set, 'dataset.json'), 'utf8'))).toMatchObject({
      ...before,
      provenance: { licence: 'CC0-1.0', features: { tensor: 'pooled' } }
    })
  })

  it('of images gets features of its own', async () => {
    const before = {
      version: 1,
      name: 'Insects',
      classes: ['bee', 'ant'],
      rowNames: names,
      labels: names.map(name => name.slice(0, 3))
    }
    writeFileSync(join(images, 'dataset.json'), JSON.stringify(before))
    const result = await extractFeatures([images], { model, out: images })
    expect(result.rows).toBe(12)
    const dataset = await openDataset(images)
    expect(dataset).toMatchObject({
      name: 'Insects',
      classes: ['bee', 'ant'],
      rowNames: names,
      provenance: { features: { tensor: 'pooled' } }
    })
    expect(Array.from(dataset.labels)).toEqual(names.map(name => (name.startsWith('ant') ? 1 : 0)))
    expect(dataset.features).toMatchObject({ rows: 12, columns: 4 })
  })

  it('is not given other rows than its thumbnails show', async () => {
    const set = join(folder, 'set')
    mkdirSync(set)
    const before = {
      version: 1,
      name: 'Insects',
      classes: ['ant', 'bee'],
      rowNames: names,
      labels: names.map(name => name.slice(0, 3)),
      thumbnails: { file: 'sheet.png', width: 8, height: 8, columns: 4 }
    }
    writeFileSync(join(set, 'dataset.json'), JSON.stringify(before))
    writeFileSync(join(set, 'sheet.png'), '')
    writeFileSync(join(images, 'bee', 'more.png'), readFileSync(join(images, names[0])))
    await expect(extract({ out: set })).rejects.toMatchObject({
      code: 'dataset.content',
      message: /Row 12 was not there and would become bee\/more\.png/
    })
    // An image that was broken from the start is no row.
    writeFileSync(join(images, 'bee', 'more.png'), 'broken')
    expect(await extract({ out: set })).toMatchObject({ rows: 12, skipped: [{ file: 'bee/more.png' }] })
    expect((await openDataset(set)).thumbnails).toEqual(before.thumbnails)
  })

  it('whose images lie elsewhere says so', async () => {
    writeFileSync(
      join(folder, 'dataset.json'),
      JSON.stringify({
        version: 1,
        name: 'Insects',
        classes: ['ant', 'bee'],
        rowNames: names,
        labels: names.map(name => name.slice(0, 3))
      })
    )
    await expect(extractFeatures([folder], { model, out })).rejects.toMatchObject({
      code: 'path.missing',
      message: /Name the folder of the images instead, with -o/
    })
  })

  it('without names of images is refused', async () => {
    writeFileSync(
      join(images, 'dataset.json'),
      JSON.stringify({ version: 1, name: 'Insects', classes: ['bee', 'ant'], labels: ['bee', 'ant'] })
    )
    await expect(extractFeatures([images], { model, out: images })).rejects.toMatchObject({
      code: 'dataset.content',
      message: /rowNames/
    })
  })

  it('needs labels', async () => {
    await expect(extractFeatures([join(images, names[0])], { model, out: folder })).rejects.toMatchObject({
      code: 'options.combination'
    })
  })
})

/** A picture of one colour that claims to be of any size. */
function hugePng(width: number, height: number): Uint8Array {
  const bytes = Buffer.from(readFileSync(join(images, names[0])))
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
