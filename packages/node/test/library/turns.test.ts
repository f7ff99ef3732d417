import { Turns } from '../../src/library/turns.js'
import { expect, it } from 'vitest'

it('so many run at once, in order, and who gives up leaves the others their turns', async () => {
  const turns = new Turns(2)
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const run = (name: number, signal?: AbortSignal): Promise<number> =>
    turns.run(async () => {
      begun.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
      return name
    }, signal)
  const leaving = new AbortController()
  const all = [run(1), run(2), run(3, leaving.signal), run(4)]
  const failing = turns.run(() => Promise.reject(new Error('broken')))
  const gone = expect(all[2]).rejects.toMatchObject({ code: 'cancelled' })
  leaving.abort()
  await gone
  expect(begun).toEqual([1, 2])
  ends.get(1)?.()
  await all[0]
  await Promise.resolve()
  expect(begun).toEqual([1, 2, 4])
  ends.get(2)?.()
  await expect(failing).rejects.toThrow('broken')
  ends.get(4)?.()
  await all[3]
})
