// The direct cosine beside methods that learn, and its refusal where rows and signatures share no space.
import { compare } from '../../../src/compare/compare.js'
import { direct } from '../../../src/compare/methods/direct.js'
import { means } from '../../../src/compare/methods/means.js'
import type { ComparisonInput } from '../../../src/compare/place.js'
import type { EncoderRecord } from '../../../src/input/encoder-record.js'
import { Matrix } from '../../../src/linalg/matrix.js'
import { directScores } from '../../../src/recognition/direct.js'
import { expect, it } from 'vitest'
import { rightPart } from '../../contracts/method.js'
import { comparisonProblem } from '../comparison/problem.js'

const problem = comparisonProblem(3, { oneSpace: true, seen: 8, unseen: 4, rowsPerClass: 12, noise: 0.5 })
const encoder: EncoderRecord = {
  kind: 'sentence',
  model: 'towers',
  length: 10,
  digest: 'd',
  towers: { space: 'one' }
}
const inSpace = (space: string): ComparisonInput => ({
  ...problem,
  train: { ...problem.train, signatures: { ...problem.train.signatures, encoder }, space }
})

it('stands in the table with the accuracy of its cosines', async () => {
  const { comparison } = await compare(inSpace('one'), { methods: [means, direct] })
  const [zsl, gzsl] = comparison.protocols
  expect(gzsl.methods.map(({ method }) => method).sort()).toEqual(['direct', 'means'])
  const { matrix, classes } = problem.train.signatures
  const unseen = Matrix.from(matrix, 'signatures')
  const { scores } = directScores(
    Matrix.from(problem.test.features) as Parameters<typeof directScores>[0],
    Matrix.slice(unseen, 8, 12) as Parameters<typeof directScores>[0]
  )
  const labels = Int32Array.from(problem.test.labels, name => classes.indexOf(name) - 8)
  const found = zsl.methods.find(({ method }) => method === 'direct')
  expect(found?.zsl?.perImage.value).toBeCloseTo(rightPart(scores, labels), 12)
  expect(found?.zsl?.perImage.value).toBeGreaterThan(0.4)
})

it('is refused with a reason elsewhere, and where rows are bent', async () => {
  for (const [input, normalise] of [
    [problem, 'l2'],
    [inSpace('another'), 'l2'],
    [inSpace('one'), 'sqrt']
  ] as const) {
    const { comparison } = await compare(input, { methods: [direct], normalise, protocols: ['zsl'] })
    const [{ methods, failed }] = comparison.protocols
    expect(methods).toEqual([])
    expect(failed).toMatchObject([
      { method: 'direct', message: expect.stringContaining('share no space') as string }
    ])
  }
})
