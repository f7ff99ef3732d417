// A sentence by the attributes it names.
import { nameOf, namedAttributes } from '../src/start/look-for.js'
import { describe, expect, it } from 'vitest'

const attributes = ['legs', 'long legs', 'hooves', 'on water', 'antlers'].map(name => ({
  name,
  minimum: 0,
  maximum: 1
}))
const found = (sentence: string): string[] =>
  namedAttributes(sentence, attributes).map(at => attributes[at].name)

describe('a sentence', () => {
  it('names the attributes whose words it has, in one or many', () => {
    expect(found('A shy animal with one hoof and long legs')).toEqual(['legs', 'long legs', 'hooves'])
    expect(found('swims in the water')).toEqual(['on water'])
    expect(found('')).toEqual([])
  })

  it('has a name for what it describes', () => {
    expect(
      ['a shy animal with antlers', 'The elk', 'an unusually very big old thing', ' . '].map(nameOf)
    ).toEqual(['shy animal', 'elk', 'unusually very big old', 'something new'])
  })
})
