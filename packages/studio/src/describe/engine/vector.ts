/**
 * A signature that somebody pasted: numbers parted by spaces, commas, semicolons or lines, in brackets or
 * not.
 */
import { UnseenError, count } from '@unseen/core'

export function readVector(text: string, length: number): number[] {
  const entries = text
    .replace(/[[\](){}]/g, ' ')
    .split(/[\s,;]+/)
    .filter(entry => entry !== '')
  const values = entries.map(Number)
  const wrong = values.findIndex(value => !Number.isFinite(value))
  if (wrong >= 0)
    throw new UnseenError(
      'signatures.not-finite',
      `Entry ${count(wrong + 1)} is ${JSON.stringify(entries[wrong].slice(0, 40))}, which is no number.`,
      {
        where: { entry: wrong + 1 },
        remedy: 'Write numbers with a point, parted by spaces, commas or lines.'
      }
    )
  if (values.length !== length)
    throw new UnseenError(
      'signatures.length',
      `${values.length === 1 ? 'There is 1 number' : `There are ${count(values.length)} numbers`}, the table has ${count(length)} entries.`,
      {
        where: { expected: length, got: values.length },
        remedy: 'Paste one number for each entry of the table, in its order.'
      }
    )
  if (values.every(value => value === 0))
    throw new UnseenError('signatures.zero', 'All numbers are zero: that describes nothing.', {
      remedy: 'Give at least one entry another value.'
    })
  return values
}
