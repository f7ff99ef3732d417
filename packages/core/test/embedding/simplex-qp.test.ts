// Mixtures are optimal whatever the table looks like: signatures that coincide, that nearly do, that span
// twelve orders of magnitude, and gamma from none to far beyond use.
import { type Random, createRandom } from '../../src/base/random.js'
import { embedSignatures } from '../../src/embedding/embed-signatures.js'
import { describe, expect, it } from 'vitest'

const tables: Record<string, (random: Random, k: number) => number> = {
  positive: random => random.next(),
  'yes or no': random => random.below(2),
  signed: (random, k) => 2 * random.next() - 1 + (k === 0 ? 2 : 0),
  'mostly small': random => random.next() ** 8,
  'nearly alike': (random, k) => (k === 0 ? 1 : 1e-5 * random.next()),
  'alike but for rounding': (random, k) => (k === 0 ? 1 : 1e-15 * random.below(2)),
  'any magnitude': random => (random.below(2) - 0.5) * 10 ** (12 * random.next() - 6)
}
const gammas = [0, 1e-20, 1e-12, 1e-8, 1e-6, 1e-3, 0.1, 1, 100, 1e4]

function randomTable(
  random: Random,
  entry: (random: Random, k: number) => number
): { seen: number[][]; signatures: number[][] } {
  const length = 1 + random.below(14)
  const row = (): number[] => {
    const values = Array.from({ length }, (_, k) => entry(random, k))
    return values.some(value => value !== 0) ? values : values.fill(1)
  }
  const seen = Array.from({ length: 1 + random.below(60) }, row)
  // Half of the tables repeat themselves, in other units or but for a last digit.
  if (random.below(2) === 0)
    for (let k = 0; k < seen.length; k++)
      if (random.below(2) === 0)
        seen[k] = seen[random.below(seen.length)].map(
          value => value * [1, 3, 1 + 1e-9 * random.next()][random.below(3)]
        )
  return { seen, signatures: [row(), seen[random.below(seen.length)], row()] }
}

describe('the simplex QP', () => {
  it.each(Object.entries(tables))('is solved for tables that are %s', (_, entry) => {
    for (let seed = 0; seed < 100; seed++) {
      const random = createRandom(seed)
      const { seen, signatures } = randomTable(random, entry)
      const gamma = gammas[seed % gammas.length]
      const { mixtures, kktResidual } = embedSignatures({ seen, signatures }, { gamma })
      expect(kktResidual, `seed ${seed}, gamma ${gamma}`).toBeLessThanOrEqual(1e-11)
      expect(Math.min(...mixtures)).toBeGreaterThanOrEqual(0)
      for (let i = 0; i < signatures.length; i++) {
        expect(
          Math.abs(mixtures.subarray(i * seen.length, (i + 1) * seen.length).reduce((a, b) => a + b) - 1)
        ).toBeLessThanOrEqual(1e-11)
      }
    }
  })

  it('with a huge gamma mixtures are even, up to the last digits', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { seen, signatures } = randomTable(createRandom(seed), tables.positive)
      for (const share of embedSignatures({ seen, signatures }, { gamma: 1e8 }).mixtures)
        expect(Math.abs(share - 1 / seen.length)).toBeLessThanOrEqual(1e-7)
    }
  })

  it('a class like one other is that class, without gamma', () => {
    const seen = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1]
    ]
    const { mixtures } = embedSignatures({ seen, signatures: [[0, 7, 0]] }, { gamma: 0 })
    ;[0, 1, 0].forEach((share, k) => expect(mixtures[k]).toBeCloseTo(share, 12))
  })

  it('without gamma, classes that coincide share evenly: the answer of least norm', () => {
    const { mixtures } = embedSignatures(
      {
        seen: [
          [1, 0],
          [2, 0],
          [0, 1],
          [3, 0]
        ],
        signatures: [[1, 0]]
      },
      { gamma: 0 }
    )
    ;[1 / 3, 1 / 3, 0, 1 / 3].forEach((share, k) => expect(mixtures[k]).toBeCloseTo(share, 6))
  })
})
