/** Small random tables and a model trained on them, for the tests of explanations. */
import type { FitOptions } from '../../src/base/options.js'
import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import type { Model } from '../../src/model/model.js'

/** Uniform in [0, 1), cubed as attributes are: many small, few large. */
export function randomRows(rows: number, columns: number, seed: number): number[][] {
  const random = createRandom(seed)
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.next() ** 3))
}

export function toUnit(row: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(row)
  const length = Math.sqrt(values.reduce((total, value) => total + value * value, 0))
  return values.map(value => value / length)
}

/** Six seen classes and two described ones, 8 attributes, 12 features. */
export async function smallModel(options: FitOptions = {}): Promise<{ model: Model; features: number[][] }> {
  const classes = ['ant', 'bee', 'cat', 'dog', 'emu', 'fox', 'gnu', 'hen']
  const signatures = randomRows(classes.length, 8, 11)
  const centres = randomRows(6, 12, 12)
  const noise = randomRows(60, 12, 13)
  const features = noise.map((row, i) => row.map((value, m) => centres[i % 6][m] + 0.4 * value))
  const labels = features.map((_, i) => classes[i % 6])
  const attributes = Array.from({ length: 8 }, (_, k) => `attribute ${k}`)
  return {
    model: await fit({ features, labels, signatures: { classes, attributes, matrix: signatures } }, options),
    features
  }
}
