import { gatherRows } from '../../src/linalg/gather.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { createRandom } from '../../src/base/random.js'
import { expect, it } from 'vitest'

it('has the rows asked for, in their order and as often, to the bit', () => {
  const random = createRandom(5)
  const [rows, length] = [7, 5]
  // Numbers whose last bits count, and those that look alike: -0, NaN, the smallest ones.
  const table = Float64Array.from({ length: rows * length }, () => random.next() / 3)
  table.set([-0, NaN, 5e-324, Number.MAX_VALUE, -Infinity], 2 * length)
  const bits = (values: ArrayLike<number>): BigUint64Array =>
    new BigUint64Array(Float64Array.from(values).buffer)
  for (const order of [
    [],
    [2],
    [6, 0, 2, 2, 5],
    Uint32Array.of(3, 1),
    Array.from(table.keys()).slice(0, rows)
  ]) {
    const found = gatherRows(table, length, order)
    const selected = Matrix.select(Matrix.dense(rows, length, table), order)
    expect(found).toHaveLength(order.length * length)
    expect(bits(found)).toEqual(bits(selected.data))
    Array.from(order).forEach((row, at) =>
      expect(bits(found.subarray(at * length, (at + 1) * length))).toEqual(
        bits(table.slice(row * length, (row + 1) * length))
      )
    )
  }
})

it('gives a copy', () => {
  const table = Float64Array.of(1, 2, 3, 4)
  gatherRows(table, 2, [0, 1])[0] = 9
  expect(table[0]).toBe(1)
})
