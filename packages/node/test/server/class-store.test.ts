// Classes while they are served: one change after the other, on the disk before anybody hears of it.
import { type Matrix, type Model, fit } from '@unseen/core'
import { type ChangeLog, openChangeLog } from '../../src/server/classes/change-log.js'
import { ClassStore, type StoreOptions } from '../../src/server/classes/class-store.js'
import { identityOf } from '../../src/server/classes/identity.js'
import { exampleChange } from '../../src/server/routes/examples.js'
import { checkVersion, preconditions, signatureOf } from '../../src/server/routes/class-changes.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { attributes, classes, signatures, smallModel, smallRows } from '../helpers/small-model.js'

const top = mkdtempSync(join(tmpdir(), 'unseen-store-'))
afterAll(() => rmSync(top, { recursive: true }))
const base = await smallModel({ references: 'means' })
const nothing = async () => () => undefined

interface Open {
  readonly store: ClassStore
  readonly log: ChangeLog
  readonly groups: number[]
  remarks: string[]
}

async function open(folder: string, model: Model = base, options: Partial<StoreOptions> = {}): Promise<Open> {
  const log = await openChangeLog(folder)
  const groups: number[] = []
  const store = new ClassStore(model, {
    log,
    maxClasses: 100,
    onCommit: (_, __, { records }) => void groups.push(records),
    ...options
  })
  const remarks = await store
    .rebase(model, identityOf(model), 'zoo.unseen', nothing)
    .catch(async (error: unknown) => {
      await log.close()
      throw error
    })
  return { store, log, groups, remarks }
}

const describeAs = (name: string, value: number) => () => [
  { class: name, after: { signature: [value, 1, 0, 0, 0] } }
]
const fresh = (): string => mkdtempSync(join(top, 'store-'))

