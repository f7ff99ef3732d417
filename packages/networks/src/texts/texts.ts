/** What all encoders do with texts and their vectors. */
import { UnseenError } from '@unseen/core'

/** The start of a text, for messages. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

/** The vector of a text at length 1, in single precision. */
export function scaleToUnit(vector: Float64Array, text: string): Float32Array {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (!(norm > 0 && norm < Infinity))
    throw new UnseenError(
      'encoder.input',
      `The encoder makes nothing of ${quote(text)}: its vector ${norm === 0 ? 'is zero' : 'is not finite'}.`,
      { where: { text } }
    )
  return Float32Array.from(vector, value => value / norm)
}
