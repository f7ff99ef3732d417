// Whether clusters help, as the rehearsal says, on problems where it is known.
import { accuracy } from '../../src/evaluation/accuracy.js'
import { fit } from '../../src/fit.js'
import { rehearse } from '../../src/rehearse.js'
import { describe, expect, it } from 'vitest'
import { clouds, type Clouds } from './clouds.js'

const settings = { weights: 'class', compare: 'cosine', gamma: 0.1, ridge: 0.1, normalise: 'none' } as const
const rehearsed = ({ input }: Clouds) => rehearse(input, { fit: settings, each: false })

/** What refining really does to rows of the unseen classes. */
async function gain({ input, test, testLabels }: Clouds): Promise<number> {
  const model = await fit(input, settings)
  const right = (options: { readonly refine?: 'clusters' }): number =>
    accuracy(
      testLabels,
      model.recognise(test, options).map(([best]) => best.class)
    ).perClass
  return right({ refine: 'clusters' }) - right({})
}

describe.each([1, 2, 3])('the rehearsal of planted clouds, seed %i', seed => {
  it('says that clusters help where each class is a cloud by itself, and they do', async () => {
    const problem = clouds(seed, { noise: 1 })
    const { clusters, unseen } = await rehearsed(problem)
    expect(clusters.without).toBeCloseTo(unseen.accuracy.value, 12)
    expect(clusters.with).toBeGreaterThan(clusters.without + 0.05)
    expect(clusters.p).toBeLessThanOrEqual(0.05)
    expect(clusters.helps).toBe(true)
    expect(await gain(problem)).toBeGreaterThan(0)
  })

  it('says that they do not where the rows lie apart by what has nothing to do with the classes, and they do harm', async () => {
    const problem = clouds(seed, { noise: 0.3, nuisance: 10 })
    const { clusters } = await rehearsed(problem)
    expect(clusters.with).toBeLessThan(clusters.without - 0.3)
    // No accident, but the wrong way.
    expect(clusters.p).toBeLessThanOrEqual(0.05)
    expect(clusters.helps).toBe(false)
    expect(await gain(problem)).toBeLessThan(0)
  })
})

it('does not recommend clusters whose gain may be an accident', async () => {
  const { clusters } = await rehearsed(clouds(3, { noise: 1.3, off: 0.3 }))
  expect(clusters.with).toBeGreaterThan(clusters.without)
  expect(clusters.p).toBeGreaterThan(0.05)
  expect(clusters.helps).toBe(false)
})
