import { complete } from '../../../src/base/progress.js'
import type { Material } from '../../../src/compare/method.js'
import { binaryAttributes } from '../../../src/compare/methods/binary-attributes.js'
import { dap } from '../../../src/compare/methods/dap.js'
import { iap } from '../../../src/compare/methods/iap.js'
import { foldOf } from '../../../src/compare/methods/sums.js'
import { unitSignatures } from '../../../src/input/signatures.js'
import { Matrix } from '../../../src/linalg/matrix.js'
import { describe, expect, it } from 'vitest'
import { planted } from './planted.js'

function materialOf(table: readonly (readonly number[])[]): Material {
  const [seen, length] = [table.length, table[0].length]
  const features = Matrix.dense(seen, 2, new Float32Array(seen * 2).fill(0.7))
  return {
    features,
    labels: Int32Array.from({ length: seen }, (_, i) => i),
    seen,
    signatures: unitSignatures(Matrix.dense(seen, length, Float64Array.from(table.flat()))),
    length,
    seed: 1
  }
}

describe('attributes as yes and no', () => {
  it('drops those that are constant over the seen classes, although lengths make them vary', () => {
    const material = materialOf([
      [1, 1, 0, 0],
      [1, 0, 1, 0],
      [1, 1, 1, 0]
    ])
    const attributes = binaryAttributes(material)
    expect(attributes.count).toBe(2)
    expect([...attributes.of(material.signatures)]).toEqual([1, 0, 0, 1, 1, 1])
    expect([...attributes.prior]).toEqual([2 / 3, 2 / 3])
  })

  it('drops constant percentages, where the lengths of the table are known, in a part of the classes too', () => {
    const table = [
      [50, 100, 50],
      [50, 80, 50],
      [50, 20, 50],
      [50, 60, 10]
    ]
    const material = { ...materialOf(table), lengths: Float64Array.from(table, row => Math.hypot(...row)) }
    expect(binaryAttributes(material).count).toBe(2)
    expect(binaryAttributes(foldOf(material, [3]).train).count).toBe(1)
    expect(binaryAttributes(materialOf(table)).count).toBe(3)
  })

  it('parts percentages and signed entries at their mean', () => {
    const material = materialOf([
      [90, -1],
      [100, 100],
      [10, 100]
    ])
    expect([...binaryAttributes(material).of(material.signatures)]).toEqual([1, 0, 1, 1, 0, 1])
  })

  it.each([dap, iap])('a dropped attribute has no say in $name', method => {
    const problem = planted(5)
    const wider = (signatures: Float64Array, entry: (k: number) => number): Float64Array =>
      Float64Array.from({ length: (signatures.length / problem.length) * (problem.length + 1) }, (_, at) =>
        at % (problem.length + 1) === problem.length
          ? entry(Math.floor(at / (problem.length + 1)))
          : signatures[Math.floor(at / (problem.length + 1)) * problem.length + (at % (problem.length + 1))]
      )
    const plain = complete(complete(method.prepare(problem)).train({ lambda: 0.1, prior: 'seen' })).scores(
      problem.test,
      problem.unseenSignatures
    )
    const material = {
      ...problem,
      length: problem.length + 1,
      signatures: wider(problem.signatures, () => 0)
    }
    const scores = complete(complete(method.prepare(material)).train({ lambda: 0.1, prior: 'seen' })).scores(
      problem.test,
      wider(problem.unseenSignatures, k => (k % 2) / 100)
    )
    expect(scores).toEqual(plain)
  })
})

describe('DAP and IAP', () => {
  it('compare an attribute with its prior', () => {
    // To the tolerance of the solver. Nothing to learn from rows that are all alike: what remains is the
    // prior itself, so nothing is left when it is divided out.
    const material = {
      ...materialOf([
        [1, 0, 0],
        [1, 1, 0],
        [1, 0, 1]
      ])
    }
    for (const method of [dap, iap]) {
      const train = (prior: string): Float64Array =>
        complete(complete(method.prepare(material)).train({ lambda: 1, prior })).scores(
          material.features,
          material.signatures
        )
      train('seen').forEach(score => expect(score).toBeCloseTo(0, 2))
      expect(train('half')[0]).toBeCloseTo(2 * Math.log(2 / 3 / 0.5), 2)
    }
  })
})
