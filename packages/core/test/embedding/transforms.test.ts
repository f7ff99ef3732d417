import { fitOptions } from '../../src/base/options.js'
import { transforms } from '../../src/embedding/transforms.js'
import { describe, expect, it } from 'vitest'
import { checkTransform } from '../contracts/transform.js'

for (const transform of transforms) checkTransform(transform)

describe('the registry of transforms', () => {
  it('holds the choices of the option, once each', () => {
    const names = transforms.map(({ name }) => name)
    const option = fitOptions.find(({ name }) => name === 'transform')
    expect(option?.kind === 'choice' && option.choices).toEqual(names)
    expect(new Set(names).size).toBe(names.length)
  })
})
