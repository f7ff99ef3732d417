// `recognise`: the same answers whatever file the rows come from and go to.
import { Matrix, rowsOf } from '@unseen/core'
import {
  writeDelimited,
  writeJsonLines,
  writeMatlab,
  writeNpy,
  writeNpz,
  writeSafetensors
} from '@unseen/data'
import { type ArrayToWrite, bytesSource } from '@unseen/data/internal'
import { writeModel } from '../../src/files/model-file.js'
import { writeParquet } from '../../src/formats/parquet-write.js'
import { readFile } from '../../src/formats/readers.js'
import { run } from '../../src/run.js'
import { pickFeatures } from '../../src/use/pick-features.js'
import { recogniseRows } from '../../src/use/recognise-rows.js'
import { streamOf } from '../../src/use/row-stream.js'
import { textRows } from '../../src/use/text-rows.js'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { classes, columns, smallModel, smallRows, temporaryFolder } from '../helpers/small-model.js'
import { testTerminal } from '../helpers/terminal.js'

const ROWS = 40
const folder = temporaryFolder()
const file = join(folder, 'zoo.unseen')
const model = await smallModel()
const { features } = smallRows(ROWS, classes, 5)
const data = (features as { data: Float32Array }).data
const names = Array.from({ length: ROWS }, (_, row) => `picture ${row}, "left"`)
const expected = model.recognise(features, { top: 2, among: 'all' })
const array: ArrayToWrite = { name: 'features', shape: [ROWS, columns], data }

beforeAll(() => writeModel(file, model))

async function unseen(...args: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = testTerminal()
  const code = await run(args, terminal)
  return { code, out: terminal.printed.join('\n'), notes: terminal.noted.join('\n') }
}

async function answers(...args: string[]): Promise<{
  answers: { row: number; name?: string; ranked: object[] }[]
  rows: number
  skipped: { row: number; reason: string }[]
}> {
  const { out, notes, code } = await unseen('recognise', file, ...args, '--json')
  expect(code, notes).toBeLessThan(2)
  return JSON.parse(out) as Awaited<ReturnType<typeof answers>>
}

describe('reads', () => {
  const cases: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
    npy: () => writeNpy(array),
    npz: () => writeNpz([array, { name: 'labels', shape: [ROWS], data: new Int32Array(ROWS) }]),
    safetensors: () => writeSafetensors([array]),
    mat: () => writeMatlab([{ ...array, type: 'float32' }]),
    parquet: () => writeParquet([array, { name: 'name', shape: [ROWS], data: names }]),
    jsonl: () => writeJsonLines([{ name: 'name', shape: [ROWS], data: names }, array]),
    csv: () => writeDelimited([{ name: 'name', shape: [ROWS], data: names }, array])
  }
  it.each(Object.entries(cases))('%s', async (format, bytes) => {
    const path = join(folder, `rows.${format}`)
    writeFileSync(path, await bytes())
    const found = await answers(path, '--among', 'all', '--top', '2')
    expect(found.answers.map(({ ranked }) => ranked)).toEqual(expected)
    if (['parquet', 'jsonl', 'csv'].includes(format))
      expect(found.answers.map(({ name }) => name)).toEqual(names)
  })

  it('CSV without a head, with a column of labels, and in pieces', async () => {
    const path = join(folder, 'plain.csv')
    const lines = Array.from({ length: ROWS }, (_, row) =>
      Array.from(data.subarray(row * columns, (row + 1) * columns))
    )
    writeFileSync(path, `${lines.map(line => line.join(',')).join('\n')}\n`)
    expect((await answers(path, '--among', 'all', '--top', '2')).answers.map(({ ranked }) => ranked)).toEqual(
      expected
    )
    writeFileSync(path, lines[0].join(','))
    expect((await answers(path, '--among', 'all', '--top', '2')).answers.map(({ ranked }) => ranked)).toEqual(
      expected.slice(0, 1)
    )
    writeFileSync(
      path,
      `label,${lines[0].map((_, at) => `f${at}`).join(',')}\n${lines.map(line => `3,${line.join(',')}`).join('\n')}\n`
    )
    expect((await answers(path, '--among', 'all', '--top', '2')).answers.map(({ ranked }) => ranked)).toEqual(
      expected
    )
  })

  it('texts larger than one piece, cut at line ends only', async () => {
    const rows = 40_000
    const line = (row: number): string =>
      `"a\n${row}",${Array.from({ length: columns }, (_, k) => ((row * 31 + k * 7) % 1000) / 999).join(',')}\n`
    const text = `name,${Array.from({ length: columns }, (_, k) => `f${k}`).join(',')}\n${Array.from({ length: rows }, (_, row) => line(row)).join('')}`
    const source = bytesSource(new TextEncoder().encode(text))
    expect(source.byteLength).toBeGreaterThan(2 ** 23)
    let [row, pieces] = [0, 0]
    for await (const piece of textRows(source, {
      fileName: 'x',
      header: true,
      pick: arrays => pickFeatures(arrays, { fileName: 'x', columns })
    }).pieces()) {
      expect(piece.rows[0]).toBe(row)
      expect(piece.names?.[0]).toBe(`a\n${row}`)
      expect((piece.matrix as { data: Float64Array }).data[1]).toBe(((row * 31 + 7) % 1000) / 999)
      row += piece.matrix.rows
      pieces++
    }
    expect(row).toBe(rows)
    expect(pieces).toBeGreaterThan(1)
  })
})

