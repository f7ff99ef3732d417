import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { thresholdOf } from '../../src/model/decisions.js'
import type { Model } from '../../src/model/model.js'
import type { ThresholdNote } from '../../src/model/types.js'
import { refineByClusters } from '../../src/recognition/clusters.js'
import { topScores } from '../../src/recognition/rank.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantedInput } from '../rehearsal/planted-input.js'

const { input, problem, seen, unseen } = plantedInput(11, { seen: 10, unseen: 4 })
const note: ThresholdNote = {
  accept: 0.9,
  unseen: { least: 0.05, coverage: 0.5, accuracy: 0.92 },
  all: { least: 0.1, coverage: 0.3, accuracy: 0.9 },
  expressed: { least: 0.9, coverage: 0.4, accuracy: 0.91 }
}
let model: Model
beforeAll(async () => {
  model = (await fit(input, { weights: 'class', gamma: 0.1 })).annotate({ bias: -0.03, threshold: note })
})

describe('none of these', () => {
  it('is said where the margin is below the threshold of the candidates', () => {
    for (const [among, rule] of [
      ['unseen', note.unseen],
      [unseen.slice(0, 3), note.unseen],
      ['all', note.all],
      [[seen[0], unseen[0]], note.all]
    ] as const) {
      const decided = model.decide(problem.test, { among, reject: 'margin', top: 2 })
      expect(new Set(decided.map(({ none }) => none)).size).toBe(2)
      for (const { ranked, margin, none, transductive } of decided) {
        expect(margin).toBe(ranked[0].score - ranked[1].score)
        expect(none).toBe((margin ?? 0) < (rule?.least ?? 0))
        expect(transductive).toBe(false)
      }
      const recognised = model.recognise(problem.test, { among, reject: 'margin', top: 2 })
      expect(recognised).toEqual(decided.map(({ none, ranked }) => (none ? [] : ranked)))
    }
  })

  it('changes no ranking, and a margin of 0 refuses nothing', () => {
    const plain = model.recognise(problem.test, { top: 3 })
    expect(model.decide(problem.test, { top: 3, reject: 'margin' }).map(({ ranked }) => ranked)).toEqual(
      plain
    )
    expect(model.recognise(problem.test, { top: 3, reject: 0 })).toEqual(plain)
    expect(model.recognise(problem.test, { reject: 1e9 }).every(ranked => ranked.length === 0)).toBe(true)
  })

  it('by the residual refuses the same classes for every row, and no seen one', () => {
    const least = [...unseen].map(name => model.expressed(name).expressed).sort((a, b) => a - b)[2]
    const strict = model.annotate({
      threshold: { ...note, expressed: { least, coverage: 0.5, accuracy: 0.9 } }
    })
    for (const {
      ranked: [best],
      none
    } of strict.decide(problem.test, { among: 'all', reject: 'expressed' })) {
      expect(none).toBe(!strict.find(best.class).seen && strict.expressed(best.class).expressed < least)
    }
  })

  it('needs a threshold, two candidates and a sensible margin', () => {
    const decide =
      (options: Parameters<Model['decide']>[1], from = model) =>
      () =>
        from.decide(problem.test, options)
    expect(decide({ reject: 'margin' }, model.annotate({ threshold: { margin: 1 } }))).toThrow(
      expect.objectContaining({ code: 'options.combination' })
    )
    expect(decide({ reject: 'margin' }, model.annotate({ threshold: { ...note, unseen: null } }))).toThrow(
      /90 %/
    )
    expect(decide({ reject: 'margin', among: [unseen[0]] })).toThrow(/only candidate/)
    expect(decide({ reject: 'margin', among: 'seen' })).toThrow(
      expect.objectContaining({ code: 'options.combination' })
    )
    expect(decide({ reject: true })).toThrow(/unlike every class.*unseen rehearse/)
    expect(decide({ falseAlarms: 0 })).toThrow(expect.objectContaining({ code: 'options.value' }))
    expect(decide({ reject: -1 })).toThrow(expect.objectContaining({ code: 'options.value' }))
    expect(thresholdOf(model.notes)).toEqual(note)
    expect(thresholdOf({ threshold: { accept: 0.9 } })).toBeUndefined()
    expect(thresholdOf({})).toBeUndefined()
  })
})

