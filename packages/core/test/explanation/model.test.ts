import { expect, it } from 'vitest'
import { smallModel } from './small-model.js'
it.each(['inner', 'cosine'] as const)('model methods %s', async compare => {
  const { model: plain, features } = await smallModel({ weights: 'class', compare })
  const twin = Array.from(plain.find('gnu').signature)
  twin[1] += 0.01
  const model = plain.describe('twin', twin).annotate({ bias: -0.2 })
  const { classes, scores } = model.scores(features, { among: 'all' })
  for (const name of classes)
    model
      .explain(features, name, { among: 'all' })
      .forEach(({ score }, i) =>
        expect(Object.is(score, scores[i * classes.length + classes.indexOf(name)])).toBe(true)
      )
  const alone = model.scores(features)
  model
    .explain(features, 'gnu')
    .forEach(({ score }, i) => expect(Object.is(score, alone.scores[i * alone.classes.length])).toBe(true))
  expect(model.contrast(features, 'gnu', 'ant', { among: 'all' })[0].difference).toBeCloseTo(
    scores[classes.indexOf('gnu')] - scores[0],
    10
  )
  for (const { class: other, partings } of model.lookAlikes('twin'))
    for (const { class: name, changes, distance } of partings) {
      const changed = Float64Array.from(model.find(name).signature)
      for (const { index, to } of changes) changed[index] = to
      const after = model.describe(name, changed)
      const apart = Math.hypot(
        ...after.comparedMixture(name).map((v, s) => v - after.comparedMixture(other)[s])
      )
      expect(apart).toBeCloseTo(distance, 12)
    }
  expect(model.lookAlikes('twin').length).toBeGreaterThan(0)
  expect(() => model.expressed([1, 2])).toThrow()
  expect(model.whatIf('gnu', features).scores).toHaveLength(features.length * 8)
  expect(model.whatIf('gnu').effects[0].attribute).toMatch(/attribute/)
})
