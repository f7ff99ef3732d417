// Pieces at work at the same time, results in the order of the pieces.
import { inOrder } from '../../src/use/row-work.js'
import { describe, expect, it } from 'vitest'

async function* numbers(count: number): AsyncGenerator<number, void, void> {
  for (let k = 0; k < count; k++) yield await Promise.resolve(k)
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

describe('inOrder', () => {
  it.each([
    [1, 0],
    [1, 5],
    [3, 2],
    [3, 3],
    [3, 10]
  ])('with %i ahead gives %i results in order, and never more at work', async (ahead, count) => {
    let [atWork, most] = [0, 0]
    const results: number[] = []
    const work = async (k: number): Promise<number> => {
      most = Math.max(most, ++atWork)
      await sleep((7 * k) % 5)
      atWork--
      return k
    }
    for await (const result of inOrder(numbers(count), ahead, work)) results.push(result)
    expect(results).toEqual([...Array(count).keys()])
    expect(most).toBe(Math.min(ahead, count))
  })

  it('one at a time, begins nothing before the last result was taken', async () => {
    const begun: number[] = []
    const results = inOrder(numbers(3), 1, k => Promise.resolve(begun.push(k)))
    await results.next()
    await sleep(5)
    expect(begun).toEqual([0])
    await results.return()
  })

  it('ends with the first error in the order of the pieces; what is at work is left alone', async () => {
    const results: number[] = []
    const taking = (async () => {
      for await (const result of inOrder(numbers(9), 4, async k => {
        await sleep(10 - 2 * k)
        if (k >= 2) throw new Error(`piece ${k}`)
        return k
      }))
        results.push(result)
    })()
    await expect(taking).rejects.toThrow('piece 2')
    expect(results).toEqual([0, 1])
  })
})
