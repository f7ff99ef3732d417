// How alike classes are and where rows lie on the map, against core's numbers.
import { UnseenError, takeRows } from '@unseen/core'
import { cosineAffinity } from '@unseen/report'
import { setValue } from '../src/classes/actions.js'
import { likenessGroups, likenessOrder } from '../src/classes/engine/likeness-order.js'
import { placeHere } from '../src/classes/engine/placer.js'
import { familiesOf, hardest, partWords, rightOf } from '../src/classes/families.js'
import { shadesOf } from '../src/classes/heat-pixels.js'
import { findDescribed } from '../src/document/document.js'
import { perform } from '../src/page/action.js'
import { undo } from '../src/page/history-actions.js'
import { spanOf } from '../src/parts/use-span.js'
import { describe, expect, it } from 'vitest'
import { coreSample } from './helpers/sample.js'
import { testStudio } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

const core = coreSample()
/** For questions, which change nothing. */
const asked = testStudio()

describe('affinity', () => {
  it('of signatures and mixtures is the cosine that the report draws', async () => {
    const [{ engine }, { model }] = await Promise.all([asked, core])
    const affinity = await engine.affinity.classes()
    const { classes } = model
    expect(affinity.classes).toEqual(classes.map(({ name }) => name))
    const close = (values: readonly (number | null)[], vectors: readonly Float64Array[]): void => {
      const expected = cosineAffinity(
        vectors.length,
        vectors[0].length,
        vectors.flatMap(each => [...each])
      )
      values.forEach((value, at) => expect(value).toBeCloseTo(Math.max(0, expected[at]), 12))
    }
    close(
      affinity.signatures,
      classes.map(({ signature }) => signature)
    )
    close(
      affinity.mixtures,
      classes.map(({ mixture }) => mixture)
    )
  })

  it('of proportions is that of the mean over new images, centred over the classes', async () => {
    const [{ engine }, { model, dataset, taken }] = await Promise.all([asked, core])
    const affinity = await engine.affinity.classes()
    const fresh = [...taken.test.rows, ...(taken.testSeen?.rows ?? [])]
    const means = await Promise.all(
      model.classes.map(async ({ name }) => {
        const rows = fresh.filter(row => dataset.classes[dataset.labels[row]] === name)
        const proportions = model.proportions(await takeRows(dataset.features!, rows))
        return Float64Array.from(
          model.seen,
          (_, s) => rows.reduce((sum, __, i) => sum + proportions[i * model.seen.length + s], 0) / rows.length
        )
      })
    )
    const centred = means.map(mean =>
      mean.map((value, s) => value - means.reduce((sum, each) => sum + each[s], 0) / means.length)
    )
    const expected = cosineAffinity(
      means.length,
      model.seen.length,
      centred.flatMap(each => [...each])
    )
    affinity.proportions.forEach((value, at) => expect(value).toBeCloseTo(Math.max(0, expected[at]), 6))
    const answers = model.recognise(taken.test.features).map(([best]) => best.class)
    expect(affinity.claimed).toEqual(
      Object.fromEntries(model.unseen.map(name => [name, answers.filter(each => each === name).length]))
    )
    expect(affinity.agreement.described).toBeGreaterThan(0)
    expect(affinity.agreement.seen).toBeGreaterThan(0)
  })

  it('does not know how images look of a class that has none', async () => {
    const { engine } = await zooStudio()
    const { classes, proportions } = await engine.affinity.classes()
    const zebra = classes.indexOf('zebra')
    expect(proportions[zebra * classes.length]).toBeNull()
    expect(proportions[0]).toBeCloseTo(1, 12)
  })
})

describe('order by likeness', () => {
  it('has every class once and groups those alike', () => {
    const alike = (i: number, k: number): number => (i === k ? 1 : i % 2 === k % 2 ? 0.8 : 0.1)
    const order = likenessOrder(
      6,
      Array.from({ length: 36 }, (_, at) => alike(Math.floor(at / 6), at % 6))
    )
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect(order.map(at => at % 2).filter((part, at, all) => at > 0 && part !== all[at - 1])).toHaveLength(1)
  })
})

describe('the table', () => {
  it('changes a described class in one step that can be undone, and no seen class', async () => {
    const studio = await zooStudio()
    const value = (): number | undefined =>
      findDescribed(studio.history.store.getState().present, 'zebra')?.values[2]
    await perform(studio, setValue, { class: 'zebra', index: 2, value: 0.5 })
    expect(value()).toBe(0.5)
    expect(studio.history.store.getState().past.at(-1)?.label).toBe('Set water of zebra to 50')
    await perform(studio, undo, undefined)
    expect(value()).toBe(0)
    await perform(studio, setValue, { class: 'horse', index: 2, value: 0.5 })
    await perform(studio, setValue, { class: 'zebra', index: 2, value: NaN })
    expect(studio.history.store.getState().past).toEqual([])
  })
})

