// What leaves the page and what comes back by a link: recipes as text, links that strangers wrote, classes
// that do not fit.
import { setAttribute, takeVector } from '../src/describe/actions.js'
import { forgetClass, newClass } from '../src/describe/class-actions.js'
import { problemOf } from '../src/lib/problem.js'
import { perform } from '../src/page/action.js'
import { undo } from '../src/page/history-actions.js'
import type { Studio } from '../src/page/studio.js'
import { addOffered, freeName, receiveLink } from '../src/take-away/actions.js'
import { fromLink, linkedPart, toLink } from '../src/take-away/description-link.js'
import { commandsOf, inTable, modelFileOf, programOf } from '../src/take-away/recipe-text.js'
import type { Recipe } from '../src/take-away/recipe.js'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zooStudio } from './helpers/zoo.js'

const packed = (value: unknown): string =>
  deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const good = {
  format: 'unseen-description',
  version: 1,
  name: 'zebra',
  attributes: ['stripes', 'big', 'water'],
  values: [1, 0.9, 0]
}
const codeOf = (part: string): Promise<unknown> =>
  fromLink(part).then(
    () => 'taken',
    (error: unknown) => problemOf(error).code
  )

const recipeOf = async (studio: Studio): Promise<Recipe> => {
  await studio.sync.settled()
  const { bias, margin } = studio.history.store.getState().present
  return studio.engine.takeAway.recipe({ bias, margin })
}
const names = { data: 'DATA', project: 'zoo' }

