// Ranking a library: against brute force with ties, by margin and by cosine, blind to what all scores of a
// row share.
import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { libraryQuery } from '../../src/model/library-query.js'
import type { Model } from '../../src/model/model.js'
import { proportionsFingerprint } from '../../src/model/proportions-fingerprint.js'
import { BestRows } from '../../src/recognition/best-rows.js'
import { BlockScorer, type ScoredClass, blockOf } from '../../src/recognition/block-scorer.js'
import {
  type LibraryQuery,
  LibraryRanker,
  hasRivals,
  rankRows,
  rivalsWithout
} from '../../src/recognition/rank-library.js'
import { scoreRow } from '../../src/recognition/rank.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { smallProblem } from '../properties/small-problem.js'

fc.configureGlobal({ seed: 20150105, numRuns: 60 })

const random = (seed: number, length: number): Float64Array => {
  const draw = createRandom(seed)
  return Float64Array.from({ length }, () => draw.next())
}

/** A mixture with shares that are 0. */
function mixtureOf(seed: number, seen: number): Float64Array {
  const shares = random(seed, seen).map(value => (value < 0.4 ? 0 : value))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map(share => (sum > 0 ? share / sum : 0))
}

const scored = (seed: number, seen: number, bias = 0): ScoredClass => ({
  mixture: mixtureOf(seed, seen),
  bias
})

/** One score the plain way, in seen order. */
function plainScore(proportions: Float32Array, row: number, { mixture, bias }: ScoredClass): number {
  const out = new Float64Array(1)
  scoreRow(proportions, row * mixture.length, mixture, [0], Float64Array.of(bias), mixture.length, out)
  return out[0]
}

/** Both rankings by their definitions, in plain loops. */
function bruteForce(
  proportions: Float32Array,
  { class: wanted, background }: LibraryQuery,
  top: number
): { row: number; score: number }[] {
  const seen = wanted.mixture.length
  const rows = proportions.length / seen
  const centred = (values: ArrayLike<number>): number[] => {
    const mean = Array.from(values).reduce((a, b) => a + b, 0) / values.length
    return Array.from(values, value => value - mean)
  }
  const length = (values: readonly number[]): number => Math.hypot(...values)
  const all = Array.from({ length: rows }, (_, row) =>
    centred(proportions.subarray(row * seen, (row + 1) * seen))
  )
  const mean = Array.from({ length: seen }, (_, s) => all.reduce((sum, values) => sum + values[s], 0) / rows)
  const mixture = centred(wanted.mixture)
  const value = (row: number): number => {
    if (background.length > 0)
      return (
        plainScore(proportions, row, wanted) -
        Math.max(...background.map(rival => plainScore(proportions, row, rival)))
      )
    const own = all[row].map((entry, s) => entry - mean[s])
    if (length(own) < 1e-6 || length(mixture) === 0) return 0
    return own.reduce((sum, entry, s) => sum + entry * mixture[s], 0) / (length(own) * length(mixture))
  }
  return Array.from({ length: rows }, (_, row) => ({ row, score: value(row) }))
    .sort((a, b) => b.score - a.score || a.row - b.row)
    .slice(0, top)
}

describe('the best rows', () => {
  it('are those of a whole sort, ties by row, in whatever order they are offered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer(),
        (scores, top, seed) => {
          const best = new BestRows(top)
          const order = Array.from(random(seed, scores.length), (key, row) => ({ key, row })).sort(
            (a, b) => a.key - b.key
          )
          for (const { row } of order) best.offer(row, scores[row])
          expect(best.ranked()).toEqual(
            scores
              .map((score, row) => ({ row, score }))
              .sort((a, b) => b.score - a.score || a.row - b.row)
              .slice(0, top)
          )
        }
      )
    )
  })

  it('never take what is no number, and keep a tie with the floor', () => {
    const best = new BestRows(1)
    best.offer(0, Number.NaN)
    best.offer(5, 1)
    expect(best.floor).toBe(1)
    best.offer(3, 1)
    best.offer(9, 1)
    expect(best.ranked()).toEqual([{ row: 3, score: 1 }])
  })
})

describe('a block', () => {
  it.each([1, 3, 40, 150])('of %i seen classes has the scores of recognition, to the last bit', seen => {
    const rows = 8192 + 37
    const proportions = Float32Array.from(random(3, rows * seen), value => value - 0.3)
    const scorer = new BlockScorer(seen)
    const classes = [scored(1, seen), scored(2, seen, -0.25)]
    for (let start = 0; start < rows; start += scorer.tileRows) {
      const count = scorer.open(blockOf(proportions, seen), start)
      for (const each of classes) {
        const scores = scorer.scores(each)
        expect(scores).toHaveLength(count)
        for (let i = 0; i < count; i += 7) expect(scores[i]).toBe(plainScore(proportions, start + i, each))
      }
    }
  })

  it('reads only columns whose share is not 0, each once', () => {
    const read: number[] = []
    const scorer = new BlockScorer(4)
    scorer.open(
      {
        rows: 3,
        readColumn: (s, _, out) => {
          read.push(s)
          out.fill(s)
        }
      },
      0
    )
    expect([...scorer.scores({ mixture: Float64Array.of(0, 0.5, 0, 0.5), bias: 1 })]).toEqual([3, 3, 3])
    scorer.scores({ mixture: Float64Array.of(0.5, 0.5, 0, 0), bias: 0 })
    expect(read).toEqual([1, 3, 0])
  })
})

