/** What every entry of the registry `transforms` must keep to. */
import { createRandom } from '../../src/base/random.js'
import type { TransformSpec } from '../../src/embedding/transforms.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { TransformedRows, paddedClasses } from '../../src/problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../../src/problems/workplace.js'
import { TargetEmbedding } from '../../src/recognition/proportions.js'
import { packColumns } from '../../src/training/trained.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const number = fc.double({ min: -10, max: 10, noNaN: true })
/** References are never negative. */
const reference = fc.double({ min: 0, max: 10, noNaN: true })
const SEED = { seed: 20150105, numRuns: 300 }

export function checkTransform({ name, apply, slope, summary }: TransformSpec): void {
  describe(`the transform ${name}`, () => {
    it('has a line for people', () => {
      expect(summary).toMatch(/^[a-z].*[^.]$/)
    })

    it('is finite, and 0 for features that are not there', () => {
      fc.assert(
        fc.property(number, reference, (x, v) => Number.isFinite(apply(x, v))),
        SEED
      )
      fc.assert(
        fc.property(reference, v => apply(0, v) === 0),
        SEED
      )
    })

    it('never falls with the feature, and moves no faster than it', () => {
      fc.assert(
        fc.property(number, number, reference, (a, b, v) => {
          const change = apply(Math.max(a, b), v) - apply(Math.min(a, b), v)
          return change >= 0 && change <= Math.abs(a - b) + 1e-12
        }),
        SEED
      )
    })

    it('goes one way in the reference', () => {
      const changes = new Set<number>()
      fc.assert(
        fc.property(
          number,
          reference,
          reference,
          (x, a, b) => void changes.add(Math.sign(apply(x, Math.max(a, b)) - apply(x, Math.min(a, b))))
        ),
        SEED
      )
      expect(changes.has(1) && changes.has(-1)).toBe(false)
    })

    it('has the slope it says, off the kink', () => {
      const h = 1e-6
      fc.assert(
        fc.property(number, reference, (x, v) => {
          fc.pre(Math.abs(x - v) > 2 * h)
          expect(slope(x, v)).toBeCloseTo((apply(x, v + h) - apply(x, v - h)) / (2 * h), 6)
        }),
        SEED
      )
    })

    it('has the slope of strict inequality on the kink', () => {
      fc.assert(
        fc.property(reference, v => slope(v, v) === 0),
        SEED
      )
    })

    // Shapes around the lanes and tiles of the kernels.
    const shapes = [1, 3, 4, 5, 9].flatMap(seen => [1, 7, 64, 130].map(columns => ({ seen, columns })))
    const draw = (
      seen: number,
      columns: number
    ): { rows: number[][]; references: Float32Array; weights: Float32Array } => {
      const random = createRandom(seen * 1000 + columns)
      return {
        rows: Array.from({ length: 70 }, () =>
          Array.from({ length: columns }, () =>
            random.next() < 0.3 ? 0 : Math.fround(2 * random.next() - 0.7)
          )
        ),
        references: new Float32Array(seen * columns).map(() => random.next()),
        weights: new Float32Array(seen * columns).map(() => 2 * random.next() - 1)
      }
    }
    const expected = (
      row: number[],
      references: Float32Array,
      weight: (m: number) => number,
      s: number
    ): { value: number; slack: number } => {
      let value = 0
      let size = 0
      row.forEach((x, m) => {
        value += weight(m) * apply(x, references[s * row.length + m])
        size += Math.abs(weight(m)) * (Math.abs(x) + references[s * row.length + m])
      })
      return { value, slack: 2e-6 * size + 1e-12 }
    }

    it.each(['shared', 'class'] as const)('is what recognition computes with %s weights', kind => {
      for (const { seen, columns } of shapes) {
        const { rows, references, weights } = draw(seen, columns)
        const target = new TargetEmbedding({
          seen,
          columns,
          transform: name,
          kind: name === 'identity' ? 'class' : kind,
          references: name === 'identity' ? undefined : references,
          weights: kind === 'shared' && name !== 'identity' ? weights.slice(0, columns) : weights
        })
        const got = target.proportions(Matrix.from(rows), 'none')
        let worst = 0
        rows.forEach((row, i) => {
          for (let s = 0; s < seen; s++) {
            const { value, slack } = expected(
              row,
              references,
              m => weights[(kind === 'shared' && name !== 'identity' ? 0 : s * columns) + m],
              s
            )
            worst = Math.max(worst, Math.abs(got[i * seen + s] - value) / slack)
          }
        })
        expect(worst).toBeLessThanOrEqual(1)
      }
    })

    if (name === 'identity') return
    it.each(['dense', 'sparse'])('is what training computes on %s rows', form => {
      for (const { seen, columns } of shapes) {
        const { rows, references, weights } = draw(seen, columns)
        const used = form === 'dense' ? rows : rows.map(row => row.map((x, m) => (m % 3 === 0 ? x : 0)))
        const workplace = createWorkplace(Matrix.from(used), new Int32Array(rows.length), 1, {
          normalise: 'none',
          arenaBytes: 2 ** 20
        })
        const { arena, rows: stored } = openWorkplace(workplace)
        const s = paddedClasses(seen)
        const v = arena.float32(columns * s)
        packColumns(references, seen, v, s, Infinity)
        const w = arena.float32(columns)
        w.set(weights.subarray(0, columns))
        const p = arena.float32(rows.length * s)
        new TransformedRows(stored, v, s, name).forward(0, rows.length, w, p)
        let worst = 0
        used.forEach((row, i) => {
          for (let k = 0; k < seen; k++) {
            const { value, slack } = expected(row, references, m => weights[m], k)
            worst = Math.max(worst, Math.abs(p[i * s + k] - value) / slack)
          }
        })
        expect(worst).toBeLessThanOrEqual(1)
      }
    })
  })
}
