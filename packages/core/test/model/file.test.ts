// Saving and loading is the identity: the same model, the same scores to the bit, the same bytes.
import type { FitOptions } from '../../src/base/options.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import { Model } from '../../src/model/model.js'
import type { JsonObject, ModelNotes } from '../../src/model/types.js'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allNotes, refusedBy, rows, tinyModel, trainSmall } from './file-cases.js'

const bits = ({ scores }: { scores: Float64Array }): BigUint64Array => new BigUint64Array(scores.buffer)

function expectSame(loaded: Model, model: Model): void {
  expect(loaded.settings).toEqual(model.settings)
  expect(loaded.trained).toEqual(model.trained)
  expect(loaded.classes).toEqual(model.classes)
  expect(loaded.notes).toStrictEqual(model.notes)
  expect(toBytes(loaded)).toEqual(toBytes(model))
}

const combinations: FitOptions[] = [
  { transform: 'relu', references: 'means' },
  { transform: 'relu', references: 'learned' },
  { transform: 'int', references: 'means' },
  { transform: 'int', references: 'learned', compare: 'cosine', normalise: 'l2-sqrt' },
  { mixture: 'affine', references: 'means', gamma: 0.3 },
  { recipe: 'released' },
  { weights: 'class' },
  { weights: 'class', transform: 'relu', compare: 'cosine' },
  { weights: 'class', transform: 'int', normalise: 'none' },
  { weights: 'class', mixture: 'ridge', ridge: 0.1, seed: 7 }
]

describe('a saved model', () => {
  it.each(combinations)('comes back as it was: %o', async options => {
    const model = (await trainSmall(options)).annotate(allNotes)
    const loaded = fromBytes(toBytes(model))
    expectSame(loaded, model)
    for (const among of ['unseen', 'seen', 'all'] as const) {
      expect(bits(loaded.scores(rows, { among }))).toEqual(bits(model.scores(rows, { among })))
    }
    expect(loaded.recognise(rows, { among: 'all', top: 3 })).toEqual(
      model.recognise(rows, { among: 'all', top: 3 })
    )
  })

  it('can be described to and forget like the original', async () => {
    const model = await trainSmall()
    const change = (known: Model): Model => known.forget('zebra').describe('okapi', [1, 0.8, 0, 1, 0])
    expectSame(change(fromBytes(toBytes(model))), change(model))
  })

  it('keeps class names of any kind', async () => {
    const names = ['__proto__', 'constructor', '../x', '🦓 zèbre', '"\\\u0000\n', 'ﬁ\u202e\ufeff']
    const model = await trainSmall({ references: 'means' }, names)
    const loaded = fromBytes(toBytes(model))
    expect(loaded.classes.map(({ name }) => name)).toEqual(names)
    expectSame(loaded, model)
  })

  it('keeps sections of notes that are not known yet, and leaves out what is undefined', () => {
    const later = { sketches: { made: [1, 2], by: 'a later version' }, tuning: undefined }
    const { notes } = fromBytes(toBytes(tinyModel().annotate(later as unknown as Partial<ModelNotes>)))
    expect(notes).toHaveProperty('sketches', later.sketches)
    expect(notes).not.toHaveProperty('tuning')
  })

  it('keeps any notes', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value, bias) => {
          const text = JSON.stringify(value)
          fc.pre(!/__proto__|constructor|prototype|\\ud[89a-f]/.test(text))
          const model = tinyModel().annotate({ rehearsal: { value: JSON.parse(text) as JsonObject }, bias })
          expectSame(fromBytes(toBytes(model)), model)
        }
      ),
      { numRuns: 50 }
    )
  })

  it('keeps any trained numbers', () => {
    const float32 = fc.float({ noNaN: true, noDefaultInfinity: true })
    const float64 = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(
        fc.array(float32, { minLength: 2, maxLength: 2 }),
        fc.array(fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }), { minLength: 6, maxLength: 6 }),
        fc.array(float64, { minLength: 2, maxLength: 2 }),
        (weights, references, signature) => {
          fc.pre(signature.some(entry => entry !== 0))
          const { settings, trained, classes, notes } = tinyModel()
          const changed = {
            ...trained,
            weights: Float32Array.from(weights),
            references: Float32Array.from(references)
          }
          const model = Model.create(
            settings,
            changed,
            classes.map(({ name, signature: given }) => ({ name, signature: given })),
            notes
          ).describe('new', signature)
          expectSame(fromBytes(toBytes(model)), model)
        }
      ),
      { numRuns: 50 }
    )
  })

  it('can lie anywhere in memory, and be let go of', () => {
    const model = tinyModel()
    const bytes = toBytes(model)
    for (const offset of [0, 1, 4, 7]) {
      const pool = Buffer.alloc(bytes.length + 16, 0xff)
      pool.set(bytes, offset)
      const loaded = fromBytes(pool.subarray(offset, offset + bytes.length))
      pool.fill(0xff)
      expectSame(loaded, model)
    }
    expectSame(fromBytes(bytes.slice().buffer), model)
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    expectSame(fromBytes(shared), model)
  })

  it('has aligned arrays and names its creator', () => {
    const bytes = toBytes(tinyModel())
    const length = new DataView(bytes.buffer).getUint32(0, true)
    expect(length % 8).toBe(0)
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Record<
      string,
      Record<string, string>
    >
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(header.__metadata__).toMatchObject({
      format: 'unseen-model',
      version: '1',
      creator: `@unseen/core ${version}`
    })
    expect(Object.keys(header)).toEqual([
      '__metadata__',
      'signatures',
      'mixtures',
      'residuals',
      'references',
      'weights'
    ])
  })
})

