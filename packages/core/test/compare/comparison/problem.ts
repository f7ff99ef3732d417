/** A planted problem as a comparison takes it, and methods small enough to know what they must come to. */
import { UnseenError } from '../../../src/base/errors.js'
import type { Material, Method, ParameterGrid, Parameters } from '../../../src/compare/method.js'
import type { ComparisonInput } from '../../../src/compare/place.js'
import { planted, type PlantedOptions } from '../methods/planted.js'

export function comparisonProblem(seed: number, options: PlantedOptions = {}): ComparisonInput {
  const { features, labels, seen, signatures, unseenSignatures, length, test, testLabels } = planted(
    seed,
    options
  )
  const rows = (values: Float64Array): number[][] =>
    Array.from({ length: values.length / length }, (_, k) =>
      Array.from(values.subarray(k * length, (k + 1) * length))
    )
  const matrix = [...rows(signatures), ...rows(unseenSignatures)]
  const classes = matrix.map((_, k) => `class ${k}`)
  return {
    train: { features, labels: Array.from(labels, k => classes[k]), signatures: { classes, matrix } },
    test: { features: test, labels: Array.from(testLabels, k => classes[seen + k]) }
  }
}

/**
 * Rows scored by their likeness to class means, classes by their likeness to the signatures of these; right
 * only where `isRight`.
 */
export function similarity(
  name: string,
  grid: ParameterGrid,
  isRight: (point: Parameters) => boolean
): Method {
  return {
    name,
    title: name,
    source: 'a test',
    kind: 'other',
    quick: true,
    grows: 'rows',
    transductive: false,
    grid,
    *prepare(material) {
      const means = classMeans(material)
      return {
        *train(point) {
          const sign = isRight(point) ? 1 : -1
          yield { stage: 'prepare', message: name }
          return { scores: (rows, signatures) => scoresOf(material, means, rows, signatures, sign) }
        }
      }
    }
  }
}

export const twelve = { quality: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
export const good = similarity('good', twelve, ({ quality }) => quality === 7)
export const edgy = similarity('edgy', twelve, ({ quality }) => quality === 11)
export const bad = similarity('bad', {}, () => false)
/**
 * As `good`, with another score where `change` says so: a score, whether its candidate is a seen class, its
 * row, the mean size of scores, the point.
 */
function changed(
  name: string,
  grid: ParameterGrid,
  change: (score: number, isSeen: boolean, row: number, size: number, point: Parameters) => number
): Method {
  return {
    ...good,
    name,
    grid,
    *prepare(material) {
      const prepared = yield* good.prepare(material)
      const { length, seen, signatures: known } = material
      const isKnown = (signature: Float64Array): boolean =>
        Array.from({ length: seen }, (_, s) => known.subarray(s * length, (s + 1) * length)).some(own =>
          own.every((value, a) => value === signature[a])
        )
      return {
        *train(point) {
          const scorer = yield* prepared.train({ quality: 7 })
          const scores = scorer.scores(material.features, known)
          const size = scores.reduce((sum, score) => sum + Math.abs(score), 0) / scores.length
          return {
            scores(rows, signatures) {
              const candidates = signatures.length / length
              const isSeen = Array.from({ length: candidates }, (_, k) =>
                isKnown(signatures.subarray(k * length, (k + 1) * length))
              )
              return scorer
                .scores(rows, signatures)
                .map((score, at) =>
                  change(score, isSeen[at % candidates], Math.floor(at / candidates), size, point)
                )
            }
          }
        }
      }
    }
  }
}

/**
 * Calls nearly everything a seen class, as most methods do: candidates it knows score higher, by four times
 * what scores are.
 */
export const stubborn = changed('stubborn', twelve, (score, isSeen, _, size) =>
  isSeen ? score + 4 * size : score
)
/**
 * One point is best among unseen classes and never right about a seen one, the other wrong about every fifth
 * row and fair to all.
 */
export const torn = changed('torn', { aim: ['unseen', 'both'] }, (score, isSeen, row, _, { aim }) =>
  aim === 'unseen' ? (isSeen ? -score : score) : row % 5 === 0 ? -score : score
)
export const failing: Method = {
  ...similarity('failing', {}, () => true),
  *prepare() {
    throw new UnseenError('training.singular', 'There is no unique answer.')
  }
}

function classMeans({ features: { data, columns }, labels, seen }: Material): Float64Array {
  const means = new Float64Array(seen * columns)
  const counts = new Float64Array(seen)
  for (const label of labels) counts[label]++
  labels.forEach((label, i) => {
    for (let m = 0; m < columns; m++) means[label * columns + m] += data[i * columns + m] / counts[label]
  })
  const centre = Float64Array.from(
    { length: columns },
    (_, m) => Array.from({ length: seen }, (_, s) => means[s * columns + m]).reduce((a, b) => a + b, 0) / seen
  )
  return means.map((value, at) => value - centre[at % columns])
}

function scoresOf(
  { seen, signatures: known, length }: Material,
  means: Float64Array,
  { rows, columns, data }: Material['features'],
  signatures: Float64Array,
  sign: number
): Float64Array {
  const candidates = signatures.length / length
  const centre = Float64Array.from(
    { length },
    (_, a) => Array.from({ length: seen }, (_, s) => known[s * length + a]).reduce((x, y) => x + y, 0) / seen
  )
  const alike = Float64Array.from({ length: candidates * seen }, (_, at) => {
    const [k, s] = [Math.floor(at / seen), at % seen]
    let sum = 0
    for (let a = 0; a < length; a++)
      sum += (signatures[k * length + a] - centre[a]) * (known[s * length + a] - centre[a])
    return sum
  })
  const scores = new Float64Array(rows * candidates)
  for (let i = 0; i < rows; i++) {
    for (let s = 0; s < seen; s++) {
      let near = 0
      for (let m = 0; m < columns; m++) near += data[i * columns + m] * means[s * columns + m]
      for (let k = 0; k < candidates; k++) scores[i * candidates + k] += sign * near * alike[k * seen + s]
    }
  }
  return scores
}