describe('ranking', () => {
  const problem = fc.record({
    rows: fc.integer({ min: 0, max: 40 }),
    seen: fc.integer({ min: 1, max: 9 }),
    rivals: fc.integer({ min: 0, max: 4 }),
    top: fc.integer({ min: 1, max: 50 }),
    seed: fc.nat(),
    coarse: fc.boolean()
  })

  it('equals brute force, ties included', () => {
    fc.assert(
      fc.property(problem, ({ rows, seen, rivals, top, seed, coarse }) => {
        // Coarse values make many equal scores.
        const proportions = Float32Array.from(random(seed, rows * seen), value =>
          coarse ? Math.round(2 * value) : value
        )
        const query = {
          class: scored(seed + 1, seen),
          background: Array.from({ length: rivals }, (_, at) => scored(seed + 2 + at, seen)),
          position: -1
        }
        const ours = rankRows(proportions, query, top)
        const plain = bruteForce(proportions, query, rows)
        if (rivals > 0) {
          expect(ours).toEqual(plain.slice(0, top))
          return
        }
        // The cosine is computed another way, so that scores agree to rounding, and each rank has a row of
        // that score.
        expect(ours).toHaveLength(Math.min(rows, top))
        ours.forEach(({ row, score }, rank) => {
          expect(score).toBeCloseTo(plain[rank].score, 6)
          expect(plain.find(each => each.row === row)?.score).toBeCloseTo(plain[rank].score, 6)
        })
      })
    )
  })

  it('does not change when all proportions of a row rise alike', () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, withBackground) => {
        const [rows, seen] = [30, 6]
        // Sixteenths are exact in single precision, so that only the ranking is put to the test.
        const proportions = Float32Array.from(random(seed, rows * seen), value => Math.round(16 * value) / 16)
        const lift = random(seed + 9, rows)
        const lifted = proportions.map((value, at) => value + Math.round(64 * lift[Math.floor(at / seen)]))
        const query = {
          class: scored(seed + 1, seen),
          background: withBackground ? [scored(seed + 2, seen), scored(seed + 3, seen)] : [],
          position: -1
        }
        if (
          query.class.mixture.every(share => share === 0) ||
          query.background.some(({ mixture }) => mixture.every(share => share === 0))
        )
          return
        const scores = (of: Float32Array): Float64Array => {
          const out = new Float64Array(rows)
          for (const { row, score } of rankRows(of, query, rows)) out[row] = score
          return out
        }
        const [plain, other] = [scores(proportions), scores(lifted)]
        plain.forEach((score, row) => expect(other[row]).toBeCloseTo(score, 9))
      })
    )
  })

  it('finds no direction in proportions that are the same everywhere', () => {
    const query = { class: { mixture: Float64Array.of(1, 0), bias: 0 }, background: [], position: -1 }
    const ranked = rankRows(Float32Array.of(2, 2, 1, 3, 0, 0, 3, 1), query, 4)
    expect(ranked.map(({ row, score }) => [row, Math.round(1e9 * score) / 1e9])).toEqual([
      [3, 1],
      [0, 0],
      [2, 0],
      [1, -1]
    ])
    expect(rankRows(Float32Array.of(5, 2), query, 4)).toEqual([{ row: 0, score: 0 }])
  })

  it('serves every class of a background from one table of rivals', () => {
    const [rows, seen] = [50, 5]
    const proportions = Float32Array.from(random(11, rows * seen))
    const background = Array.from({ length: 4 }, (_, at) => scored(20 + at, seen))
    const rivals = new LibraryRanker(blockOf(proportions, seen), new BlockScorer(seen)).rivals(background)
    background.forEach((own, position) => {
      const best = rivalsWithout(rivals, position)
      for (let row = 0; row < rows; row++)
        expect(best[row]).toBe(
          Math.max(...background.filter(each => each !== own).map(each => plainScore(proportions, row, each)))
        )
    })
    expect(rivalsWithout(rivals, -1)).toEqual(rivals.best)
  })
})

