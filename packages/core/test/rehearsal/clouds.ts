/** Classes as clouds of rows around what their signatures say, where it is known whether clusters help. */
import { createRandom } from '../../src/base/random.js'
import type { TrainingInput } from '../../src/input/training-input.js'

export interface CloudsOptions {
  /** width of a cloud: rows at its edge are nearer to another class's description */
  readonly noise: number
  /**
   * width of a direction that has nothing to do with the classes: learning can leave it out, clusters cannot
   */
  readonly nuisance?: number
  /** how far descriptions are off */
  readonly off?: number
}

export interface Clouds {
  readonly input: TrainingInput
  readonly test: readonly (readonly number[])[]
  /** class of each test row, all unseen */
  readonly testLabels: readonly string[]
}

const [SEEN, UNSEEN, LENGTH, COLUMNS, ROWS] = [16, 4, 6, 24, 25]

export function clouds(seed: number, { noise, nuisance = 0, off = 0 }: CloudsOptions): Clouds {
  const random = createRandom(seed)
  const around = (width: number): number => width * (random.next() - 0.5)
  const map = Float64Array.from({ length: LENGTH * COLUMNS }, () => around(1))
  const signatures = Array.from({ length: SEEN + UNSEEN }, () =>
    Array.from({ length: LENGTH }, () => random.next())
  )
  const names = signatures.map((_, k) => `class ${k}`)
  const rowOf = (k: number): number[] => {
    const row = Array.from({ length: COLUMNS }, (_, m) =>
      signatures[k].reduce((sum, value, a) => sum + value * map[a * COLUMNS + m], around(noise))
    )
    row[0] += around(nuisance)
    return row
  }
  const labelsOf = (first: number, classes: number): number[] =>
    Array.from({ length: ROWS * classes }, (_, i) => first + (i % classes))
  const [trained, tested] = [labelsOf(0, SEEN), labelsOf(SEEN, UNSEEN)]
  const named = (labels: readonly number[]): string[] => labels.map(k => names[k])
  return {
    input: {
      features: trained.map(rowOf),
      labels: named(trained),
      signatures: {
        classes: names,
        matrix: signatures.map(signature => signature.map(value => value + around(off)))
      }
    },
    test: tested.map(rowOf),
    testLabels: named(tested)
  }
}
