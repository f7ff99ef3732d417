// Joined descriptions: what the scaling promises, how columns are named, what is refused.
import { Matrix, type NamedTable } from '@unseen/core'
import { joinSignatures, parseJoin } from '../../src/dataset/join-signatures.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dot, toUnit } from '../../../core/test/properties/small-problem.js'

const classes = ['horse', 'tiger', 'zebra']
const named = (name: string, matrix: number[][], rest: Partial<NamedTable> = {}): NamedTable => ({
  name,
  classes,
  matrix,
  ...rest
})
const rowsOf = ({ matrix }: NamedTable): number[][] => {
  const table = Matrix.from(matrix)
  return Array.from({ length: table.rows }, (_, i) => {
    const row = new Float64Array(table.columns)
    Matrix.readRow(table, i, row)
    return [...row]
  })
}

/** rows that are not zero */
const matrices = (columns: number): fc.Arbitrary<number[][]> =>
  fc.array(
    fc
      .array(fc.integer({ min: -20, max: 20 }), { minLength: columns, maxLength: columns })
      .map(row => row.map((value, k) => (k === 0 ? Math.abs(value) + 1 : value))),
    { minLength: 3, maxLength: 3 }
  )
const weights = fc.integer({ min: 0, max: 40 }).map(value => value / 8)

describe('joinSignatures', () => {
  it('makes the cosine of joined rows the mean of the cosines, weighted by squared weights', () => {
    fc.assert(
      fc.property(
        matrices(4),
        matrices(7),
        weights,
        weights.filter(weight => weight > 0),
        (a, b, first, second) => {
          const rows = rowsOf(
            joinSignatures([
              { table: named('a', a), weight: first },
              { table: named('b', b), weight: second }
            ])
          )
          for (let i = 0; i < 3; i++) {
            for (let j = 0; j < 3; j++) {
              const mean =
                (first ** 2 * dot(toUnit(a[i]), toUnit(a[j])) +
                  second ** 2 * dot(toUnit(b[i]), toUnit(b[j]))) /
                (first ** 2 + second ** 2)
              expect(dot(toUnit(rows[i]), toUnit(rows[j]))).toBeCloseTo(mean, 10)
            }
          }
        }
      )
    )
  })

  it('leaves nothing of a part whose weight is 0', () => {
    fc.assert(
      fc.property(matrices(4), matrices(2), matrices(2), (a, b, other) => {
        const join = (second: number[][]): number[][] =>
          rowsOf(
            joinSignatures([
              { table: named('a', a), weight: 2 },
              { table: named('b', second), weight: 0 }
            ])
          )
        expect(join(b)).toEqual(join(other))
        expect(dot(join(b)[0], join(b)[0])).toBeCloseTo(4, 10)
      })
    )
  })

  it('does not depend on how long the parts were', () => {
    const [a, b] = [
      [
        [3, 4],
        [0, 2],
        [1, 0]
      ],
      [
        [1, 0, 0],
        [0, 5, 0],
        [2, 2, 1]
      ]
    ]
    const join = (scale: number): number[][] =>
      rowsOf(
        joinSignatures([
          {
            table: named(
              'a',
              a.map(row => row.map(value => scale * value))
            ),
            weight: 1
          },
          { table: named('b', b), weight: 1 }
        ])
      )
    join(8).forEach((row, i) => row.forEach((value, k) => expect(value).toBeCloseTo(join(1)[i][k], 12)))
    expect(join(1)[0]).toEqual([0.6, 0.8, 1, 0, 0])
  })

  it('matches rows by name, and their texts', () => {
    const turned: NamedTable = {
      name: 'b',
      classes: ['zebra', 'horse', 'tiger'],
      matrix: [[3], [-1], [2]],
      sentences: ['stripes', 'hooves', 'claws']
    }
    const joined = joinSignatures([
      { table: named('a', [[1], [1], [1]]), weight: 1 },
      { table: turned, weight: 1 }
    ])
    expect(rowsOf(joined)).toEqual([
      [1, -1],
      [1, 1],
      [1, 1]
    ])
    expect(joined.sentences).toEqual(['hooves', 'claws', 'stripes'])
  })

  it('records its parts and names its columns', () => {
    const encoder = { kind: 'sentence', model: 'tiny', length: 2, digest: 'd' } as const
    const joined = joinSignatures([
      {
        table: named('attributes', [[1], [2], [3]], { attributes: ['hooves'], groups: ['feet'] }),
        weight: 1
      },
      {
        table: named(
          'sentences',
          [
            [1, 0],
            [0, 1],
            [1, 1]
          ],
          { encoder }
        ),
        weight: 2
      }
    ])
    expect(joined.name).toBe('attributes + 2 * sentences')
    expect(joined.attributes).toEqual(['hooves', 'sentences 1', 'sentences 2'])
    expect(joined.groups).toEqual(['feet', 'sentences', 'sentences'])
    expect(joined.encoder).toEqual({
      kind: 'joined',
      parts: [
        { table: 'attributes', weight: 1, length: 1 },
        { table: 'sentences', weight: 2, length: 2, encoder }
      ]
    })
    expect(
      joinSignatures([
        { table: named('a', [[1], [2], [3]]), weight: 1 },
        { table: named('b', [[1], [2], [3]]), weight: 1 }
      ]).attributes
    ).toBeUndefined()
  })

  it('refuses what cannot be joined', () => {
    const a = { table: named('a', [[1], [2], [3]]), weight: 1 }
    const refused = (...parts: Parameters<typeof joinSignatures>[0]): unknown => {
      try {
        return joinSignatures(parts)
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    expect(refused(a)).toBe('options.value')
    expect(refused(a, { ...a, weight: -1 })).toBe('options.value')
    expect(refused(a, { ...a, weight: Number.NaN })).toBe('options.value')
    expect(refused({ ...a, weight: 0 }, { ...a, weight: 0 })).toBe('options.value')
    expect(refused(a, { table: { ...a.table, classes: ['horse', 'tiger', 'okapi'] }, weight: 1 })).toBe(
      'signatures.shape'
    )
    expect(
      refused(a, {
        table: { ...a.table, classes: [...classes, 'okapi'], matrix: [[1], [2], [3], [4]] },
        weight: 1
      })
    ).toBe('signatures.shape')
    expect(refused(a, { table: named('b', [[1], [0], [3]]), weight: 1 })).toBe('signatures.zero')
  })
})

describe('parseJoin', () => {
  const tables = [named('attributes', [[1], [2], [3]]), named('my sentences', [[1], [2], [3]])]
  const parts = (text: string): string[] =>
    parseJoin(text, tables).map(({ table, weight }) => `${weight} ${table.name}`)

  it('reads weights and names', () => {
    expect(parts('attributes + 2 * my sentences')).toEqual(['1 attributes', '2 my sentences'])
    expect(parts('0.5*attributes+my sentences')).toEqual(['0.5 attributes', '1 my sentences'])
  })

  it('names what it does not know', () => {
    expect(() => parts('attributes + words')).toThrow(
      'There is no table "words" to join. There are: attributes, my sentences.'
    )
    expect(() => parts('two * attributes + my sentences')).toThrow('must be a number, got "two"')
    expect(() => parts('* attributes + my sentences')).toThrow('must be a number')
    expect(() => parts('')).toThrow('There is no table "" to join.')
  })
})
