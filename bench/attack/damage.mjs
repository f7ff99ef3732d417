// The mutators: a file, changed in a way that a seed and a number settle, so that every finding can be had again.

/** Numbers in [0, below), the same for the same seed. */
export function randomOf(seed) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x85ebca6b) >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** What lengths, counts and offsets break at. */
const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 4e9]

const kinds = [
  ({ bytes, random }) => flip(bytes, random),
  ({ bytes, random }) => flip(flip(flip(bytes, random), random), random),
  ({ bytes, random }) => bytes.slice(0, random(bytes.length + 1)),
  ({ bytes, random }) => {
    const copy = bytes.slice()
    copy.copyWithin(random(copy.length), random(copy.length), random(copy.length))
    return copy
  },
  ({ bytes, random }) => {
    const copy = bytes.slice()
    const [at, width] = [random(copy.length), [1, 2, 4, 8][random(4)]]
    const value = edges[random(edges.length)]
    for (let k = 0; k < width && at + k < copy.length; k++)
      copy[at + k] = k < 4 ? (value >>> (8 * k)) & 255 : 0
    return copy
  },
  ({ bytes, random }) => {
    const [at, length] = [random(bytes.length), 1 + random(40)]
    return joined(bytes.subarray(0, at), bytes.subarray(at + length))
  },
  ({ bytes, random }) => {
    const [at, from] = [random(bytes.length), random(bytes.length)]
    return joined(bytes.subarray(0, at), bytes.subarray(from, from + 1 + random(60)), bytes.subarray(at))
  },
  ({ bytes, other, random }) =>
    joined(bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))),
  ({ bytes, random }) => {
    const copy = bytes.slice()
    for (let edit = 1 + random(8); edit > 0; edit--) copy[random(copy.length)] = random(256)
    return copy
  },
  // Texts break at other places than bytes do.
  ({ bytes, random }) => {
    const at = random(bytes.length)
    return joined(
      bytes.subarray(0, at),
      new TextEncoder().encode(tokens[random(tokens.length)]),
      bytes.subarray(at)
    )
  }
]

const tokens = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  '\0',
  '-',
  '1e999',
  '9007199254740993',
  'null',
  'NaN',
  '\ufeff',
  '\u2028',
  '__proto__',
  '../',
  '=1+1',
  '\ud83e'
]

/** A file near `bytes`; parts of `other` may get into it. */
export function damage(bytes, other, random) {
  return bytes.length === 0 ? bytes : kinds[random(kinds.length)]({ bytes, other, random })
}

function flip(bytes, random) {
  if (bytes.length === 0) return bytes
  const copy = bytes.slice()
  copy[random(copy.length)] ^= 1 << random(8)
  return copy
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
