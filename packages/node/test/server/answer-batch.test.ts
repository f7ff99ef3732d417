// Batches of requests give the bytes that the library gives each alone, and one bad request spoils no other.
import { Matrix } from '@unseen/core'
import { writeNpy } from '@unseen/data'
import { type LoadedModel, answerBatch } from '../../src/server/work/answer-batch.js'
import type { Task, TaskAnswer } from '../../src/server/work/messages.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnFromArray,
  fixedSizeList,
  float32,
  float64,
  tableFromArrays,
  tableFromColumns,
  tableToIPC
} from '@uwdata/flechette'
import { columns, smallModel, smallRows } from '../helpers/small-model.js'

const model = await smallModel({ references: 'means' })
const models = new Map<string, LoadedModel>([['zoo#1', { name: 'zoo', model, version: 3 }]])
const settings = { maxRows: 100 }
const { features } = smallRows(40, ['zebra', 'duck'])
const rowsOf = (start: number, end: number): number[][] =>
  Array.from({ length: end - start }, (_, i) => {
    const row = new Float64Array(columns)
    Matrix.readRow(features, start + i, row)
    return Array.from(row)
  })

const bytesOf = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const task = (body: unknown, operation: Task['operation'] = 'recognise'): Task => ({
  key: 'zoo#1',
  operation,
  media: 'json',
  bytes: bytesOf(body)
})
const npy = (rows: number[][]): Uint8Array =>
  writeNpy({ name: 'rows', shape: [rows.length, columns], data: Float64Array.from(rows.flat()) })
const read = (answer: TaskAnswer): unknown => {
  if ('json' in answer) return JSON.parse(new TextDecoder().decode(answer.json))
  throw new Error(JSON.stringify(answer))
}
const codeOf = (answer: TaskAnswer): string =>
  'error' in answer ? answer.error.code : 'defect' in answer ? answer.defect : 'fine'

