/**
 * The direct cosine of two towers of one space, which learns nothing from the seen classes:
 *
 *   f(x, c) = <x, c> / (|x| |c|)
 *
 * with x of the tower of images and c of that of texts, Radford and others, "Learning transferable visual models
 * from natural language supervision" (ICML 2021). Their scale of the cosine moves no rank, so there is nothing to
 * choose. What else a text is put into, its template, is that of the table.
 */
import { UnseenError } from '../../base/errors.js'
import { stopped } from '../../base/progress.js'
import { Matrix } from '../../linalg/matrix.js'
import { directScores } from '../../recognition/direct.js'
import type { Method } from '../method.js'

export const direct: Method = {
  name: 'direct',
  title: 'Direct cosine',
  source: 'Radford and others 2021',
  kind: 'other',
  quick: true,
  grows: 'rows',
  transductive: false,
  oneSpace: true,
  grid: {},
  *prepare({ oneSpace = false, length }) {
    if (!oneSpace)
      throw new UnseenError(
        'options.value',
        'Features and signatures share no space: the direct cosine needs both from two towers of one network, such as clip-b32, and rows as they are or of length 1.'
      )
    if (yield { stage: 'prepare', message: 'reading rows' }) throw stopped()
    return {
      *train() {
        return {
          scores: (rows, signatures) =>
            directScores(rows, Matrix.dense(signatures.length / length, length, signatures)).scores
        }
      }
    }
  }
}
