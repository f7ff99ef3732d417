/**
 * Of the engine: what a description means: its residual, look-alikes, the images it claims, and ways to write
 * one.
 */
import { Matrix, UnseenError } from '@unseen/core'
import { createRanker } from '../../worker/ranking.js'
import { type Session, dataOf, modelOf } from '../../worker/session.js'
import type {
  Advices,
  Claims,
  ClaimsQuestion,
  CompareQuestion,
  Comparison,
  Meaning,
  SentenceOfClass
} from '../facts.js'
import { claimsOf, compareDescriptions, described } from './claims.js'
import { adviceOf, meaningOf } from './meaning.js'
import { readVector } from './vector.js'

export function createDescribe(session: Session) {
  const ranker = createRanker(session)
  return {
    /**
     * Mixture, residual and the class that is most alike; of another description of it where one is given.
     */
    meaning: (name: string, values?: readonly number[]): Meaning =>
      meaningOf(described(modelOf(session), name, values), name),

    /**
     * What would part it from its look-alike and let the seen classes express more of it: some milliseconds,
     * so once a slider rests.
     */
    advice: (name: string): Advices => adviceOf(modelOf(session), name),

    claims: (question: ClaimsQuestion): Claims => claimsOf(session, ranker, question),

    compare: (question: CompareQuestion): Comparison => compareDescriptions(session, ranker, question),

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
