// Ten thousand described classes: nothing that is done for each of them looks at all of them. The limits of
// time only end what would take minutes.
import { createRandom } from '../../src/base/random.js'
import { libraryQuery } from '../../src/model/library-query.js'
import { proportionsFingerprint } from '../../src/model/proportions-fingerprint.js'
import { tinyModel } from './file-cases.js'
import { expect, it } from 'vitest'

const LIMIT = 20_000
const base = tinyModel().annotate({ bias: 0.25 })
const random = createRandom(3)
const described = Array.from({ length: 10_000 }, (_, at) => ({
  name: `class ${at}`,
  signature: base.classes[0].signature.map(() => random.next())
}))
const many = base.describeAll(described)

it('are described at once as one by one, and from mixtures that are known', () => {
  const few = described.slice(0, 5)
  const one = few.reduce((model, { name, signature }) => model.describe(name, signature), base)
  const known = base.describeAll(few.map(each => ({ ...each, embedded: base.embed(each.signature) })))
  expect(base.describeAll(few).classes).toEqual(one.classes)
  expect(known.classes).toEqual(one.classes)
  expect(many.classes).toHaveLength(base.classes.length + 10_000)
})

it(
  'are all the background of a search',
  () => {
    const query = libraryQuery(many, 'class 7', 'all')
    expect(query.background).toHaveLength(many.classes.length)
    expect(query.position).toBe(query.names.indexOf('class 7'))
    expect(query.class).toEqual({ mixture: many.comparedMixture('class 7'), bias: 0 })
    const [seen] = base.seen
    expect(query.background[query.names.indexOf(seen)]).toEqual({
      mixture: many.comparedMixture(seen),
      bias: many.biasOf(seen, 'all')
    })
    expect(many.biasOf(seen, 'all')).toBe(0.25)
    expect([...many.biasesOf(['class 1', seen], 'unseen')]).toEqual([0, 0])
  },
  LIMIT
)

it(
  'are each read as a mixture',
  () => {
    expect(many.parts).toBe(many.parts)
    for (const { name } of many.classes) expect(many.mixture(name).shares.length).toBeGreaterThan(0)
  },
  LIMIT
)

it(
  'are forgotten at once',
  () => {
    const names = described.slice(1).map(({ name }) => name)
    const left = many.forgetAll(names)
    expect([left.knows('class 0'), left.knows('class 1')]).toEqual([true, false])
    expect(left.classes).toEqual(many.forgetAll(names).classes)
    expect(() => many.forgetAll(['class 1', base.seen[0]])).toThrow('seen class')
    expect(() => many.forgetAll(['nobody'])).toThrow('does not know')
  },
  LIMIT
)

it('leave the fingerprint of the training, which others do not share', () => {
  expect(proportionsFingerprint(many)).toBe(proportionsFingerprint(base))
  const other = tinyModel({ gamma: 3, normalise: 'none' })
  expect(proportionsFingerprint(other)).not.toBe(proportionsFingerprint(base))
})
