/** The golden problems, placed in memory with the kernels of one's choice. */
import { Dictionary } from '../../src/embedding/source.js'
import type { Arena } from '../../src/kernels/arena.js'
import { referenceKernels } from '../../src/kernels/reference.js'
import { wasmKernels } from '../../src/kernels/wasm.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { type MaxMarginProblem, compactRows, deltaMatrix } from '../../src/problems/max-margin.js'
import { TransformedRows, classMeans } from '../../src/problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../../src/problems/workplace.js'

export interface SmallProblem {
  transform: 'relu' | 'int'
  gamma: number
  features: number[][]
  labels: number[]
  signatures: number[][]
}

export function placeSmallProblem(
  golden: SmallProblem,
  kernels: 'wasm' | 'reference'
): { arena: Arena; problem: MaxMarginProblem; mixtures: Float64Array } {
  const seen = golden.signatures.length
  const workplace = createWorkplace(Matrix.from(golden.features), Int32Array.from(golden.labels), seen, {
    normalise: 'none',
    arenaBytes: 1 << 20
  })
  const { arena, rows } = openWorkplace(workplace, 0, kernels === 'wasm' ? wasmKernels : referenceKernels)
  const unit = Float64Array.from(golden.signatures.flat())
  const dictionary = new Dictionary(unit, seen, golden.gamma)
  const mixtures = Float64Array.from(
    golden.signatures.flatMap(signature => [...dictionary.embed(signature).mixture])
  )
  const references = classMeans(arena, rows, workplace.ranges)
  const phi = new TransformedRows(rows, references, Math.ceil(seen / 4) * 4, golden.transform)
  return {
    arena,
    problem: {
      phi,
      ranges: workplace.ranges,
      mixtures: compactRows(mixtures, seen),
      delta: deltaMatrix(unit, seen)
    },
    mixtures
  }
}

/** (d x s) from one row per class */
export function packReferences(into: Float32Array, s: number, references: number[][]): void {
  references.forEach((row, k) => row.forEach((value, m) => (into[m * s + k] = value)))
}