describe('a batch', () => {
  it('answers each request as the library answers it alone', async () => {
    const options = fc.record({
      top: fc.integer({ min: 1, max: 8 }),
      among: fc.constantFrom('unseen' as const, 'seen' as const, 'all' as const, ['zebra', 'horse']),
      explain: fc.boolean()
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(39), fc.nat(3), options), { minLength: 1, maxLength: 12 }),
        async requests => {
          const asked = requests.map(([start, more, rest]) => ({
            rows: rowsOf(start, Math.min(40, start + 1 + more)),
            ...rest
          }))
          const answers = await answerBatch(
            models,
            asked.map(body => task(body)),
            settings
          )
          asked.forEach(({ rows, top, among, explain }, at) => {
            const expected = model.decide(rows, { top, among }).map(({ ranked, verdict }, row) => ({
              ranked,
              verdict,
              ...(explain && { explanation: model.explain([rows[row]], ranked[0].class, { among })[0] })
            }))
            // As JSON: it knows no negative zero.
            expect(JSON.stringify(read(answers[at]))).toBe(
              JSON.stringify({ model: 'zoo', version: 3, answers: expected })
            )
          })
        }
      ),
      { numRuns: 30 }
    )
  })

  it('reads JSON, npy and Arrow alike', async () => {
    const rows = rowsOf(0, 5)
    const wide = tableToIPC(
      tableFromArrays(
        Object.fromEntries(rows[0].map((_, k) => [`f${k}`, Float64Array.from(rows, row => row[k])]))
      ),
      { format: 'stream' }
    )
    const lists = (type: typeof float64) =>
      tableToIPC(tableFromColumns({ features: columnFromArray(rows, fixedSizeList(type(), columns)) }), {
        format: 'stream'
      })
    const answers = await answerBatch(
      models,
      [
        task({ rows, top: 3, among: 'all' }),
        { ...task(''), media: 'npy', bytes: npy(rows), options: { top: 3, among: 'all' } },
        { ...task(''), media: 'arrow', bytes: wide ?? new Uint8Array(), options: { top: 3, among: 'all' } },
        {
          ...task(''),
          media: 'arrow',
          bytes: lists(float64) ?? new Uint8Array(),
          options: { top: 3, among: 'all' }
        },
        {
          ...task(''),
          media: 'arrow',
          bytes: lists(float32) ?? new Uint8Array(),
          options: { top: 3, among: 'all' }
        },
        {
          ...task(''),
          media: 'float32',
          bytes: new Uint8Array(Float32Array.from(rows.flat()).buffer),
          options: { top: 3, among: 'all' },
          names: ['a', 'b', 'c', 'd', 'e']
        }
      ],
      settings
    )
    const first = read(answers[0]) as { answers: object[] }
    for (const answer of answers.slice(1, 5)) expect(read(answer)).toEqual(first)
    expect(read(answers[5])).toEqual({
      ...first,
      answers: first.answers.map((answer, at) => ({ name: 'abcde'[at], ...answer }))
    })
  })

  it('reads every .npy alike, with and without a copy', async () => {
    const rows = rowsOf(0, 4)
    const first = read((await answerBatch(models, [task({ rows })], settings))[0])
    const plain = npy(rows)
    // The same array, its bytes at an odd place, in Fortran order, and in single precision.
    const odd = new Uint8Array(plain.length + 3).subarray(3)
    odd.set(plain)
    const fortran = writeNpy({
      name: 'rows',
      shape: [rows.length, columns],
      data: Float64Array.from(rows[0].flatMap((_, k) => rows.map(row => row[k])))
    })
    const text = Buffer.from(fortran).indexOf('False, ')
    fortran.set(Buffer.from('True,  '), text)
    const single = writeNpy({
      name: 'rows',
      shape: [rows.length, columns],
      data: Float32Array.from(rows.flat())
    })
    const answers = await answerBatch(
      models,
      [plain, odd, fortran, single].map(bytes => ({ ...task(''), media: 'npy', bytes })),
      settings
    )
    for (const answer of answers) expect(read(answer)).toEqual(first)
  })

  it('says none of these where it is not sure', async () => {
    const rows = rowsOf(0, 8)
    const margins = model.decide(rows).map(({ margin = 0 }) => margin)
    const reject = [...margins].sort((a, b) => a - b)[4]
    const [refusing, plain, untold] = await answerBatch(
      models,
      [task({ rows, reject, explain: true }), task({ rows, reject: false }), task({ rows, reject: true })],
      settings
    )
    const { answers } = read(refusing) as {
      answers: { ranked: object[]; none?: boolean; closest?: object[]; explanation: object }[]
    }
    expect(answers.map(({ ranked }) => ranked)).toEqual(model.recognise(rows, { reject }))
    expect(answers.filter(({ none }) => none === true).map(({ closest }) => closest)).toEqual(
      model.recognise(rows).filter((_, at) => margins[at] < reject)
    )
    expect(read(plain)).toMatchObject({ answers: model.recognise(rows).map(ranked => ({ ranked })) })
    expect(codeOf(untold)).toBe('options.combination')
  })

  it('explains and contrasts', async () => {
    const rows = rowsOf(0, 3)
    const [explained, contrasted] = await answerBatch(
      models,
      [task({ rows, class: 'zebra' }, 'explain'), task({ rows, first: 'zebra', second: 'duck' }, 'contrast')],
      settings
    )
    expect(read(explained)).toEqual({
      model: 'zoo',
      version: 3,
      explanations: JSON.parse(JSON.stringify(model.explain(rows, 'zebra'))) as unknown
    })
    expect(read(contrasted)).toEqual({
      model: 'zoo',
      version: 3,
      contrasts: JSON.parse(JSON.stringify(model.contrast(rows, 'zebra', 'duck'))) as unknown
    })
  })

  it('refuses what is wrong, and answers the rest', async () => {
    const good = { rows: rowsOf(0, 1) }
    const infinite = '{"rows": [[1e999, 0,0,0,0,0,0,0,0,0,0,0]]}'
    const wrong: readonly [unknown, string][] = [
      ['no JSON', 'serve.request'],
      ['', 'serve.request'],
      [{}, 'serve.request'],
      [[], 'serve.request'],
      [{ rows: 3 }, 'serve.request'],
      [{ rows: [3] }, 'serve.request'],
      [{ rows: [['a', ...Array.from({ length: 11 }, () => 0)]] }, 'serve.request'],
      [{ rows: [[1, 2]] }, 'features.columns'],
      [{ rows: [...good.rows, [1]] }, 'features.ragged'],
      [infinite, 'features.not-finite'],
      [{ ...good, top: 0 }, 'serve.request'],
      [{ ...good, top: 1.5 }, 'serve.request'],
      [{ ...good, among: 'none' }, 'serve.request'],
      [{ ...good, among: [] }, 'serve.request'],
      [{ ...good, among: ['nobody'] }, 'classes.unknown'],
      [{ ...good, more: 1 }, 'serve.request'],
      [{ rows: Array.from({ length: 101 }, () => good.rows[0]) }, 'serve.size']
    ]
    const answers = await answerBatch(
      models,
      [task(good), ...wrong.map(([body]) => task(body)), task(good)],
      settings
    )
    expect(answers.map(codeOf)).toEqual(['fine', ...wrong.map(([, code]) => code), 'fine'])
  })

  it('takes any bytes for what they are not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom('npy' as const, 'arrow' as const, 'json' as const),
            fc.uint8Array({ maxLength: 300 })
          ),
          { maxLength: 6 }
        ),
        async bodies => {
          const answers = await answerBatch(
            models,
            bodies.map(([media, bytes]) => ({ ...task(''), media, bytes })),
            settings
          )
          for (const answer of answers)
            expect('error' in answer || ('rows' in answer && answer.rows === 0), JSON.stringify(answer)).toBe(
              true
            )
        }
      ),
      { numRuns: 60 }
    )
    const whole = npy(rowsOf(0, 2))
    const arrow =
      tableToIPC(
        tableFromArrays(
          Object.fromEntries(Array.from({ length: columns }, (_, k) => [`f${k}`, Float64Array.of(1, 2)]))
        ),
        { format: 'stream' }
      ) ?? new Uint8Array()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(['npy', whole] as const, ['arrow', arrow] as const),
        fc.nat(),
        fc.nat(255),
        async ([media, bytes], place, value) => {
          const changed = Uint8Array.from(bytes)
          changed[place % changed.length] = value
          const [answer] = await answerBatch(models, [{ ...task(''), media, bytes: changed }], settings)
          expect('defect' in answer, JSON.stringify(answer)).toBe(false)
        }
      ),
      { numRuns: 200 }
    )
  })
})
