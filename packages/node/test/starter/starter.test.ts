// The thousand classes that come along, and answers from them, without any network: logits are made up.
import type { Encoder } from '@unseen/networks'
import { answerPhoto, starterProportions } from '../../src/starter/answer-photos.js'
import { parseDescription, parseDescriptions } from '../../src/starter/described.js'
import { describeToStarter } from '../../src/starter/describe-starter.js'
import { openStarter } from '../../src/starter/starter.js'
import { Matrix } from '@unseen/core'
import { expect, it } from 'vitest'

const starter = await openStarter()
const indexOf = (name: string): number => starter.classes.findIndex(({ names }) => names.includes(name))
const signature = (at: number): Float32Array =>
  starter.signatures.subarray(at * starter.length, (at + 1) * starter.length)

/** Says of each text "like NAME, NAME" the mean of their signatures. */
const encoder = {
  record: starter.encoder,
  length: starter.length,
  async encode(texts: readonly string[]) {
    const data = Float32Array.from(
      texts.flatMap(text => {
        const like = text
          .slice(text.indexOf(':') + 1)
          .split(',')
          .map(name => signature(indexOf(name.trim())))
        return Array.from({ length: starter.length }, (_, k) => like.reduce((sum, one) => sum + one[k], 0))
      })
    )
    return { vectors: Matrix.dense(texts.length, starter.length, data), remarks: [] }
  },
  close: async () => undefined
} as unknown as Encoder

it('comes whole: a thousand classes with names, glosses, kinds and signatures of length 1', () => {
  expect(starter.classes).toHaveLength(1000)
  for (const { names, gloss, kinds } of starter.classes) {
    expect(names.length).toBeGreaterThan(0)
    expect(gloss).not.toBe('')
    expect(kinds.length).toBeGreaterThan(2)
  }
  for (let at = 0; at < 1000; at++)
    expect(Math.hypot(...signature(at)), starter.classes[at].names[0]).toBeCloseTo(1, 2)
  // Places that two crane-shaped traps would have mixed up.
  expect(starter.classes[134].gloss).toContain('wading bird')
  expect(starter.classes[517].gloss).toContain('lifts and moves heavy objects')
  expect(starter.classes[340].names[0]).toBe('zebra')
})

it('knows names, other names and kinds', () => {
  expect(starter.knownAs('Zebra')).toEqual([340])
  expect(starter.knownAs('zebras')).toEqual([340])
  expect(starter.knownAs('elephant').map(at => starter.classes[at].names[0])).toEqual([
    'Indian elephant',
    'African elephant'
  ])
  expect(starter.knownAs('dog').length).toBeGreaterThan(100)
  expect(starter.knownAs('giraffe')).toEqual([])
})

it('describes classes as mixtures, says what is known and what is far, and minds the company', async () => {
  const candidates = await describeToStarter(
    starter,
    [
      { name: 'zebra', text: 'zebra: zebra' },
      { name: 'okapi', text: 'okapi: zebra, sorrel' },
      { name: 'lion', text: 'lion: lion' },
      { name: 'mouse', text: 'mouse: hamster' },
      {
        name: 'jumble',
        text: `jumble: ${starter.classes
          .slice(0, 1000)
          .map(({ names }) => names[0])
          .filter((_, at) => at % 25 === 0)
          .join(',')}`
      }
    ],
    encoder
  )
  const [zebra, okapi, , mouse, jumble] = candidates
  expect(zebra).toMatchObject({ knownAs: ['zebra'], isFar: false })
  expect(zebra.shares[0]).toMatchObject({ class: 'zebra' })
  expect(okapi.knownAs).toEqual([])
  expect(
    okapi.shares
      .slice(0, 2)
      .map(share => share.class)
      .sort()
  ).toEqual(['sorrel', 'zebra'])
  for (const { mixture } of candidates)
    expect(mixture.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
  // The network knows a computer's mouse, which is no animal.
  expect(mouse.knownAs).toEqual([])
  expect(mouse.namesake).toContain('electronic device')
  expect(jumble.isFar).toBe(true)
  const logits = new Float32Array(1000)
  logits[340] = 30
  const answers = answerPhoto(logits, candidates)
  expect(answers.map(({ class: name }) => name).slice(0, 2)).toEqual(['zebra', 'okapi'])
  expect(answers.map(({ kind }) => kind).slice(0, 2)).toEqual(['known', 'described'])
  expect(answers.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12)
  // A photo of nothing says nothing, and no number is lost for it.
  expect(
    answerPhoto(new Float32Array(1000).fill(-1e30), candidates).every(one => Number.isFinite(one.probability))
  ).toBe(true)
})

it('makes proportions of logits', () => {
  const [first, second] = starterProportions(Float32Array.of(4, 0))
  expect(first / second).toBeCloseTo(Math.E, 6)
  expect(first + second).toBeCloseTo(1, 12)
})

it('refuses another encoder and descriptions without a name', async () => {
  await expect(
    describeToStarter(starter, [], { ...encoder, record: { ...starter.encoder, model: 'other' } } as Encoder)
  ).rejects.toMatchObject({ code: 'encoder.missing' })
  expect(parseDescription('giraffe: tall')).toEqual({ name: 'giraffe', said: 'tall' })
  expect(parseDescription('giraffe')).toEqual({ name: 'giraffe' })
  expect(parseDescription('giraffe: ')).toEqual({ name: 'giraffe' })
  expect(() => parseDescription(': tall')).toThrow(/no name before the colon/)
  expect(() => parseDescriptions([])).toThrow(/No class is named/)
  expect(() => parseDescriptions(['giraffe'])).toThrow(/One class alone/)
  expect(() => parseDescriptions(['giraffe', 'Giraffe: tall'])).toThrow(/"Giraffe" is described twice/)
})