describe('a link with a description', () => {
  it('carries all of it there and back', async () => {
    const description = {
      name: 'zèbre of “Grévy”',
      attributes: ['stripes', 'a, b'],
      values: [0.1 + 0.2, -1e-7],
      sentence: 'A horse in pyjamas.'
    }
    const hash = await toLink(description)
    expect(hash).toMatch(/^#describe=[\w-]+$/)
    expect(await fromLink(linkedPart(hash) ?? '')).toEqual(description)
    expect(linkedPart('#/describe?class=deer')).toBeUndefined()
    expect(await fromLink(packed(good))).toEqual({
      name: 'zebra',
      attributes: good.attributes,
      values: good.values
    })
  })

  it.each([
    ['nothing', ''],
    ['other characters', 'ab%20<script>'],
    ['what is not packed', 'aGVsbG8'],
    ['half of one', packed(good).slice(0, -20)],
    ['what is not JSON', packed('{')],
    ['what is not UTF-8', deflateRawSync(Buffer.from([0x22, 0xff, 0x22])).toString('base64url')],
    ['a list', packed([1])],
    ['another format', packed({ ...good, format: 'other' })],
    ['a newer version', packed({ ...good, version: 2 })],
    ['no name', packed({ ...good, name: '  ' })],
    ['a name that is no text', packed({ ...good, name: { toString: 'x' } })],
    ['a name that turns the text around', packed({ ...good, name: 'a\u202eb' })],
    ['a long name', packed({ ...good, name: 'x'.repeat(201) })],
    ['texts for numbers', packed({ ...good, values: ['1', 2, 3] })],
    ['a number without end', packed(JSON.stringify(good).replace('0.9', '1e999'))],
    ['zeros', packed({ ...good, values: [0, 0, 0] })],
    ['other names than numbers', packed({ ...good, attributes: ['stripes'] })],
    ['the same name twice', packed({ ...good, attributes: ['big', 'big', 'water'] })],
    ['a sentence without end', packed({ ...good, sentence: 'x'.repeat(5000) })],
    ['what unpacks to a hundred megabytes', packed(`"${' '.repeat(1e8)}"`)],
    ['too many characters', 'a'.repeat(40_000)]
  ])('refuses %s', async (_, part) => {
    expect(await codeOf(part)).toBe('link.description')
  })

  it('is not made of a description too long for it', async () => {
    const values = Array.from({ length: 20_000 }, (_, at) => Math.sin(at))
    await expect(toLink({ name: 'long', values })).rejects.toMatchObject({ code: 'link.description' })
  })

  it('adds a class in the order of the attributes here, which undo takes back', async () => {
    const studio = await zooStudio()
    await perform(
      studio,
      receiveLink,
      packed({ ...good, name: 'okapi', attributes: ['water', 'stripes', 'big'], values: [0.1, 0.5, 0.8] })
    )
    await perform(studio, addOffered, freeName(studio, 'okapi'))
    expect(studio.notices.store.getState().problem).toBeUndefined()
    expect(studio.history.store.getState().present.classes.at(-1)).toMatchObject({
      name: 'okapi',
      values: [0.5, 0.8, 0.1],
      how: 'attributes'
    })
    expect(studio.address.store.getState()).toMatchObject({ page: 'describe', params: { class: 'okapi' } })
    expect(studio.offer.getState().description).toBeUndefined()
    expect(freeName(studio, 'okapi')).toBe('okapi 2')
    await perform(studio, undo, undefined)
    expect(studio.history.store.getState().present.classes.map(({ name }) => name)).toEqual(['zebra'])
  })

  it('is refused where it is about other attributes, or names a class that is there', async () => {
    const studio = await zooStudio()
    const before = studio.history.store.getState().present
    const problemCode = async (value: object, name: string): Promise<string | undefined> => {
      await perform(studio, receiveLink, packed({ ...good, ...value }))
      await perform(studio, addOffered, name)
      const { code } = studio.notices.store.getState().problem ?? {}
      studio.notices.clear()
      return code
    }
    expect(await problemCode({ attributes: ['stripes', 'big', 'wings'] }, 'okapi')).toBe('link.fit')
    expect(await problemCode({ attributes: ['stripes', 'big'], values: [1, 1] }, 'okapi')).toBe('link.fit')
    expect(await problemCode({ attributes: undefined, values: [1, 1] }, 'okapi')).toBe('link.fit')
    expect(await problemCode({}, 'zebra')).toBe('signatures.duplicate')
    expect(await problemCode({}, 'horse')).toBe('classes.seen')
    expect(studio.history.store.getState().present).toBe(before)
    expect(studio.offer.getState().description).toBeDefined()
  })

  it('changes nothing where it is broken', async () => {
    const studio = await zooStudio()
    await perform(studio, receiveLink, 'broken')
    expect(studio.notices.store.getState().problem?.code).toBe('link.description')
    expect(studio.offer.getState().description).toBeUndefined()
  })
})

describe('the recipe', () => {
  it("says how data of one's own were trained on, with the classes that are unseen", async () => {
    const studio = await zooStudio()
    expect(commandsOf(await recipeOf(studio), names)).toBe(
      [
        'unseen fit DATA --unseen zebra --table attributes --weights class --compare cosine --ridge 10 -o zoo.unseen',
        'unseen recognise zoo.unseen DATA --rows all --among all'
      ].join('\n')
    )
  })

  it('names attributes where they are few, and leaves the others to a table', async () => {
    const studio = await zooStudio()
    await perform(studio, setAttribute, { index: 1, value: 0.25 })
    await perform(studio, newClass, { name: 'sea tiger', from: 'tiger' })
    await perform(studio, setAttribute, { index: 2, value: 1 })
    await perform(studio, newClass, { name: '-x', from: 'tiger' })
    const recipe = await recipeOf(studio)
    expect(commandsOf(recipe, names).split('\n').slice(1, -1)).toEqual([
      'unseen describe zoo.unseen "sea tiger" --like tiger --attribute water=1',
      'unseen describe zoo.unseen zebra --like zebra --attribute big=0.25 --replace',
      'unseen describe zoo.unseen --from classes.csv --replace'
    ])
    expect(inTable(recipe).map(({ name }) => name)).toEqual(['-x'])
    expect(await (await studio.engine.takeAway.table(inTable(recipe), recipe.attributes)).text()).toBe(
      'class,stripes,big,water\n"-x",1,1,0\n'
    )
    expect(programOf(recipe, names)).toContain(
      'model = model.describe("sea tiger", signature([["water",1]], "tiger"))'
    )
    await perform(studio, takeVector, '0.3 0.2 0.7')
    expect((await recipeOf(studio)).described.find(({ name }) => name === '-x')?.said).toEqual({
      changes: [
        ['stripes', 0.3],
        ['big', 0.2],
        ['water', 0.7]
      ]
    })
  })

  it('forgets what was forgotten, and quotes what a shell would read otherwise', async () => {
    const studio = await zooStudio()
    await perform(studio, newClass, { name: 'it\'s $HOME "`x`', from: 'tiger' })
    studio.address.set({ class: 'zebra' })
    await perform(studio, forgetClass, undefined)
    const commands = commandsOf(await recipeOf(studio), { data: 'DATA', project: '../my: zoo?' })
    expect(commands).toContain("unseen describe my-zoo.unseen 'it'\\''s $HOME \"`x`' --like tiger")
    expect(commands).toContain('unseen forget -- my-zoo.unseen zebra')
    expect(modelFileOf(' ? ')).toBe('model.unseen')
  })

  it('carries a bias that was set by hand into commands, program, model and graph', async () => {
    const studio = await zooStudio()
    studio.history.change('Set the bias', now => ({ ...now, bias: -0.25, margin: 0.01 }))
    const recipe = await recipeOf(studio)
    expect(commandsOf(recipe, names)).toContain(
      'unseen rehearse DATA --model zoo.unseen --bias -0.25\nunseen recognise zoo.unseen DATA --rows all --among all --reject 0.01'
    )
    expect(programOf(recipe, names)).toContain('annotate({ bias: -0.25 })')
    const [plain, biased] = await Promise.all([
      studio.engine.takeAway.onnx({ version: '1' }),
      studio.engine.takeAway.onnx({ version: '1', bias: -0.25 })
    ])
    expect(await biased.text()).not.toBe(await plain.text())
    const { model, onnx } = await studio.engine.takeAway.sizes({ version: '1', bias: -0.25 })
    expect([model, onnx]).toEqual([(await studio.engine.takeAway.model(-0.25)).size, biased.size])
  })
})