describe('writes', () => {
  const rows = join(folder, 'named.csv')
  beforeAll(() => writeFileSync(rows, writeDelimited([{ name: 'name', shape: [ROWS], data: names }, array])))

  it('CSV and Parquet that read back, contributions that sum to the score', async () => {
    for (const format of ['csv', 'parquet']) {
      const out = join(folder, `answers.${format}`)
      expect(
        (await unseen('recognise', file, rows, '--among', 'all', '--top', '2', '--explain', '-o', out)).code
      ).toBe(0)
      const { arrays } = await readFile(out)
      const text = (name: string): readonly string[] =>
        arrays.find(each => each.name === name)?.data as readonly string[]
      const table = arrays.find(each => each.name === 'numbers')
      const heads = arrays.find(each => each.name === 'columns')?.data as readonly string[] | undefined
      const number = (name: string, row: number): number =>
        table === undefined
          ? (arrays.find(each => each.name === name)?.data[row] as number)
          : (table.data[row * table.shape[1] + (heads ?? []).indexOf(name)] as number)
      expect(text('name')).toEqual(names)
      expect(text('class_2')).toEqual(expected.map(([, second]) => second.class))
      for (let row = 0; row < ROWS; row++) {
        expect(number('score', row)).toBe(expected[row][0].score)
        expect(
          model.seen.reduce((sum, seen) => sum + number(`from ${seen}`, row), 0) + number('bias', row)
        ).toBe(number('score', row))
      }
    }
  })

  it('JSON lines, to a file and to standard output alike', async () => {
    const out = join(folder, 'answers.jsonl')
    await unseen('recognise', file, rows, '-o', out)
    const { out: printed } = await unseen('recognise', file, rows, '--format', 'jsonl')
    expect(`${printed}\n`).toBe(readFileSync(out, 'utf8'))
    expect(printed.split('\n')).toHaveLength(ROWS)
  })

  it('a table of the first rows', async () => {
    const { out, notes } = await unseen('recognise', file, rows, '--explain')
    expect(out.split('\n')).toHaveLength(11)
    expect(out).toContain('because of')
    expect(notes).toContain('30 more')
    expect(notes).toMatch(/40 rows: (zebra|duck) \d+/)
  })
})

