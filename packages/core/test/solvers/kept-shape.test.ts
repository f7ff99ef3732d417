// The common shape as models keep it, against A itself; distances against scores.
import { expect, it } from 'vitest'
import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { solveSquare } from '../../src/linalg/square.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import { createWorkplace, openWorkplace } from '../../src/problems/workplace.js'
import { CommonShape, commonShapeBytes } from '../../src/solvers/common-shape.js'
import { ShapeMeasure } from '../../src/solvers/shape-measure.js'

/** Rows of classes with a few strong directions, as features have them. */
function clouds(
  classes: number,
  perClass: number,
  d: number,
  seed: number
): { rows: Float32Array; labels: number[] } {
  const random = createRandom(seed)
  const noise = (): number => random.next() + random.next() + random.next() - 1.5
  const directions = Array.from({ length: 6 }, () => Float64Array.from({ length: d }, noise))
  const rows = new Float32Array(classes * perClass * d)
  const labels: number[] = []
  for (let i = 0; i < classes * perClass; i++) {
    labels.push(i % classes)
    const strengths = directions.map((_, k) => noise() * (6 - k))
    for (let m = 0; m < d; m++)
      rows[i * d + m] =
        Math.sin((i % classes) * 7 + m) +
        noise() +
        directions.reduce((sum, v, k) => sum + strengths[k] * v[m], 0)
  }
  return { rows, labels }
}

/** The shape of such rows, and A of them. */
function shapeOf(classes: number, perClass: number, d: number) {
  const { rows, labels } = clouds(classes, perClass, d, d)
  const count = classes * perClass
  const workplace = createWorkplace(Matrix.dense(count, d, rows), Int32Array.from(labels), classes, {
    normalise: 'none',
    arenaBytes: commonShapeBytes(count, d, classes, true)
  })
  const { arena, rows: stored } = openWorkplace(workplace)
  const common = complete(CommonShape.create(arena, stored, workplace.ranges))
  if (common === undefined) throw new Error('stopped')
  const matrix = (): Float64Array => {
    const a = new Float64Array(d * d)
    const from = (i: number, m: number): number => rows[i * d + m] - common.means[labels[i] * d + m]
    for (let i = 0; i < count; i++)
      for (let m = 0; m < d; m++)
        for (let n = 0; n < d; n++) a[m * d + n] += (from(i, m) * from(i, n)) / count
    for (let m = 0; m < d; m++) a[m * (d + 1)] += 3 * common.unit
    return a
  }
  return { common, matrix, vector: Float64Array.from({ length: d }, (_, m) => Math.cos(m * m)) }
}

it.each([
  ['by its factor', 4, 30, 17],
  ['by its rows, where they are few', 3, 6, 40]
])('keeps a small shape whole, %s', (_name, classes, perClass, d) => {
  const { common, matrix, vector } = shapeOf(classes, perClass, d)
  const exact = solveSquare(matrix(), vector, d)
  const measure = new ShapeMeasure(common.keep(3, false), d)
  measure.solve(vector).forEach((value, m) => expect(value).toBeCloseTo(exact[m], 4))
  const squared = vector.reduce((sum, value, m) => sum + value * exact[m], 0)
  const [alone] = measure.squaredLengths(1, (_i, out) => out.set(vector))
  expect(alone / squared).toBeCloseTo(1, 5)
  const many = measure.squaredLengths(70, (i, out) =>
    out.set(vector.map(value => value * (i === 67 ? 1 : i)))
  )
  expect(many[67]).toBe(alone)
})

it.each([
  ['more rows than features', 4, 150, 520],
  ['fewer', 4, 132, 600]
])('keeps the large directions of a large shape: %s', (_name, classes, perClass, d) => {
  const { common, vector } = shapeOf(classes, perClass, d)
  const [short, exact] = [false, true].map(whole => {
    const kept = common.keep(3, whole)
    expect(kept.rows.length / d).toBe(whole ? Math.min(classes * perClass, d) : 256)
    return new ShapeMeasure(kept, d).squaredLengths(1, (_i, out) => out.set(vector))[0]
  })
  expect(short / exact).toBeGreaterThan(0.97)
  expect(short / exact).toBeLessThan(1.03)
})

it.each(['no', 'yes'] as const)(
  'measures distances that scores are differences of, predictive %s',
  async predictive => {
    const d = 12
    const { rows, labels } = clouds(6, 20, d, 3)
    const random = createRandom(1)
    const signatures = Array.from({ length: 8 }, () => Array.from({ length: 5 }, () => random.next()))
    const input = {
      features: Matrix.dense(120, d, rows),
      labels: labels.map(String),
      signatures: { classes: signatures.map((_, s) => `${s}`), matrix: signatures }
    }
    const model = await fit(input, { weights: 'gauss', normalise: 'none', predictive })
    const { scores } = model.scores(input.features, { among: 'all' })
    const distances = model.distances(input.features)
    // Squared distance from seen class s: from its mean, in the metric of the scores.
    const shape = model.trained.gauss?.shape
    if (shape === undefined) throw new Error('no shape')
    const measure = new ShapeMeasure(shape, d)
    const mean = (s: number, m: number): number =>
      labels.reduce((sum, label, i) => sum + (label === s ? rows[i * d + m] / 20 : 0), 0)
    for (let s = 0; s < 6; s++) {
      const means = Float64Array.from({ length: d }, (_, m) => mean(s, m))
      const expected = measure.squaredLengths(120, (i, out) => {
        for (let m = 0; m < d; m++) out[m] = rows[i * d + m] - means[m]
      })
      expected.forEach((value, i) => expect(distances[i] - 2 * scores[i * 8 + s]).toBeCloseTo(value, 3))
    }
    const bytes = toBytes(model)
    expect(new TextDecoder().decode(bytes.subarray(0, 200))).toContain('"version":"3"')
    expect(fromBytes(bytes).distances(input.features)).toEqual(distances)
    expect(toBytes(fromBytes(bytes))).toEqual(bytes)

    const bare = await fit(input, { weights: 'gauss', normalise: 'none', predictive, shape: 'none' })
    const small = toBytes(bare)
    expect(new TextDecoder().decode(small.subarray(0, 200))).toContain('"version":"2"')
    expect(toBytes(fromBytes(small))).toEqual(small)
    expect(bare.scores(input.features)).toEqual(model.scores(input.features))
    expect(() => bare.distances(input.features)).toThrow(
      expect.objectContaining({
        code: 'model.shape',
        message: expect.stringMatching(/does not keep/) as unknown
      })
    )
  }
)