describe('a model that could not be loaded', () => {
  const cases: [string, Partial<ModelNotes>][] = [
    ['NaN', { bias: NaN }],
    ['Infinity', { threshold: { margin: Infinity } }],
    ['a forbidden key', { rehearsal: JSON.parse('{"__proto__":1}') as JsonObject }],
    ['half a surrogate pair', { source: 'x\ud800' }],
    ['a typed array', { encoder: { values: new Float32Array(2) as unknown as number[] } }],
    ['a date', { encoder: { when: new Date(0) as unknown as string } }],
    ['a hole', { encoder: { list: [undefined as unknown as string] } }],
    ['a circle', { encoder: circle() }]
  ]
  it.each(cases)('is not saved: %s in its notes', (_, notes) => {
    const error = refusedBy(() => toBytes(tinyModel().annotate(notes)))
    expect(error.code).toBe('file.value')
    expect(error.message).toMatch(/^notes\./)
  })

  it('is not saved: wrong notes, names, numbers or settings', () => {
    const { settings, trained, classes, notes } = tinyModel()
    const restore = (changes: {
      settings?: object
      trained?: object
      classes?: typeof classes
      notes?: object
    }): Model =>
      Model.restore(
        { ...settings, ...changes.settings },
        { ...trained, ...changes.trained },
        changes.classes ?? classes,
        { ...notes, ...changes.notes }
      )
    const cases: [Model, string][] = [
      [restore({ notes: { attributes: ['one'] } }), 'file.value'],
      [restore({ notes: { tuning: 'text' } }), 'file.header'],
      [restore({ classes: [...classes, { ...classes[0], seen: false }] }), 'file.value'],
      [restore({ classes: [...classes, { ...classes[0], seen: false, name: '\udc00' }] }), 'file.value'],
      [restore({ trained: { weights: Float32Array.of(NaN, 1) } }), 'file.value'],
      [restore({ trained: { weights: Float32Array.of(1, 2, 3) } }), 'file.value'],
      [restore({ trained: { kind: 'class' } }), 'file.value'],
      [restore({ settings: { gamma: -1 } }), 'file.value']
    ]
    for (const [model, code] of cases) expect(refusedBy(() => toBytes(model)).code).toBe(code)
  })
})

function circle(): JsonObject {
  const object: Record<string, JsonObject> = {}
  object.again = object
  return object
}