describe('a store', () => {
  it('takes ten thousand classes in one change, and has them again when it is opened', async () => {
    const folder = fresh()
    const { store, log } = await open(folder, base, { maxClasses: 20_000 })
    const changes = Array.from({ length: 10_000 }, (_, at) => ({
      class: `class ${at}`,
      after: { signature: [at + 1, 1, 0, 0, 0] },
      // Of another training: it counts for nothing.
      embedded: { mixture: new Float64Array(6), residual: 7, constant: 0, trained: { ...base.trained } }
    }))
    await store.change('anna', () => changes)
    expect(store.model.find('class 9999').residual).toBeLessThan(1)
    expect(store.versionOf('class 9999')).toBe(store.version)
    await store.change('anna', () =>
      changes.slice(1).map(({ class: name }) => ({ class: name, after: null }))
    )
    expect(store.model.unseen).toEqual([...base.unseen, 'class 0'])
    await log.close()
    const again = await open(folder, base, { maxClasses: 20_000 })
    expect(again.store.model.classes).toEqual(store.model.classes)
    await again.log.close()
  }, 30_000)

  it('puts changes that come together into few writes, and keeps every one', async () => {
    const folder = fresh()
    const { store, log, groups } = await open(folder)
    const done = await Promise.all(
      Array.from({ length: 40 }, (_, at) => store.change('anna', describeAs(`class ${at}`, at)))
    )
    expect(new Set(done.map(({ version }) => version)).size).toBe(40)
    expect(groups.reduce((sum, records) => sum + records, 0)).toBe(40)
    expect(groups.length).toBeLessThan(40)
    await log.close()
    const again = await open(folder)
    expect(again.store.model.unseen).toEqual(store.model.unseen)
    for (const name of store.model.unseen)
      expect(again.store.model.find(name)).toEqual(store.model.find(name))
    expect(again.store.version).toBe(store.version)
    await again.log.close()
  })

  it('answers to a change before the next one is planned', async () => {
    const { store, log } = await open(fresh())
    const seen: (number | undefined)[] = []
    await Promise.all(
      [1, 2, 3].map(value =>
        store.change('anna', present => {
          seen.push(present.versionOf('okapi'))
          return describeAs('okapi', value)()
        })
      )
    )
    expect(seen).toEqual([undefined, 2, 3])
    expect(store.entry('okapi')).toMatchObject({
      version: 4,
      by: 'anna',
      described: { signature: [3, 1, 0, 0, 0] }
    })
    await log.close()
  })

  it('does all of a request or nothing, and spoils no other', async () => {
    const { store, log } = await open(fresh())
    const results = await Promise.allSettled([
      store.change('anna', () => [
        { class: 'okapi', after: { signature: [1, 1, 0, 0, 0] } },
        { class: 'horse', after: { signature: [1, 0, 0, 0, 0] } }
      ]),
      store.change('ben', describeAs('lynx', 2)),
      store.change('ben', () => [{ class: 'short', after: { signature: [1] } }]),
      store.change('ben', () => [{ class: 'nobody', after: null }])
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected'])
    expect(
      results.map(result => (result.status === 'rejected' ? (result.reason as { code: string }).code : ''))
    ).toEqual(['classes.seen', '', 'signatures.length', 'classes.unknown'])
    expect(store.model.unseen).toEqual(
      ['zebra', 'duck', 'lynx'].filter(name => store.model.unseen.includes(name))
    )
    expect(store.model.unseen).toContain('lynx')
    expect(store.model.unseen).not.toContain('okapi')
    await log.close()
  })

  it('forgets classes of the file for good, and holds no more than it may', async () => {
    const folder = fresh()
    const model = base.describe('zebra', signatures[6])
    const first = await open(folder, model)
    await first.store.change('anna', () => [{ class: 'zebra', after: null }])
    expect(first.store.model.unseen).not.toContain('zebra')
    await first.log.close()
    const { store, log } = await open(folder, model, { maxClasses: 2 })
    expect(store.model.unseen).not.toContain('zebra')
    const many = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map(name => store.change('anna', describeAs(name, 1)))
    )
    const full = many.filter(result => result.status === 'rejected')
    expect(full.length).toBeGreaterThan(0)
    for (const { reason } of full) expect(reason).toMatchObject({ code: 'serve.full' })
    expect(store.model.unseen.length).toBeLessThanOrEqual(2)
    await log.close()
  })

  it('keeps who, when, before and after', async () => {
    const { store, log } = await open(fresh())
    await store.change('anna', describeAs('okapi', 1))
    await store.change('ben', describeAs('okapi', 2))
    await store.change('ben', () => [{ class: 'okapi', after: null }])
    const [forgotten, changed, described, first] = await log.history(10)
    expect(described).toMatchObject({
      by: 'anna',
      changes: [{ class: 'okapi', before: null, after: { signature: [1, 1, 0, 0, 0] } }]
    })
    expect(changed).toMatchObject({
      by: 'ben',
      changes: [{ before: { signature: [1, 1, 0, 0, 0] }, after: { signature: [2, 1, 0, 0, 0] } }]
    })
    expect(forgotten).toMatchObject({
      by: 'ben',
      changes: [{ before: { signature: [2, 1, 0, 0, 0] }, after: null }]
    })
    expect(first).toMatchObject({ kind: 'base', by: 'server', seq: 1 })
    expect(Date.parse(described.at)).toBeGreaterThan(Date.parse('2020-01-01'))
    expect((await log.history(1, 3)).map(({ seq }) => seq)).toEqual([2])
    await log.close()
  })
})

describe('another model under the same classes', () => {
  it('has them described again when it was trained anew', async () => {
    const folder = fresh()
    const { store, log } = await open(folder)
    await store.change('anna', describeAs('okapi', 1))
    await log.close()
    const other = await smallModel({ references: 'means', gamma: 3 })
    const { store: again, log: second, remarks } = await open(folder, other)
    expect(remarks.join()).toContain('trained anew')
    expect(Array.from(again.model.find('okapi').mixture)).toEqual(
      Array.from(other.describe('okapi', [1, 1, 0, 0, 0]).find('okapi').mixture)
    )
    expect(Array.from(again.model.find('okapi').mixture)).not.toEqual(
      Array.from(store.model.find('okapi').mixture)
    )
    await second.close()
  })

  it('is refused where signatures mean something else', async () => {
    const folder = fresh()
    const { log } = await open(folder)
    await log.close()
    const { features, labels } = smallRows(30, classes.slice(0, 6))
    const shorter = await fit(
      {
        features,
        labels,
        signatures: {
          classes,
          matrix: signatures.map(row => row.slice(0, 4).map(value => value + 0.01)),
          attributes: attributes.slice(0, 4)
        }
      },
      { references: 'means' }
    )
    await expect(open(folder, shorter)).rejects.toMatchObject({
      code: 'serve.log',
      message: expect.stringContaining("5 entries, the model's 4") as string
    })
    const renamed = await fit(
      {
        features,
        labels,
        signatures: { classes, matrix: signatures, attributes: [...attributes].reverse() }
      },
      { references: 'means' }
    )
    await expect(open(folder, renamed)).rejects.toThrow('in another order')
  })

  it('is seen by nobody if it cannot be made ready', async () => {
    const { store, log } = await open(fresh())
    const other = await smallModel({ references: 'means', gamma: 3 })
    await expect(
      store.rebase(other, identityOf(other), 'zoo.unseen', () => Promise.reject(new Error('no room')))
    ).rejects.toThrow('no room')
    expect(store.model.settings.gamma).toBe(base.settings.gamma)
    await store.change('anna', describeAs('okapi', 1))
    expect(store.model.unseen).toContain('okapi')
    await log.close()
  })
})

describe('what a request says of a class', () => {
  it('never reads a file of the server', async () => {
    await expect(signatureOf(base, 'okapi', { signature: [] })).rejects.toMatchObject({
      code: 'signatures.length'
    })
    await expect(signatureOf(base, '..', { signature: [1, 0, 0, 0, 0] })).rejects.toMatchObject({
      code: 'signatures.name'
    })
    await expect(signatureOf(base, 'okapi', {})).rejects.toMatchObject({ code: 'options.value' })
    await expect(signatureOf(base, 'okapi', { sentence: 'a shy animal' })).rejects.toMatchObject({
      code: 'encoder.missing'
    })
    expect(
      (await signatureOf(base, 'okapi', { signature: [1, -0, 0, 0, 0] })).after.signature.map(value =>
        Object.is(value, -0)
      )
    ).not.toContain(true)
    expect(
      (await signatureOf(base, 'okapi', { like: 'horse', attributes: { stripes: 0.5 } })).after.signature
    ).toEqual([1, 0.5, 0, 0, 0.1])
  })

  it('may insist on the version it knows', () => {
    const present = { model: base, versionOf: (name: string) => (name === 'zebra' ? 7 : undefined) }
    const check = (name: string, headers: Parameters<typeof preconditions>[0]) => () =>
      checkVersion(present, name, preconditions(headers))
    expect(check('zebra', { 'if-match': '"7"' })).not.toThrow()
    expect(check('zebra', { 'if-match': '*' })).not.toThrow()
    expect(check('new', { 'if-none-match': '*' })).not.toThrow()
    expect(check('new', {})).not.toThrow()
    for (const wrong of [
      check('zebra', { 'if-match': '"6"' }),
      check('zebra', { 'if-none-match': '*' }),
      check('new', { 'if-match': '*' }),
      check('new', { 'if-match': '"7"' })
    ])
      expect(wrong).toThrow(expect.objectContaining({ code: 'serve.version' }))
    for (const odd of ['7', '"a"', '""', '"7", "8"', '"99999999999999999"'])
      expect(() => preconditions({ 'if-match': odd })).toThrow(
        expect.objectContaining({ code: 'serve.request' })
      )
  })
})

describe('images of a class', () => {
  const own = (name: string): Matrix => smallRows(5, [name], 3).features
  const show = (name: string, images: Matrix) => (present: { readonly model: Model }) => [
    exampleChange(present.model, name, present.model.show(name, images))
  ]

  it('are there again when the store is opened, and gone when they are taken back', async () => {
    const gaussian = await smallModel({ weights: 'gauss' })
    const folder = fresh()
    const { store, log } = await open(folder, gaussian)
    await store.change('anna', () => [{ class: 'okapi', after: { signature: [1, 0, 1, 0, 1] } }])
    const before = store.model
    await store.change('anna', show('okapi', own(classes[0])))
    await store.change('anna', show('quagga', own(classes[1])))
    const probe = own(classes[2])
    const scores = store.model.scores(probe, { among: 'all' })
    expect(scores).not.toEqual(before.scores(probe, { among: 'all' }))
    expect(store.model.shown.map(({ class: name, described }) => [name, described])).toEqual([
      ['okapi', true],
      ['quagga', false]
    ])
    // Described anew, its images stay.
    await store.change('anna', () => [{ class: 'okapi', after: { signature: [0, 1, 1, 0, 1] } }])
    const anew = store.model.scores(probe, { among: 'all' })
    await log.close()

    const again = await open(folder, gaussian)
    expect(again.store.model.scores(probe, { among: 'all' })).toEqual(anew)
    await again.store.change('anna', present => [
      exampleChange(present.model, 'okapi', present.model.takeBack('okapi'))
    ])
    await again.store.change('anna', present => [
      exampleChange(present.model, 'quagga', present.model.takeBack('quagga'))
    ])
    expect(again.store.model.shown).toEqual([])
    expect(again.store.model.knows('quagga')).toBe(false)
    await again.log.close()
    const last = await open(folder, gaussian)
    expect(last.store.model.scores(probe, { among: 'all' })).toEqual(
      gaussian.describe('okapi', [0, 1, 1, 0, 1]).scores(probe, { among: 'all' })
    )
    await last.log.close()
  })

  it('rest where the file has a model of another kind, and say so', async () => {
    const gaussian = await smallModel({ weights: 'gauss' })
    const folder = fresh()
    const { store, log } = await open(folder, gaussian)
    await store.change('anna', show('quagga', own(classes[1])))
    await log.close()
    const other = await open(folder, base)
    expect(other.remarks.join()).toMatch(/Images of "quagga" rest/)
    expect(other.store.model.knows('quagga')).toBe(false)
    await other.log.close()
    const back = await open(folder, gaussian)
    expect(back.store.model.shown.map(({ class: name }) => name)).toEqual(['quagga'])
    await back.log.close()
  })
})
