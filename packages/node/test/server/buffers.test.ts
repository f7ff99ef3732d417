import { Buffers } from '../../src/server/work/buffers.js'
import { packBytes } from '../../src/server/work/pack-bytes.js'
import { describe, expect, it } from 'vitest'

describe('buffers', () => {
  it('have room for what is asked, and go around', () => {
    const buffers = new Buffers()
    const first = buffers.take(100_000)
    expect(first.byteLength).toBeGreaterThanOrEqual(100_000)
    expect(buffers.take(100_000)).not.toBe(first)
    buffers.give(first)
    expect(buffers.take(70_000)).toBe(first)
    expect(buffers.take(0).byteLength).toBeGreaterThan(0)
  })

  it('that lie idle take bounded memory', () => {
    const buffers = new Buffers()
    const given = Array.from({ length: 40 }, () => buffers.take(4 * 2 ** 20))
    for (const buffer of given) buffers.give(buffer)
    const again = given.map(() => buffers.take(4 * 2 ** 20))
    const kept = again.filter(buffer => given.includes(buffer)).length
    expect(kept).toBeGreaterThan(0)
    expect(kept * 4 * 2 ** 20).toBeLessThanOrEqual(64 * 2 ** 20)
  })

  it('of a size of their own, or already sent away, are not kept', () => {
    const buffers = new Buffers()
    const odd = new ArrayBuffer(100_000)
    const gone = new ArrayBuffer(2 ** 17)
    structuredClone(gone, { transfer: [gone] })
    for (const buffer of [odd, gone]) buffers.give(buffer)
    expect(buffers.take(2 ** 17)).not.toBe(gone)
    expect(buffers.take(100_000)).not.toBe(odd)
  })
})

describe('packed', () => {
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at + length) % 251)

  it('small arrays share one buffer and large ones keep theirs, all with what was in them', () => {
    const arrays = [bytes(10), bytes(100_000), bytes(0), bytes(999)]
    const taken: number[] = []
    const { views, transfer } = packBytes(arrays, length => {
      taken.push(length)
      return new ArrayBuffer(length)
    })
    expect(views.map(view => [...view])).toEqual(arrays.map(array => [...array]))
    expect(taken).toEqual([16 + 1000])
    expect(transfer).toEqual([views[0].buffer, views[1].buffer])
    expect(views.map(({ byteOffset }) => byteOffset % 8)).toEqual([0, 0, 0, 0])
  })

  it('large arrays alone take no buffer: none would come back', () => {
    const arrays = [bytes(70_000), bytes(80_000)]
    const { views, transfer } = packBytes(arrays, () => expect.fail('a buffer was taken'))
    expect([views, transfer]).toEqual([arrays, arrays.map(({ buffer }) => buffer)])
  })
})
