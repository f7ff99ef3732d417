/**
 * CRC-32 (polynomial 0xedb88320) as zip uses it, eight bytes a step (Kounavis and Berry, "slicing by
 * 8"): about four times as fast as byte by byte, since a 100 MB entry is checked on its way.
 */
const tables = Array.from({ length: 8 }, () => new Int32Array(256))
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  tables[0][byte] = value
}
for (let slice = 1; slice < 8; slice++) {
  for (let byte = 0; byte < 256; byte++) tables[slice][byte] = tables[0][tables[slice - 1][byte] & 255] ^ (tables[slice - 1][byte] >>> 8)
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables

/** The checksum of what came before, if anything, followed by `bytes`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before
  let at = 0
  const whole = bytes.length - 7
  for (; at < whole; at += 8) {
    value ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
    value = t7[value & 255] ^ t6[(value >>> 8) & 255] ^ t5[(value >>> 16) & 255] ^ t4[value >>> 24]
      ^ t3[bytes[at + 4]] ^ t2[bytes[at + 5]] ^ t1[bytes[at + 6]] ^ t0[bytes[at + 7]]
  }
  for (; at < bytes.length; at++) value = t0[(value ^ bytes[at]) & 255] ^ (value >>> 8)
  return ~value >>> 0
}
