/**
 * A quick content hash, two lanes of 32 bits after MurmurHash3's mixing. It tells data sets and
 * searches apart; it is no protection against somebody who wants a collision.
 */
export class Hash {
  private first = 0x9747b28c
  private second = 0x3c6ef372

  add(data: ArrayBufferView): this {
    // Views that start between words are copied, so that words can be read at once.
    const bytes =
      data.byteOffset % 4 === 0
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice()
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2)
    for (let i = 0; i < words.length; i++) this.mix(words[i])
    for (let i = words.length * 4; i < bytes.length; i++) this.mix(bytes[i])
    this.mix(bytes.length)
    return this
  }

  addText(text: string): this {
    return this.add(new TextEncoder().encode(text))
  }

  /** To go on in another way from here. */
  copy(): Hash {
    const copy = new Hash()
    copy.first = this.first
    copy.second = this.second
    return copy
  }

  /** 16 hexadecimal digits */
  digest(): string {
    return [this.first, this.second].map(lane => finish(lane).toString(16).padStart(8, '0')).join('')
  }

  private mix(word: number): void {
    const a = rotate(Math.imul(word, 0xcc9e2d51), 15)
    this.first = (Math.imul(rotate(this.first ^ Math.imul(a, 0x1b873593), 13), 5) + 0xe6546b64) | 0
    this.second = (Math.imul(rotate(this.second ^ word, 11), 0x2c1b3c6d) + 0x297a2d39) | 0
  }
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

function finish(lane: number): number {
  let value = lane
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