describe('the map', () => {
  it('is of every row, is the same each time and keeps groups together', async () => {
    const { engine } = await zooStudio()
    const plan = await engine.maps.plan('features')
    expect(plan).toMatchObject({ of: 'features', rows: 48, columns: 4 })
    expect(plan.seconds).toBeGreaterThan(0)
    const [first, again] = [
      await engine.maps.make('one', 'features', undefined),
      await engine.maps.make('two', 'features', undefined)
    ]
    expect([...first.x]).toEqual([...again.x])
    expect(first.x).toHaveLength(48)
    expect(Math.min(...first.x, ...first.y)).toBeCloseTo(0, 5)
    expect(Math.max(...first.x, ...first.y)).toBeCloseTo(1, 5)
    const own = Array.from({ length: 48 }, (_, row) => row).filter(row => {
      const apart = (other: number): number =>
        other === row ? Infinity : Math.hypot(first.x[other] - first.x[row], first.y[other] - first.y[row])
      const nearest = [...first.x.keys()].reduce((best, other) => (apart(other) < apart(best) ? other : best))
      return nearest % 4 === row % 4
    })
    expect(own.length).toBeGreaterThan(44)
  })

  it('is stopped, and says so', async () => {
    const data = Float32Array.from({ length: 3000 * 8 }, (_, at) => (Math.sin(at * 12.9898) * 43758.5453) % 1)
    const controller = new AbortController()
    const made = placeHere(
      { data, rows: 3000, columns: 8 },
      { signal: controller.signal, onProgress: () => controller.abort() }
    )
    await expect(made).rejects.toThrow(UnseenError)
    await expect(made).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('families of many classes', () => {
  /** Four families of three: alike within, hardly between. */
  const count = 12
  const alike = Float64Array.from({ length: count * count }, (_, at) => {
    const [i, k] = [Math.floor(at / count), at % count]
    return i === k ? 1 : i % 4 === k % 4 ? 0.9 : 0.1
  })
  const groups = likenessGroups(count, alike, 4)
  const classes = ['Fox Sparrow', 'Gull', 'Jay', 'Wren'].flatMap((name, at) =>
    ['a', 'b', 'c'].map(letter => ({ at, name: at === 0 ? `${letter} Sparrow` : `${name} ${letter}` }))
  )
  const names = Array.from({ length: count }, (_, at) => classes[(at % 4) * 3 + Math.floor(at / 4)].name)
  const families = familiesOf({
    classes: names,
    signatures: [...alike],
    mixtures: [...alike],
    proportions: [...alike],
    agreement: {},
    byLikeness: groups.flat(),
    families: groups,
    nearest: [],
    claimed: {}
  })

  it('are those that are alike, in the order of the heat map, called by a word they share', () => {
    expect(groups.map(group => new Set(group.map(at => at % 4)).size)).toEqual([1, 1, 1, 1])
    expect([...groups.flat()].sort((a, b) => a - b)).toEqual([...names.keys()])
    expect(likenessOrder(count, alike)).toEqual(groups.flat())
    const sparrows = families.find(({ members }) => members[0] % 4 === 0)
    expect(sparrows?.name).toBe('Sparrow')
    expect(families.filter(({ name }) => name.startsWith('like ')).length).toBe(3)
  })

  it('say where mistakes stay', () => {
    // Rows 0 and 4 are of class 0: one named right, one taken for a class of the family; row 1 goes astray.
    const right = rightOf(
      count,
      { rows: Uint32Array.of(0, 4, 1), answers: Int32Array.of(0, 8, 0) },
      [0, 1, 2, 3, 0],
      families
    )
    expect(right[0]).toEqual({ rows: 2, right: 1, wrong: 1, within: 1 })
    expect(right[1]).toEqual({ rows: 1, right: 0, wrong: 1, within: 0 })
    expect(hardest(families, right)?.within).toBe(hardest(families, right)?.family.name === 'Sparrow' ? 1 : 0)
    expect(partWords(0.5)).toBe('half of')
  })

  it('are counted by what every image is taken for', async () => {
    const { engine, session } = await asked
    const { rows, answers } = await engine.affinity.answers(0)
    const { model } = await core
    expect(rows.length).toBe(answers.length)
    const { dataset } = await core
    for (const at of [0, 300, 900]) {
      const [best] = model
        .annotate({ bias: 0 })
        .recognise(await takeRows(dataset.features!, [rows[at]]), { among: 'all' })[0]
      expect(model.classes[answers[at]].name).toBe(best.class)
    }
    expect(session.store.getState().classes.length).toBe(10)
  })

  it('are drawn a pixel for each pair', () => {
    const pixels = shadesOf([0, 1, 0.5, 0], [1, 0], ['#000000', '#ffffff'])
    expect([...pixels].map(pixel => pixel & 0xff)).toEqual([0, 130, 255, 0])
  })
})

describe('of a long list', () => {
  it('only what is in view exists, and room stands for the rest', () => {
    const span = spanOf(50, 10, 200, 31)
    expect(span).toEqual({ from: 44, to: 66, before: 44 * 31, after: 134 * 31 })
    expect(spanOf(0, 10, 5, 31)).toEqual({ from: 0, to: 5, before: 0, after: 0 })
    expect(spanOf(500, 10, 200, 31)).toMatchObject({ from: 184, to: 200, after: 0 })
  })
})