describe('candidates', () => {
  it('named twice are one', () => {
    expect(model.recognise(problem.test, { among: [unseen[0], unseen[1], unseen[0]], top: 5 })).toEqual(
      model.recognise(problem.test, { among: unseen.slice(0, 2), top: 5 })
    )
    expect(model.scores(problem.test, { among: [unseen[1], unseen[1]] }).classes).toEqual([unseen[1]])
  })

  it('seen and unseen: the bias is a term of its own', () => {
    const [best] = model.recognise(problem.test, { among: 'all' })[0]
    const [explained] = model.explain(problem.test, seen[0], { among: 'all' })
    expect(explained.bias).toBe(-0.03)
    expect(model.explain(problem.test, best.class, { among: 'all' })[0].score).toBe(best.score)
    expect(model.explain(problem.test, unseen[0], { among: 'all' })[0].bias).toBe(0)
  })
})

describe('clusters', () => {
  /** Three clouds of rows, the labels wrong for some. */
  const clouds = (wrong: number): { features: Matrix; truth: Int32Array; labels: Int32Array } => {
    const random = createRandom(2)
    const truth = Int32Array.from({ length: 90 }, (_, i) => i % 3)
    const features = Matrix.dense(
      90,
      4,
      Float64Array.from(
        { length: 360 },
        (_, k) => (k % 4 === truth[Math.floor(k / 4)] ? 1 : 0) + 0.2 * random.next()
      )
    )
    return { features, truth, labels: truth.map((label, i) => (i < wrong ? (label + 1) % 3 : label)) }
  }

  it('correct single rows, and leave right ones alone', () => {
    const { features, truth, labels } = clouds(30)
    expect(refineByClusters(features, 'none', labels, 3)).toEqual(truth)
    expect(refineByClusters(features, 'none', truth, 3)).toEqual(truth)
  })

  it('are plain k-means', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3 }), (wrong, rounds) => {
        const { features, labels } = clouds(wrong)
        let now = [...labels]
        const row = (i: number): number[] =>
          Array.from((features as { data: Float64Array }).data.subarray(i * 4, i * 4 + 4))
        for (let round = 0; round < rounds; round++) {
          const centres = [0, 1, 2].map(y => {
            const own = now.flatMap((label, i) => (label === y ? [row(i)] : []))
            return [0, 1, 2, 3].map(m => own.reduce((sum, values) => sum + values[m], 0) / own.length)
          })
          now = now.map((_, i) => {
            const distances = centres.map(centre =>
              row(i).reduce((sum, value, m) => sum + (value - centre[m]) ** 2, 0)
            )
            return distances.indexOf(Math.min(...distances))
          })
        }
        expect([...refineByClusters(features, 'none', labels, 3, rounds)]).toEqual(now)
      }),
      { numRuns: 30 }
    )
  })

  it('keep a class without rows out, and do nothing with one class', () => {
    const { features, truth } = clouds(0)
    const two = truth.map(label => Math.min(label, 1))
    expect(new Set(refineByClusters(features, 'none', two, 5))).toEqual(new Set([0, 1]))
    expect(
      refineByClusters(
        features,
        'none',
        truth.map(() => 2),
        3
      )
    ).toEqual(truth.map(() => 2))
  })

  it('put the new class first and say that they are transductive', () => {
    const plain = model.decide(problem.test, { top: 4 })
    const refined = model.decide(problem.test, { top: 4, refine: 'clusters' })
    refined.forEach(({ ranked, transductive, margin }, i) => {
      expect(transductive).toBe(true)
      expect(margin).toBe(plain[i].margin)
      expect([...ranked].sort((a, b) => b.score - a.score)).toEqual(plain[i].ranked)
    })
    expect(model.decide(problem.test, { top: 4, refine: 'clusters' })).toEqual(refined)
  })

  it('need a batch, and leave no room for none of these', () => {
    expect(() => model.recognise(Matrix.slice(problem.test, 0, 1), { refine: 'clusters' })).toThrow(/batch/)
    expect(() => model.recognise(problem.test, { refine: 'clusters', reject: true })).toThrow(
      expect.objectContaining({ code: 'options.combination' })
    )
    expect(() => model.recognise(problem.test, { refine: 'other' as 'clusters' })).toThrow(
      expect.objectContaining({ code: 'options.value' })
    )
  })
})

it('the best few are those of sorting all, ties in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 12 }),
      (values, top) => {
        const sorted = values.map((_, c) => c).sort((a, b) => values[b] - values[a] || a - b)
        expect(topScores(Float64Array.from(values), top)).toEqual(sorted.slice(0, top))
      }
    )
  )
})
