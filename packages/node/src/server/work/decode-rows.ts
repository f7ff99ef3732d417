/** The body of a task as a matrix and options, whichever way it was written. */
import {
  contrastBody,
  contrastOptions,
  examplesBody,
  explainBody,
  explainOptions,
  recogniseBody,
  recogniseOptions
} from '@unseen/client/internal'
import { Matrix, UnseenError, count } from '@unseen/core'
import { type NamedArray, readArrays, readers } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { arrowMatrix } from './arrow-rows.js'
import { type Expected, checkShape } from './expected.js'
import type { Media, Operation, Task } from './messages.js'
import { npyView } from './npy-view.js'
import type { z } from 'zod'

export interface Decoded {
  readonly matrix: Matrix
  readonly options: Readonly<Record<string, unknown>>
}

const schemas: Readonly<
  Record<
    Operation,
    { readonly body: z.ZodType<{ readonly rows: unknown }>; readonly options: z.ZodType<object> }
  >
> = {
  recognise: { body: recogniseBody, options: recogniseOptions },
  explain: { body: explainBody, options: explainOptions },
  contrast: { body: contrastBody, options: contrastOptions }
}

const npy = readers.filter(({ name }) => name === 'npy')

export async function decodeTask(
  { operation, media, bytes, options }: Task,
  expected: Expected
): Promise<Decoded> {
  const { body, options: schema } = schemas[operation]
  if (media === 'json') {
    const { rows, ...rest } = check(body, parseJson(bytes))
    return { matrix: listMatrix(rows as readonly unknown[], expected), options: rest }
  }
  return {
    options: { ...check(schema, options ?? {}) },
    matrix: await binaryMatrix(media, bytes, expected)
  }
}

/** Rows that are shown as images of a class, and what they are called. */
export async function decodeExamples(
  { media, bytes, names }: Pick<Task, 'media' | 'bytes' | 'names'>,
  expected: Expected
): Promise<{ readonly matrix: Matrix; readonly names: readonly string[] | undefined }> {
  if (media !== 'json') return { matrix: await binaryMatrix(media, bytes, expected), names }
  const { rows, names: called } = check(examplesBody, parseJson(bytes))
  if (called !== undefined && called.length !== rows.length)
    throw new UnseenError(
      'serve.request',
      `There are ${count(rows.length)} rows and ${count(called.length)} names.`,
      { where: { field: 'names' }, remedy: 'Give one name for each row, or none.' }
    )
  return { matrix: listMatrix(rows, expected), names: called }
}

async function binaryMatrix(
  media: Exclude<Media, 'json'>,
  bytes: Uint8Array,
  expected: Expected
): Promise<Matrix> {
  return media === 'npy'
    ? (npyView(bytes, expected) ?? (await npyMatrix(bytes, expected)))
    : media === 'arrow'
      ? arrowMatrix(bytes, expected)
      : bareMatrix(bytes, expected)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new UnseenError('serve.request', 'The body is no JSON.', {
      remedy: 'Send {"rows": [[...]]}, or name the right Content-Type.',
      cause
    })
  }
}

export function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [{ path, message }] = read.error.issues
  throw new UnseenError(
    'serve.request',
    `${path.length === 0 ? 'The request' : path.join('.')}: ${message}.`,
    {
      where: { field: path.join('.') },
      remedy: 'The OpenAPI document at /openapi.json says what is expected.'
    }
  )
}

function listMatrix(rows: readonly unknown[], expected: Expected): Matrix {
  const columns = rows.length === 0 ? 0 : listAt(rows, 0).length
  checkShape(rows.length, columns, expected)
  const data = new Float64Array(rows.length * columns)
  for (let i = 0; i < rows.length; i++) {
    const row = listAt(rows, i)
    if (row.length !== columns)
      throw new UnseenError(
        'features.ragged',
        `Row ${i} has ${count(row.length)} values, row 0 has ${count(columns)}.`,
        { where: { row: i } }
      )
    for (let k = 0; k < columns; k++) {
      const value = row[k]
      if (typeof value !== 'number')
        throw new UnseenError('serve.request', `The feature in row ${i}, column ${k} is no number.`, {
          where: { row: i, column: k }
        })
      data[i * columns + k] = value
    }
  }
  return Matrix.dense(rows.length, columns, data)
}

function listAt(rows: readonly unknown[], i: number): readonly unknown[] {
  const row = rows[i]
  if (!Array.isArray(row))
    throw new UnseenError('serve.request', `Row ${i} is no list of numbers.`, { where: { row: i } })
  return row
}

async function npyMatrix(bytes: Uint8Array, expected: Expected): Promise<Matrix> {
  const {
    arrays: [{ type, shape, data }]
  } = await readArrays(bytesSource(bytes), { fileName: 'body' }, npy)
  if (type === 'text' || shape.length === 0 || shape.length > 2)
    throw new UnseenError(
      'features.shape',
      `Rows are a matrix of numbers; the array has the type ${type} and the shape (${shape.join(', ')}).`
    )
  const [rows, columns] = shape.length === 1 ? [1, shape[0]] : shape
  checkShape(rows, columns, expected)
  return Matrix.dense(rows, columns, numbersOf(data))
}

function numbersOf(data: NamedArray['data']): Float32Array | Float64Array {
  return data instanceof Float32Array || data instanceof Float64Array
    ? data
    : Float64Array.from(data as ArrayLike<number>, Number)
}

function bareMatrix(bytes: Uint8Array, expected: Expected): Matrix {
  const data = new Float32Array(
    bytes.buffer,
    bytes.byteOffset,
    bytes.byteLength / Float32Array.BYTES_PER_ELEMENT
  )
  const rows = data.length / expected.columns
  checkShape(rows, expected.columns, expected)
  return Matrix.dense(rows, expected.columns, data)
}
