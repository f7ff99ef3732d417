/**
 * CRC-32 (polynomial 0xedb88320, as in zip and PNG). It finds every change within any 32 neighbouring
 * bits, so no single changed byte can slip through; against forgery it protects nobody.
 */
const table = new Int32Array(256).map((_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Eight hexadecimal digits for the parts one after the other, as if they were one. */
export function checksum(...parts: readonly Uint8Array[]): string {
  let value = -1
  for (const part of parts) for (let i = 0; i < part.length; i++) value = table[(value ^ part[i]) & 255] ^ (value >>> 8)
  return (~value >>> 0).toString(16).padStart(8, '0')
}
