// Answers as a table, when questions stop, what is expected between two tests, and sentences while they are typed.
import { describe, expect, it, vi } from 'vitest'
import { followTyping } from '../src/describe/sentence-actions.js'
import { type Described, emptyDocument, withAnswers, withoutAnswer } from '../src/document/document.js'
import { createHistory } from '../src/document/history.js'
import type { Studio } from '../src/page/studio.js'
import { fromCsv, toCsv } from '../src/photos/answers-csv.js'
import { answersUntilSettled, askedNow, isSettled } from '../src/photos/state.js'
import { expectedWith } from '../src/photos/PhotosMeaning.js'

const deer: Described = { name: 'deer', values: [1], how: 'attributes', versions: [] }
const document = { ...emptyDocument, classes: [deer] }

describe('answers', () => {
  it('count once, and the last one holds', () => {
    const said = withAnswers(withAnswers(deer, [{ photo: 3, name: 'a', yes: true }]), [
      { photo: 3, name: 'a', yes: false },
      { photo: 'f00', name: 'b', yes: true }
    ])
    expect(said.answers).toEqual([
      { photo: 3, name: 'a', yes: false },
      { photo: 'f00', name: 'b', yes: true }
    ])
    expect(withoutAnswer(withoutAnswer(said, 3), 'f00')).toEqual(deer)
  })

  it('go out as CSV and come back, names in quotes where they need them', () => {
    const answers = [
      { photo: 3, name: 'photo 4', yes: true },
      { photo: 'f00d', name: 'a "fine", one.jpg', yes: false }
    ]
    const text = toCsv({ classes: [withAnswers(deer, answers)] })
    expect(text).toBe(
      'class,photo,name,answer\r\ndeer,4,photo 4,yes\r\ndeer,f00d,"a ""fine"", one.jpg",no\r\n'
    )
    const back = fromCsv(document, `\uFEFF${text}elk,9,x,yes\r\n`)
    expect(back.document.classes[0].answers).toEqual(answers)
    expect(back).toMatchObject({ taken: 2, unknown: ['elk'] })
  })

  it('refuses what is no table of answers, with the line', () => {
    expect(() => fromCsv(document, 'a,b\n1,2\n')).toThrow('no table of answers')
    expect(() => fromCsv(document, 'class,photo,answer\ndeer,1,yes\ndeer,2,perhaps\n')).toThrow('Line 3')
  })
})

describe('questions', () => {
  it('stop when three answers in a row move under 1 photo in 100', () => {
    expect(isSettled({ moved: [0, 0.5, 0.9] })).toBe(true)
    expect(isSettled({ moved: [0, 1.2, 0] })).toBe(false)
    expect(isSettled({ moved: [0, 0] })).toBe(false)
    expect(answersUntilSettled(9)).toBe(21)
    expect(answersUntilSettled(0.1)).toBe(4)
  })

  it('leave out what was skipped', () => {
    expect(askedNow(undefined, [])).toEqual([])
  })

  it('expect what lies between two tests', () => {
    const test = [
      { photos: 0, right: 0.6, give: 0.1 },
      { photos: 4, right: 0.8, give: 0.06 }
    ]
    expect(expectedWith(test, 0)).toEqual(test[0])
    expect(expectedWith(test, 2).right).toBeCloseTo(0.7)
    expect(expectedWith(test, 9)).toEqual(test[1])
  })
})

describe('a sentence while it is typed', () => {
  it('is read after a pause, drops answers of older drafts, and is one step until a pause of a second', async () => {
    vi.useFakeTimers()
    const history = createHistory(document)
    const answers: ((values: number) => void)[] = []
    const encode = vi.fn(
      () => new Promise(resolve => answers.push(value => resolve({ values: [value], remarks: [] })))
    )
    const studio = {
      history,
      engine: { sentences: { encode } },
      pages: { describe: { setState: () => undefined } }
    } as unknown as Studio
    const typing = followTyping(studio, 'deer')
    const now = () => history.store.getState().present.classes[0]
    typing.type('a')
    await vi.advanceTimersByTimeAsync(60)
    typing.type('a b')
    await vi.advanceTimersByTimeAsync(119)
    expect(encode).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(encode.mock.calls).toEqual([['a b']])
    // It goes on: the answer that is under way is of an older draft.
    typing.type('a b c')
    answers[0](2)
    await vi.advanceTimersByTimeAsync(120)
    expect(now().values).toEqual([1])
    answers[1](3)
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toMatchObject({ values: [3], sentence: 'a b c', how: 'sentence' })
    typing.type('a b c d')
    await vi.advanceTimersByTimeAsync(120)
    answers[2](4)
    await vi.advanceTimersByTimeAsync(1000)
    expect(history.store.getState().past).toHaveLength(1)
    typing.type('e')
    await vi.advanceTimersByTimeAsync(120)
    answers[3](5)
    await vi.advanceTimersByTimeAsync(0)
    expect(history.store.getState().past).toHaveLength(2)
    vi.useRealTimers()
  })
})
