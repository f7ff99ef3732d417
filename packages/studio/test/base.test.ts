import { UnseenError } from '@unseen/core'
import {
  type Described,
  changesOf,
  emptyDocument,
  withDescribed,
  withVersion
} from '../src/document/document.js'
import { createLatest } from '../src/lib/latest.js'
import { problemOf } from '../src/lib/problem.js'
import { day, duration, list, percent, plural, signed } from '../src/lib/say.js'
import { describe, expect, it } from 'vitest'

describe('latest', () => {
  it('asks once at a time, and of those that wait only the newest', async () => {
    const asked: number[] = []
    const applied: number[] = []
    const latest = createLatest<number, number>({
      answer: async question => {
        asked.push(question)
        await Promise.resolve()
        return question
      },
      apply: answer => applied.push(answer),
      fail: () => expect.fail()
    })
    for (const question of [1, 2, 3, 4]) latest.ask(question)
    await latest.settled()
    expect(asked).toEqual([1, 4])
    expect(applied).toEqual([1, 4])
  })

  it('drops an answer that comes after the subject has changed, and goes on', async () => {
    const applied: number[] = []
    const latest = createLatest<number, number>({
      answer: async question => question,
      apply: answer => applied.push(answer),
      fail: () => expect.fail()
    })
    latest.ask(1)
    latest.drop()
    await latest.settled()
    latest.ask(2)
    await latest.settled()
    expect(applied).toEqual([2])
  })

  it('says what failed and answers the next', async () => {
    const failed: unknown[] = []
    const applied: number[] = []
    const latest = createLatest<number, number>({
      answer: question => (question === 1 ? Promise.reject(new Error('no')) : Promise.resolve(question)),
      apply: answer => applied.push(answer),
      fail: error => failed.push(error)
    })
    latest.ask(1)
    await latest.settled()
    latest.ask(2)
    await latest.settled()
    expect(failed).toHaveLength(1)
    expect(applied).toEqual([2])
  })
})

describe('a problem', () => {
  it('is an error with its remedy in a place of its own', () => {
    expect(
      problemOf(
        new UnseenError('labels.length', 'labels has 3 entries.', {
          where: { file: 'a.csv' },
          remedy: 'Give one per row.'
        })
      )
    ).toEqual({
      what: 'labels has 3 entries.',
      where: { file: 'a.csv' },
      remedy: 'Give one per row.',
      code: 'labels.length'
    })
  })

  it('is made of anything that was thrown', () => {
    expect(problemOf('plain')).toEqual({ what: 'plain' })
    expect(problemOf(undefined)).toEqual({ what: 'undefined' })
    expect(problemOf(new Error(''))).toEqual({ what: 'Something went wrong.' })
  })
})

describe('numbers as text', () => {
  it('writes them as people do', () => {
    expect([percent(0.934), percent(-0.004), signed(-0.0331, 3), signed(-0.0001, 2)]).toEqual([
      '93\u202f%',
      '0\u202f%',
      '−0.033',
      '0.00'
    ])
    expect([duration(0.004), duration(2.04), duration(72), duration(3725)]).toEqual([
      '4 ms',
      '2.0 s',
      '1 min 12 s',
      '1 h 2 min'
    ])
    expect([plural(1, 'image'), plural(2000, 'image'), plural(2, 'class', 'classes')]).toEqual([
      '1 image',
      '2,000 images',
      '2 classes'
    ])
    expect([list([]), list(['a']), list(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c'])
    const noon = new Date(2026, 2, 3, 12).getTime()
    expect([
      day(noon, noon + 3600_000),
      day(noon, noon + 86_400_000 * 3),
      day(noon, noon + 86_400_000 * 700)
    ]).toEqual(['today 12:00', '3 March', '3 March 2026'])
  })
})

describe('the document', () => {
  const deer: Described = { name: 'deer', values: [1, 0], how: 'attributes', versions: [] }

  it('replaces a class in its place and adds a new one at the end', () => {
    const two = withDescribed(withDescribed(emptyDocument, deer), { ...deer, name: 'elk' })
    expect(
      withDescribed(two, { ...deer, values: [0, 1] }).classes.map(({ name, values }) => [name, values[0]])
    ).toEqual([
      ['deer', 0],
      ['elk', 1]
    ])
  })

  it('counts versions and changes since the last', () => {
    const first = withVersion(deer, 5)
    expect(first.versions).toEqual([{ number: 1, time: 5, values: [1, 0] }])
    expect(withVersion(first, 9)).toBe(first)
    const changed = { ...first, values: [1, 1] }
    expect([changesOf(deer), changesOf(first), changesOf(changed)]).toEqual([0, 0, 1])
    expect(withVersion(changed, 9).versions.map(({ number }) => number)).toEqual([1, 2])
  })
})