describe('a ranker of chosen rows', () => {
  /** All contributions in the order of the seen classes, then the bias: what the ranker must give to the bit. */
  const scoresOf = (
    proportions: Float32Array,
    rows: Uint32Array,
    { mixture, bias }: ScoredClass
  ): Float64Array =>
    Float64Array.from(rows, row => {
      let score = 0
      mixture.forEach((share, s) => (score += proportions[row * mixture.length + s] * share))
      return score + bias
    })

  it('has the scores, rivals and margins of plain loops to the bit, over several tiles', () => {
    const [count, seen] = [20_000, 7]
    // Quarters make many ties, thirds round.
    for (const step of [4, 3]) {
      const proportions = Float32Array.from(random(5, count * seen), value => Math.round(step * value) / step)
      const rows = Uint32Array.from({ length: count }, (_, row) => row).filter(row => row % 9 !== 4)
      const scorer = new BlockScorer(seen)
      expect(rows.length).toBeGreaterThan(2 * scorer.tileRows)
      const ranker = new LibraryRanker(blockOf(proportions, seen, rows), scorer)
      const others = [scored(1, seen), scored(2, seen, -0.25), scored(1, seen), scored(4, seen, 0.1)]
      const plain = others.map(each => scoresOf(proportions, rows, each))
      const which = Float64Array.from(rows, (_, i) =>
        plain.reduce((best, scores, at) => (scores[i] > plain[best][i] ? at : best), 0)
      )
      const found = ranker.rivals(others)
      expect(found.which).toEqual(which)
      expect(found.best).toEqual(which.map((at, i) => plain[at][i]))
      // Asked twice: what the scorer keeps of an open tile must not be taken for another one.
      for (const wanted of [scored(9, seen), scored(10, seen, 0.5)]) {
        const { scores, margins } = ranker.margins(wanted, found.best)
        expect(scores).toEqual(scoresOf(proportions, rows, wanted))
        expect(margins).toEqual(scores.map((score, i) => score - found.best[i]))
      }
    }
  })

  it('knows no rival where there is none, and nothing of no rows', () => {
    const scorer = new BlockScorer(2)
    const { best, which } = new LibraryRanker(blockOf(Float32Array.of(1, 2), 2), scorer).rivals([])
    expect([[...best], [...which]]).toEqual([[-Infinity], [-1]])
    const none = new LibraryRanker(blockOf(Float32Array.of(1, 2), 2, new Uint32Array(0)), scorer)
    expect(none.margins(scored(1, 2), none.rivals([scored(2, 2)]).best).margins).toHaveLength(0)
  })
})

describe('a model', () => {
  let model: Model
  const problemOf = smallProblem(1)
  beforeAll(async () => {
    model = await fit(problemOf, { weights: 'class', compare: 'cosine' })
  })

  it('asks for its other unseen classes as background, or for those named', () => {
    const [first, ...others] = model.unseen
    const query = libraryQuery(model, first)
    expect([query.names, query.position]).toEqual([[first, ...others], 0])
    expect(libraryQuery(model, first, []).background).toEqual([])
    expect(libraryQuery(model, first, [model.seen[0]])).toMatchObject({
      names: [model.seen[0]],
      position: -1
    })
    expect(libraryQuery(model, model.seen[2], 'all')).toMatchObject({
      names: model.classes.map(({ name }) => name),
      position: 2
    })
    expect(hasRivals(libraryQuery(model, first, [first]))).toBe(false)
    expect(() => libraryQuery(model, 'nobody')).toThrow('does not know')
  })

  it('counts the bias where seen and unseen classes compete', () => {
    const biased = model.annotate({ bias: -0.5 })
    expect(libraryQuery(biased, model.unseen[0], 'all').background.map(({ bias }) => bias)).toContain(-0.5)
    expect(libraryQuery(biased, model.unseen[0]).background.every(({ bias }) => bias === 0)).toBe(true)
  })

  it('has a fingerprint that describing leaves alone and training changes', async () => {
    const own = proportionsFingerprint(model)
    expect(own).toMatch(/^[0-9a-f]{16}$/)
    expect(proportionsFingerprint(model.describe('another', model.classes[0].signature))).toBe(own)
    expect(proportionsFingerprint(await fit(problemOf, { weights: 'class', compare: 'cosine' }))).toBe(own)
    expect(proportionsFingerprint(await fit(problemOf, { weights: 'class', ridge: 7 }))).not.toBe(own)
    expect(proportionsFingerprint(await fit(problemOf, { weights: 'class', normalise: 'none' }))).not.toBe(
      own
    )
  })

  it('ranks rows by the margins its own scores have', () => {
    const features = Matrix.from(problemOf.features)
    const [name] = model.unseen
    const { classes, scores } = model.scores(features)
    const margin = (row: number): number => {
      const own = scores.subarray(row * classes.length, (row + 1) * classes.length)
      return own[classes.indexOf(name)] - Math.max(...own.filter((_, at) => classes[at] !== name))
    }
    for (const { row, score } of rankRows(model.proportions(features), libraryQuery(model, name), 20))
      expect(score).toBe(margin(row))
  })
})
