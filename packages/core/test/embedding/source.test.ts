import { embedSignatures } from '../../src/embedding/embed-signatures.js'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

fc.configureGlobal({ seed: 20150102 })

interface Case {
  name: string
  gamma: number
  unique: boolean
  seen: number[][]
  signatures: number[][]
  psi: number[][]
  objective: number[]
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/source-embedding.json', import.meta.url), 'utf8')
) as { cases: Case[] }

function objective(gamma: number, seen: number[][], signature: number[], shares: ArrayLike<number>): number {
  let value = 0
  for (let s = 0; s < seen.length; s++) value += (gamma / 2) * shares[s] ** 2
  for (let k = 0; k < signature.length; k++) {
    let difference = signature[k]
    for (let s = 0; s < seen.length; s++) difference -= shares[s] * seen[s][k]
    value += difference ** 2 / 2
  }
  return value
}

describe('source embedding against the golden values', () => {
  for (const golden of cases) {
    it(golden.name, () => {
      const { mixtures, kktResidual } = embedSignatures(golden, { gamma: golden.gamma, unitLength: false })
      expect(kktResidual).toBeLessThanOrEqual(1e-9)
      golden.signatures.forEach((signature, i) => {
        const shares = mixtures.subarray(i * golden.seen.length, (i + 1) * golden.seen.length)
        expect(
          Math.abs(objective(golden.gamma, golden.seen, signature, shares) - golden.objective[i])
        ).toBeLessThanOrEqual(1e-8)
        if (golden.unique)
          shares.forEach((share, s) => expect(Math.abs(share - golden.psi[i][s])).toBeLessThanOrEqual(1e-8))
      })
    })
  }
})

describe('source embedding, properties', () => {
  const table = (rows: number, columns: number): fc.Arbitrary<number[][]> =>
    fc.array(
      fc
        .array(
          fc.double({ min: -1, max: 1, noNaN: true }).map(x => x + 0.01),
          { minLength: columns, maxLength: columns }
        )
        .map(row => row.map((x, k) => (k === 0 ? x + 2 : x))),
      { minLength: rows, maxLength: rows }
    )
  const problem = fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 12 }))
    .chain(([seen, columns]) =>
      fc.record({
        seen: table(seen, columns),
        signatures: table(3, columns),
        gamma: fc.constantFrom(0, 1e-3, 0.1, 1, 100)
      })
    )

  it('mixtures lie on the simplex and are optimal', () => {
    fc.assert(
      fc.property(problem, ({ seen, signatures, gamma }) => {
        const { mixtures, kktResidual } = embedSignatures({ seen, signatures }, { gamma })
        expect(kktResidual).toBeLessThanOrEqual(1e-9)
        for (let i = 0; i < signatures.length; i++) {
          const shares = mixtures.subarray(i * seen.length, (i + 1) * seen.length)
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
          expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 10)
        }
      }),
      { numRuns: 150 }
    )
  })

  it('large dictionaries are solved to the same optimality', () => {
    let state = 7
    const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647
    const rows = (n: number): number[][] =>
      Array.from({ length: n }, () => Array.from({ length: 102 }, () => random() ** 3))
    for (const gamma of [0, 0.01, 0.1, 10]) {
      expect(
        embedSignatures({ seen: rows(717), signatures: rows(4) }, { gamma }).kktResidual
      ).toBeLessThanOrEqual(1e-9)
    }
  })

  it('affine mixtures sum to 1 and ridge mixtures solve the normal equations', () => {
    fc.assert(
      fc.property(problem, ({ seen, signatures }) => {
        const affine = embedSignatures({ seen, signatures }, { gamma: 0.1, mixture: 'affine' })
        const ridge = embedSignatures(
          { seen, signatures },
          { gamma: 0.1, mixture: 'ridge', unitLength: false }
        )
        const size = seen.length
        expect(affine.mixtures.subarray(0, size).reduce((a, b) => a + b)).toBeCloseTo(1, 8)
        for (let s = 0; s < size; s++) {
          const product = (k: number): number =>
            seen[s].reduce(
              (total, value, c) =>
                total +
                value *
                  (signatures[0][c] - seen.reduce((mixed, row, r) => mixed + row[c] * ridge.mixtures[r], 0)),
              k
            )
          expect(Math.abs(product(-0.1 * ridge.mixtures[s]))).toBeLessThan(1e-8)
        }
      }),
      { numRuns: 50 }
    )
  })
})
