/** Of the engine: what Describe asks for: the step of a slider, and ways to write a description. */
import { Matrix, UnseenError, count } from '@unseen/core'
import { type Session, dataOf, modelOf } from '../../worker/session.js'
import type { SentenceOfClass } from '../facts.js'
import { createStep } from './step.js'

export function createDescribe(session: Session) {
  return {
    /** Takes the classes as they are now and tells what follows: undefined where they are of another table. */
    step: createStep(session),

    /** Numbers out of a text, as many as the table has entries. */
    vector: (text: string): readonly number[] =>
      readVector(text, modelOf(session).classes[0].signature.length),

    /**
     * Sentences of the table that is in use, each with the signature its encoder made; empty where no
     * sentence was encoded.
     */
    sentences(): readonly SentenceOfClass[] {
      const { table } = dataOf(session).taken
      const matrix = Matrix.from(table.matrix, 'signatures')
      return (table.sentences ?? []).map((sentence, at) => {
        const values = new Float64Array(matrix.columns)
        Matrix.readRow(matrix, at, values)
        return { class: table.classes[at], sentence, values: [...values] }
      })
    },

    /** Refuses a name that a described class cannot have. */
    checkName(name: string): void {
      const model = modelOf(session)
      model.describe(name, model.classes[0].signature)
      if (name.trim() === '')
        throw new UnseenError('signatures.name', 'A class needs a name.', { remedy: 'Type one.' })
    }
  }
}

/**
 * A signature that somebody pasted: numbers parted by spaces, commas, semicolons or lines, in brackets or
 * not.
 */
function readVector(text: string, length: number): number[] {
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
