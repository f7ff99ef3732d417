/**
 * Latent embeddings, LATEM (Xian, Akata, Sharma, Nguyen, Hein and Schiele, CVPR 2016): several bilinear
 * maps, of which each pair of row and class takes the one that suits it best,
 *
 *   f(x, y) = max over k of x' W_k c_y
 *
 * with every violating class at weight 1, as in DeViSE: the sum of the source's Eq. 4. Right and wrong
 * class each move the map that gave their score.
 *
 * The source draws one wrong class a step, where all are at hand here, and prunes maps that are seldom
 * chosen, where their number is a parameter here. Epochs are fixed, so that step and maps can be tuned
 * within the budget. The rest is chosen in ranking.ts.
 */
import { type Method, decades } from '../method.js'
import { deviseTerm } from './devise.js'
import { trainRanking } from './ranking.js'

const EPOCHS = 5

export const latem: Method = {
  name: 'latem',
  title: 'LATEM',
  source: 'Xian et al. 2016',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  grid: { step: decades(6), maps: [2, 4] },
  *prepare(material) {
    return {
      train: ({ step, maps }) =>
        trainRanking(material, { step: Number(step), epochs: EPOCHS, maps: Number(maps), term: deviseTerm })
    }
  }
}
