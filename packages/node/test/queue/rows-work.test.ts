// Blocks of rows as work: what is no matrix is refused, and takes no thread with it.
import { toBytes } from '@unseen/core'
import { rowsWork } from '../../src/queue/rows-work.js'
import { serialize } from 'node:v8'
import { expect, it } from 'vitest'
import { columns, smallModel } from '../helpers/small-model.js'

const run = rowsWork.open(toBytes(await smallModel()))
const task = { work: 'proportions', key: 'k' } as const

it.each([
  ['junk', Uint8Array.of(1, 2, 3)],
  ['nothing', serialize(null)],
  ['a number', serialize(5)],
  [
    'a thousand million rows',
    serialize({ kind: 'dense', rows: 1e9, columns, data: new Float32Array(columns) })
  ],
  ['as many without columns', serialize({ kind: 'dense', rows: 1e9, columns: 0, data: new Float32Array(0) })],
  [
    'as many sparse ones',
    serialize({
      kind: 'sparse',
      rows: 1e9,
      columns,
      starts: Uint32Array.of(0, 1),
      indices: Uint32Array.of(0),
      values: Float32Array.of(1)
    })
  ]
])('%s is refused', (_, rows) => {
  expect(() => {
    const job = run({ rows, task })
    while (job.next(false).done !== true);
  }).toThrow(expect.objectContaining({ code: expect.stringMatching(/^(queue|features)\./) as string }))
})
