// Transductive rounds: classes move towards their rows; deterministic, and refused where they make no sense.
import { expect, it } from 'vitest'
import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import type { Model } from '../../src/model/model.js'

const d = 8
const random = createRandom(9)
const noise = (): number => random.next() + random.next() - 1
const centres = Array.from({ length: 28 }, () => Float64Array.from({ length: d }, () => 1.5 * noise()))
const rowOf = (c: number): number[] => Array.from(centres[c], value => value + noise())
const rows = Array.from({ length: 480 }, (_, i) => rowOf(i % 24))
const signatures = {
  classes: Array.from({ length: 28 }, (_, c) => `${c}`),
  // Descriptions that are a little off.
  matrix: centres.map(centre => Array.from(centre, value => 3 + value + 0.6 * noise()))
}
const test = Array.from({ length: 200 }, (_, i) => rowOf(24 + (i % 4)))
const train = (options: object = {}): Promise<Model> =>
  fit(
    { features: rows, labels: rows.map((_, i) => `${i % 24}`), signatures },
    { weights: 'gauss', normalise: 'none', ...options }
  )
const right = (answers: readonly { class: string }[][]): number =>
  answers.filter(([{ class: name }], i) => name === `${24 + (i % 4)}`).length

it('recognises more rows together than one by one', async () => {
  const model = await train()
  const [alone, together] = [undefined, 'em' as const].map(refine =>
    right(model.recognise(test, refine === undefined ? {} : { refine }))
  )
  expect(together).toBeGreaterThan(alone + 5)
  const decisions = model.decide(test, { refine: 'em' })
  expect(decisions.every(({ transductive }) => transductive)).toBe(true)
  expect(model.decide(test, { refine: 'em' })).toEqual(decisions)
})

it('leaves seen classes where they are, and starts from images that were shown', async () => {
  const model = await train()
  const seen = model.recognise(rows, { among: 'seen', refine: 'em' })
  expect(seen.map(([{ class: name }]) => name)).toEqual(
    model.recognise(rows, { among: 'seen' }).map(([{ class: name }]) => name)
  )
  const shown = ['24', '25', '26', '27'].reduce(
    (known, name, c) => known.show(name, [rowOf(24 + c), rowOf(24 + c)]),
    model
  )
  expect(right(shown.recognise(test, { refine: 'em' }))).toBeGreaterThanOrEqual(
    right(shown.recognise(test)) - 2
  )
})

it('is refused for one row, beside "none of these" and without a shape', async () => {
  const model = await train()
  expect(() => model.recognise([test[0]], { refine: 'em' })).toThrow(/batch of rows/)
  expect(() => model.recognise(test, { refine: 'em', reject: 0.1 })).toThrow(/none of these/)
  const bare = await train({ shape: 'none' })
  expect(() => bare.recognise(test, { refine: 'em' })).toThrow(/does not keep/)
})
