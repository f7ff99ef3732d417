import { createHistory } from '../src/document/history.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('the history', () => {
  it('undoes and does again, step by step', () => {
    const history = createHistory(0)
    history.change('one', () => 1)
    history.change('two', () => 2)
    expect(history.undo()).toBe('two')
    expect(history.store.getState().present).toBe(1)
    expect(history.redo()).toBe('two')
    expect(history.store.getState().present).toBe(2)
    expect(history.redo()).toBeUndefined()
  })

  it('makes one step of a drag, and a new one after it was let go', () => {
    const history = createHistory(0)
    for (const value of [1, 2, 3]) history.change(`to ${value}`, () => value, { drag: 'forest' })
    history.settle()
    history.change('to 4', () => 4, { drag: 'forest' })
    expect(history.store.getState().past.map(({ label }) => label)).toEqual(['to 3', 'to 4'])
    history.undo()
    history.undo()
    expect(history.store.getState().present).toBe(0)
  })

  it('takes what others did into its whole past, and drops steps that are none any more', () => {
    type Pair = Readonly<{ mine: number; theirs: number }>
    const history = createHistory<Pair>({ mine: 0, theirs: 0 })
    history.change('mine', now => ({ ...now, mine: 1 }))
    history.change('theirs, by me', now => ({ ...now, theirs: 1 }))
    history.rebase(
      value => ({ ...value, theirs: 9 }),
      (a, b) => a.mine === b.mine && a.theirs === b.theirs
    )
    expect(history.store.getState().present).toEqual({ mine: 1, theirs: 9 })
    expect(history.undo()).toBe('mine')
    expect(history.store.getState().present).toEqual({ mine: 0, theirs: 9 })
    expect(history.undo()).toBeUndefined()
    expect(history.redo()).toBe('mine')
  })

  it('takes a drag of another thing for another step', () => {
    const history = createHistory(0)
    history.change('a', () => 1, { drag: 'a' })
    history.change('b', () => 2, { drag: 'b' })
    expect(history.store.getState().past).toHaveLength(2)
  })

  it('counts no step where nothing changed, and forgets the future at a new one', () => {
    const history = createHistory(0)
    history.change('same', now => now)
    expect(history.store.getState().past).toHaveLength(0)
    history.change('one', () => 1)
    history.undo()
    history.change('other', () => 7)
    expect(history.redo()).toBeUndefined()
  })

  it('comes back to where it was, whatever was done and undone', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ value: fc.nat(9), drag: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }) }),
          { maxLength: 40 }
        ),
        changes => {
          const history = createHistory(-1)
          for (const { value, drag } of changes)
            history.change('c', () => value, drag === undefined ? {} : { drag })
          const end = history.store.getState().present
          while (history.undo() !== undefined)
            expect(history.store.getState().future.length).toBeGreaterThan(0)
          expect(history.store.getState().present).toBe(-1)
          while (history.redo() !== undefined) expect(history.store.getState().past.length).toBeGreaterThan(0)
          expect(history.store.getState().present).toBe(end)
        }
      )
    )
  })
})
