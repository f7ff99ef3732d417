/** The planted problem of the methods, as `fit` takes it. */
import type { TrainingInput } from '../../src/input/training-input.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { planted, type Planted, type PlantedOptions } from '../compare/methods/planted.js'

export interface PlantedInput {
  readonly problem: Planted
  readonly input: TrainingInput
  readonly seen: readonly string[]
  readonly unseen: readonly string[]
}

export function plantedInput(seed: number, options: PlantedOptions = {}): PlantedInput {
  const problem = planted(seed, options)
  const { features, labels, signatures, unseenSignatures, seen, length } = problem
  const names = Array.from({ length: seen }, (_, k) => `seen ${k}`)
  const unseen = Array.from({ length: unseenSignatures.length / length }, (_, k) => `unseen ${k}`)
  const matrix = Matrix.dense(
    seen + unseen.length,
    length,
    Float64Array.from([...signatures, ...unseenSignatures])
  )
  return {
    problem,
    seen: names,
    unseen,
    input: {
      features,
      labels: Array.from(labels, label => names[label]),
      signatures: { classes: [...names, ...unseen], matrix }
    }
  }
}
