// A file that is not what was saved: every changed byte, every length, every addition.
import { checksum } from '../../src/model/file-layout.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import { describe, expect, it } from 'vitest'
import { refusal, refusedBy, tinyModel } from './file-cases.js'

const bytes = toBytes(tinyModel().annotate({ source: 'é', bias: 0.5 }))
const headerEnd = 8 + new DataView(bytes.buffer).getUint32(0, true)

function flipped(at: number, mask: number): Uint8Array {
  const copy = bytes.slice()
  copy[at] ^= mask
  return copy
}

describe('a damaged file', () => {
  it('is refused for any changed bit in any byte', () => {
    const codes = new Set<string>()
    for (let at = 0; at < bytes.length; at++)
      for (let bit = 0; bit < 8; bit++) codes.add(refusal(flipped(at, 1 << bit)))
    expect([...codes].sort()).toEqual(['file.checksum', 'file.header', 'file.truncated'])
  })

  it('is refused for any other value of a byte', () => {
    const codes = new Set<string>()
    for (let at = 5; at < bytes.length; at += 61)
      for (let mask = 1; mask < 256; mask++) codes.add(refusal(flipped(at, mask)))
    for (const code of codes) expect(code).toMatch(/^file\./)
  })

  it('says that a checksum does not hold, and of what', () => {
    for (let at = headerEnd; at < bytes.length; at++) {
      const error = refusedBy(() => fromBytes(flipped(at, 64)))
      expect(error.code).toBe('file.checksum')
      expect(['signatures', 'mixtures', 'residuals', 'references', 'weights']).toContain(error.where.section)
      expect(error.remedy).toMatch(/copy it again/)
    }
    expect(refusal(flipped(headerEnd - 1, 1))).toBe('file.checksum')
    expect(refusal(flipped(120, 1))).toBe('file.checksum')
  })

  it('is refused at every length short of its own', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(refusal(bytes.subarray(0, length))).toBe('file.truncated')
  })

  it('is refused with anything behind its end', () => {
    for (const extra of [1, 7, 8, 4096]) {
      const longer = new Uint8Array(bytes.length + extra)
      longer.set(bytes)
      expect(refusal(longer)).toBe('file.header')
    }
  })

  it('is refused with two bytes exchanged or a block of zeros', () => {
    for (let at = 8; at + 1 < bytes.length; at++) {
      if (bytes[at] === bytes[at + 1]) continue
      const copy = bytes.slice()
      copy[at] = bytes[at + 1]
      copy[at + 1] = bytes[at]
      expect(refusal(copy)).toMatch(/^file\./)
    }
    expect(refusal(bytes.slice().fill(0, 64, 128))).toMatch(/^file\./)
  })
})

describe('something else', () => {
  it('is refused', () => {
    expect(refusal(new Uint8Array(0))).toBe('file.truncated')
    expect(refusal(new Uint8Array(64))).toBe('file.header')
    expect(refusal(new TextEncoder().encode('\u0089PNG and some more text'))).toBe('file.header')
    const other = new TextEncoder().encode(
      '________{"weights":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}0000'
    )
    new DataView(other.buffer).setBigUint64(0, 60n, true)
    expect(refusal(other)).toBe('file.header')
  })
})

it('the checksum is CRC-32', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  expect(checksum(encode('123456789'))).toBe('cbf43926')
  expect(checksum(encode('1234'), encode(''), encode('56789'))).toBe('cbf43926')
  expect(checksum()).toBe('00000000')
})
