// Classes asked to be unseen instead of a split's own: every class keeps rows on its new side, and no row is
// trained on and tested.
import { Matrix, rowsOf } from '@unseen/core'
import type { Dataset } from '../../src/dataset/dataset.js'
import { takeSplit } from '../../src/dataset/split.js'
import { describe, expect, it } from 'vitest'

const classes = ['cat', 'dog', 'elk', 'owl']
/** Four rows a class: 0 to 3 cats, 4 to 7 dogs and so on. */
const labels = Int32Array.from({ length: 16 }, (_, row) => Math.floor(row / 4))
const dataset = (splits: Dataset['splits']): Dataset => ({
  name: 'small',
  classes,
  features: rowsOf(Matrix.dense(16, 1, Float32Array.from(labels.keys()))),
  labels,
  signatures: [{ name: 'attributes', classes, matrix: Matrix.dense(4, 1, Float64Array.of(1, 2, 3, 4)) }],
  splits,
  provenance: {}
})
const rows = (...numbers: number[]): Uint32Array => Uint32Array.from(numbers)
async function taken(splits: Dataset['splits'], unseen: readonly string[], split?: string) {
  const { train, test, testSeen } = await takeSplit(dataset(splits), {
    unseen,
    ...(split !== undefined && { split })
  })
  return { train: [...train.rows], test: [...test.rows], testSeen: [...(testSeen?.rows ?? [])] }
}

describe('classes asked to be unseen', () => {
  // As the sample has it: two rows of every class are for testing, those of the others train.
  const kept = {
    name: 'cat-dog',
    seen: ['elk', 'owl'],
    unseen: ['cat', 'dog'],
    train: rows(9, 8, 12, 13),
    test: rows(2, 3, 6, 7, 10, 11, 14, 15)
  }

  it('a class that becomes seen is trained on the rows that are not for testing', async () => {
    expect(await taken([kept], ['elk', 'owl'])).toEqual({
      train: [0, 1, 4, 5],
      test: [10, 11, 14, 15],
      testSeen: [2, 3, 6, 7]
    })
    expect(await taken([kept], ['dog', 'elk'])).toEqual({
      train: [12, 13, 0, 1],
      test: [6, 7, 10, 11],
      testSeen: [2, 3, 14, 15]
    })
  })

  it('a class whose rows are all for testing is trained on these, and tested on none', async () => {
    const whole = { ...kept, test: rows(0, 1, 2, 3, 4, 5, 6, 7), train: rows(8, 9, 10, 11, 12, 13, 14, 15) }
    expect(await taken([whole], ['dog', 'owl'])).toEqual({
      train: [8, 9, 10, 11, 0, 1, 2, 3],
      test: [4, 5, 6, 7, 12, 13, 14, 15],
      testSeen: []
    })
  })

  it('the split that has these classes unseen gives its rows, unless another is named', async () => {
    const other = { name: 'elk-owl', seen: ['cat', 'dog'], unseen: ['elk', 'owl'], train: rows(1, 5) }
    expect(await taken([kept, other], ['owl', 'elk'])).toMatchObject({ train: [1, 5] })
    expect(await taken([kept, other], ['owl', 'elk'], 'cat-dog')).toMatchObject({ train: [0, 1, 4, 5] })
  })

  it('without lists of rows every row of a class is on its side', async () => {
    expect(await taken([], ['owl'])).toEqual({
      train: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      test: [12, 13, 14, 15],
      testSeen: []
    })
  })
})
