import { defined } from '../../src/base/defined.js'
import {
  type Evidence,
  defaultLimits,
  inHundred,
  testedWords,
  verdictOf
} from '../../src/recognition/verdict.js'
import { describe, expect, it } from 'vitest'

const said = (
  probabilities: readonly (number | undefined)[],
  { unlike, limits = defaultLimits }: Partial<Pick<Evidence, 'unlike' | 'limits'>> = {}
): ReturnType<typeof verdictOf> =>
  verdictOf({
    best: probabilities.map((probability, at) => ({
      class: ['giraffe', 'antelope', 'cow'][at],
      ...defined({ probability })
    })),
    unlike,
    limits,
    falseAlarms: 0.02,
    rough: false
  })

const far = (share: number): NonNullable<Evidence['unlike']> => ({
  share,
  measure: 'distance',
  value: 3.14,
  limit: 2
})

describe('the verdict', () => {
  it('is the first rule that holds', () => {
    expect(said([0.97, 0.02])).toMatchObject({ kind: 'surely', words: 'Almost surely a giraffe: 97 in 100.' })
    expect(said([0.71, 0.2])).toMatchObject({ kind: 'probably', words: 'Probably a giraffe: 71 in 100.' })
    expect(said([0.47, 0.37])).toEqual({
      kind: 'either',
      classes: ['giraffe', 'antelope'],
      probabilities: [0.47, 0.37],
      words: 'A giraffe or an antelope: 47 and 37.',
      rough: false
    })
    expect(said([0.58, 0.19])).toMatchObject({
      kind: 'hard',
      classes: ['giraffe'],
      words: 'Hard to say. Perhaps a giraffe: 58 in 100.'
    })
    expect(said([0.38, 0.3])).toMatchObject({ kind: 'hard' })
  })

  it('is "unlike" by the rate of false alarms alone, never by a small margin', () => {
    expect(said([0.97, 0.02], { unlike: far(0.98) })).toEqual({
      kind: 'unlike',
      classes: [],
      probabilities: [],
      words: 'Unlike anything known: 1.6 times as unlike as is usual.',
      rough: false
    })
    expect(said([0.5, 0.5], { unlike: far(0.979) })).toMatchObject({ kind: 'either' })
    expect(said([undefined], { unlike: far(1) })).toMatchObject({ kind: 'unlike' })
  })

  it('says how unlike in the same words for every measure, and leaves out figures that mean nothing', () => {
    const words = (unlike: Partial<NonNullable<Evidence['unlike']>>): string =>
      said([0.9], { unlike: { ...far(1), ...unlike } }).words
    expect(words({ measure: 'tilt', value: 0.26, limit: 0.13 })).toBe(words({ value: 4, limit: 2 }))
    expect(words({ value: 1e6, limit: 2 })).toBe(
      'Unlike anything known: over 10 times as unlike as is usual.'
    )
    for (const vague of [{ limit: null }, { limit: 0 }, { value: 2.01, limit: 2 }])
      expect(words(vague)).toBe('Unlike anything known.')
  })

  it('says what was not tested, and keeps to limits of its model', () => {
    expect(said([undefined, undefined])).toMatchObject({
      kind: 'untested',
      classes: ['giraffe'],
      probabilities: [],
      words: 'A giraffe comes closest. How sure that is was not tested.'
    })
    const limits = { surely: null, probably: 0.8, either: null }
    expect(said([0.99, 0.01], { limits }).kind).toBe('probably')
    expect(said([0.5, 0.5], { limits }).kind).toBe('hard')
  })

  it('is never certain', () => {
    expect([1, 0.999, 0.5, 0.004, 0].map(inHundred)).toEqual([99, 99, 50, 1, 1])
  })

  it('tells how often it was right, from 20 rows on', () => {
    const tested = (rows: number): string | undefined =>
      testedWords(
        {
          temperature: 1,
          limits: defaultLimits,
          words: {
            surely: { rows, right: 24 },
            probably: { rows: 0, right: 0 },
            either: { rows: 0, right: 0 },
            hard: { rows: 0, right: 0 }
          }
        },
        'surely'
      )
    expect(tested(33)).toBe('Of 33 test images with an answer this sure, 24 were right.')
    expect(tested(19)).toBeUndefined()
    expect(testedWords(undefined, 'surely')).toBeUndefined()
  })
})
