import { createRandom } from '../../src/base/random.js'
import type { PartRows } from '../../src/rehearsal/measure.js'
import { promisesOf } from '../../src/rehearsal/promises.js'
import type { Promises } from '../../src/rehearsal/types.js'
import { describe, expect, it } from 'vitest'

/** Rows of two seen classes and two hidden ones; `lead`: of the true class, in units, and how often another has it. */
function parts(rows: number, lead: readonly number[], wrong: number): PartRows[] {
  const random = createRandom(1)
  return [
    {
      candidates: [2, 3],
      rows: Array.from({ length: rows }, (_, row) => {
        const label = row % 4
        const first = random.next() < wrong ? label ^ 1 : label
        const scores = new Float32Array(4)
        scores[first] = lead[row % lead.length]
        return {
          row,
          label,
          hidden: label > 1,
          bestSeen: 0,
          bestHidden: 2,
          seen: [0, 0],
          unseen: [0, 0],
          line: { scores, truth: label }
        }
      })
    }
  ]
}

const share = ({ rows, right }: { rows: number; right: number }): number => right / rows

describe('promises', () => {
  it('hold where answers are as right as they are sure', () => {
    const { unseen, seen, all } = promisesOf(parts(400, [3], 0.05), 0, 0)
    for (const found of [unseen, seen, all] as Promises[]) {
      expect(found.limits).toEqual({ surely: 0.9, probably: 0.6, either: 0.75 })
      expect(found.error).toBeLessThan(0.02)
      expect(share(found.words.surely)).toBeGreaterThan(0.9)
    }
    expect(unseen?.words.surely.rows).toBe(200)
    expect(all?.words.surely.rows).toBe(400)
  })

  it('are raised to where they hold, or given up', () => {
    // Leads of 9 are always right, those of 6 in half of the rows: one temperature cannot serve both.
    const mixed = parts(800, [9, 6], 0)
    const [{ rows }] = mixed
    const random = createRandom(5)
    const lying = rows.map(row =>
      row.line !== undefined && row.row % 2 === 1 && random.next() < 0.45
        ? { ...row, line: { ...row.line, truth: row.line.truth ^ 1 } }
        : row
    )
    const found = promisesOf([{ ...mixed[0], rows: lying }], 0, 0).unseen as Promises
    for (const [kind, least] of [
      ['surely', 0.9],
      ['probably', 0.6],
      ['either', 0.75]
    ] as const) {
      const { rows: tested } = found.words[kind]
      if (tested >= 20) expect(share(found.words[kind])).toBeGreaterThanOrEqual(least)
    }
  })

  it('keep the documented limits where rows are too few to tell, and none where there is no row', () => {
    const few = promisesOf(parts(16, [3], 1), 0, 0)
    expect(few.unseen?.limits).toEqual({ surely: 0.9, probably: 0.6, either: 0.75 })
    expect(promisesOf([{ candidates: [2, 3], rows: [] }], 0, 0)).toEqual({
      unseen: null,
      seen: null,
      all: null
    })
  })

  it('take the bias into account among all', () => {
    const found = promisesOf(parts(400, [3], 0.05), -50, 0)
    // No row is called a seen class any more: half of the answers are wrong, and none is sure.
    expect(found.all?.words.surely.rows).toBe(0)
    expect(found.seen?.words.surely.rows).toBe(200)
  })

  it('must hold for classes to come: what hangs on which class it is is not promised', () => {
    // Nine of ten are right both times: in every class alike, or all rows of one class in ten are wrong.
    const [part] = parts(2000, [3], 0)
    const limitOf = (isWrong: (row: number, label: number) => boolean): number | null | undefined => {
      const rows = part.rows.flatMap((each, row) => {
        const label = 2 + (row % 20)
        const truth = isWrong(row, label) ? 2 : 3
        const scores = Float32Array.of(0, 0, 0, 3)
        return each.hidden ? [{ ...each, label, line: { scores, truth } }] : []
      })
      return promisesOf([{ ...part, rows }], 0, 0).unseen?.limits.probably
    }
    expect(limitOf(row => row % 3 === 0)).toBe(0.6)
    expect(limitOf((_, label) => label % 3 === 0)).not.toBe(0.6)
  })
})