describe('refuses', () => {
  const broken = join(folder, 'broken.npy')

  it('rows that are not finite, by their number; leaves them out if told', async () => {
    const copy = Float32Array.from(data)
    copy[7 * columns + 3] = NaN
    writeFileSync(broken, writeNpy({ ...array, data: copy }))
    const out = join(folder, 'never.csv')
    const { code, notes } = await unseen('recognise', file, broken, '-o', out)
    expect([code, existsSync(out)]).toEqual([2, false])
    expect(notes).toMatch(/Row 7: the feature in column 3 is NaN.*features\.not-finite/)
    const found = await answers(broken, '--skip-bad')
    expect(found.rows).toBe(ROWS - 1)
    expect(found.skipped).toEqual([{ row: 7, reason: 'the feature in column 3 is NaN' }])
    expect(found.answers.map(({ row }) => row)).not.toContain(7)
  })

  it('what is no features of this model', async () => {
    const other = join(folder, 'other.npy')
    writeFileSync(other, writeNpy({ name: 'features', shape: [2, 3], data: new Float32Array(6) }))
    const cases: [string[], string][] = [
      [[other], 'features.columns'],
      [[join(folder, 'none.npy')], 'path.missing'],
      [[folder], 'options.value'],
      [[join(folder, 'rows.npz'), '--array', 'x'], 'dataset.name'],
      [[join(folder, 'rows.npy'), '--among', 'dragon'], 'classes.unknown'],
      [[join(folder, 'rows.npy'), '--top', '0'], 'options.value'],
      [[join(folder, 'rows.npy'), '--format', 'parquet'], 'options.combination']
    ]
    for (const [args, code] of cases)
      expect((await unseen('recognise', file, ...args)).notes, args.join(' ')).toContain(`[${code}]`)
  })

  it('features that another network made', async () => {
    const own = model.annotate({ preprocessing: { model: 'a.onnx', digest: 'sha256:1', tensor: 'pool' } })
    const rows = (record: Record<string, string>) =>
      recogniseRows(own, { ...streamOf(rowsOf(features)), record }).next()
    await expect(rows({ model: 'b.onnx', digest: 'sha256:2', tensor: 'pool' })).rejects.toMatchObject({
      code: 'features.columns'
    })
    await expect(rows({ model: 'a.onnx', digest: 'sha256:1', tensor: 'fc' })).rejects.toMatchObject({
      code: 'features.columns'
    })
    expect((await rows({ model: 'a.onnx', digest: 'sha256:1', tensor: 'pool' })).value?.answers).toHaveLength(
      ROWS
    )
  })
})

it('stops when asked', async () => {
  const stop = new AbortController()
  stop.abort()
  await expect(
    recogniseRows(model, streamOf(rowsOf(Matrix.dense(1, columns, new Float32Array(columns)))), {
      signal: stop.signal
    }).next()
  ).rejects.toMatchObject({ code: 'cancelled' })
})

it('writes CSV for spreadsheets in which no name is a formula or moves a cursor', async () => {
  const hostile = ['=1+1', '+1', '-1', '@sum', '\t=1', '\u001b[2J', 'plain', 'a=b']
  const rows = writeDelimited([
    { name: 'name', shape: [hostile.length], data: hostile },
    { ...array, shape: [hostile.length, columns], data: data.slice(0, hostile.length * columns) }
  ])
  writeFileSync(join(folder, 'hostile.csv'), rows)
  const visible = ["'=1+1", "'+1", "'-1", "'@sum", '␉=1', '␛[2J', 'plain', 'a=b']
  const out = join(folder, 'answers.csv')
  await unseen('recognise', file, join(folder, 'hostile.csv'), '-o', out)
  expect(readFileSync(out, 'utf8')).toMatch(/\n0,=1\+1,(.|\n)*\n5,\u001b\[2J,/)
  await unseen('recognise', file, join(folder, 'hostile.csv'), '-o', out, '--safe-csv')
  expect((await readFile(out)).arrays.find(({ name }) => name === 'name')?.data).toEqual(visible)
  const { out: printed } = await unseen('recognise', file, join(folder, 'hostile.csv'), '--safe-csv')
  expect(printed).toContain('\n5,␛[2J,')
  expect(printed).not.toContain('\u001b')
})
