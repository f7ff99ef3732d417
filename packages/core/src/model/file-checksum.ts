/**
 * CRC-32 finds every change within any 32 neighbouring bits, so no single changed byte can slip
 * through; against forgery it protects nobody.
 */
import { crc32 } from '../base/crc32.js'

/** Eight hexadecimal digits for the parts one after the other, as if they were one. */
export function checksum(...parts: readonly Uint8Array[]): string {
  return parts
    .reduce((before, part) => crc32(part, before), 0)
    .toString(16)
    .padStart(8, '0')
}
