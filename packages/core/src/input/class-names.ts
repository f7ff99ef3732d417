/** Class names: any text that can be written down, so that files and pages can carry it. */
import { UnseenError } from '../base/errors.js'

const halfCharacter = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

export function checkClassName(name: unknown, row?: number): void {
  if (typeof name === 'string' && name !== '' && !halfCharacter.test(name)) return
  const which = row === undefined ? 'A class' : `Class ${row}`
  throw new UnseenError(
    'signatures.name',
    name === '' || typeof name !== 'string'
      ? `${which} has no name.`
      : `${which} has a name with half a character in it.`,
    row === undefined ? {} : { where: { row } }
  )
}
