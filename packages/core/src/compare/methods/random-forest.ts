/**
 * Random forest on unreliable attributes (Jayaraman and Grauman, NIPS 2014): trees that part the
 * candidates by their signatures, each split weighed by how reliably its attribute is predicted
 * (signature-tree.ts). A row goes down every tree by its predicted attributes; its score for a class is
 * the mean share of that class in the leaves.
 *
 * The classifiers are those of dap.ts, trained on four fifths of the rows of each class; the others are
 * held out for the ROC curves. Trees are grown when candidates are known, since they are trained on
 * them; a seeded draw makes them the same again for the same candidates.
 *
 * Simplified: the source forms a node's rates by weighing rows by how likely they came there and by
 * their similarity to the candidates' signatures; here the rows that came are counted and drawn towards
 * the rates of all rows. Its extension to a few labelled rows is left out.
 */
import { createRandom } from '../../base/random.js'
import { type DenseMatrix, Matrix } from '../../linalg/matrix.js'
import { type Material, type Method, decades } from '../method.js'
import { binaryAttributes } from './binary-attributes.js'
import { attributeClassifiers } from './classifiers.js'
import { Reliability } from './reliability.js'
import { growTree, leafOf } from './signature-tree.js'

const TREES = 100
/** of each class, one row in so many is held out */
const HELD_OUT = 5

export const randomForest: Method = {
  name: 'random-forest',
  title: 'Random forest',
  source: 'Jayaraman and Grauman 2014',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  relative: true,
  grid: { lambda: decades(3), depth: [4, 6, 8, 10] },
  *prepare(material) {
    const attributes = binaryAttributes(material)
    const { count } = attributes
    const answers = attributes.of(material.signatures)
    const { learnt, held, heldLabels } = holdOut(material)
    const actual = Uint8Array.from(
      { length: heldLabels.length * count },
      (_, at) => answers[heldLabels[Math.floor(at / count)] * count + (at % count)]
    )
    const all = Int32Array.from(heldLabels, (_, row) => row)
    return {
      *train({ lambda, depth }) {
        const classifiers = yield* attributeClassifiers(learnt, answers, Number(lambda))
        const reliability = new Reliability({ predicted: classifiers.of(held), actual, attributes: count })
        return {
          scores(rows, signatures) {
            const candidates = signatures.length / material.length
            const wanted = attributes.of(signatures)
            const predicted = classifiers.of(rows)
            const scores = new Float64Array(rows.rows * candidates)
            for (let t = 0; t < TREES && rows.rows > 0; t++) {
              const tree = growTree(
                {
                  reliability,
                  answers: wanted,
                  depth: Number(depth),
                  tries: Math.ceil(2 * Math.sqrt(count)),
                  random: createRandom(material.seed + t)
                },
                new Float64Array(candidates).fill(1),
                all
              )
              for (let i = 0; i < rows.rows; i++) {
                const leaf = leafOf(tree, predicted.subarray(i * count, (i + 1) * count))
                for (let u = 0; u < candidates; u++) scores[i * candidates + u] += leaf[u] / TREES
              }
            }
            return scores
          }
        }
      }
    }
  }
}

/** Every fifth row of a class, in a seeded order, is held out; a class with fewer rows keeps all. */
function holdOut(material: Material): { learnt: Material; held: DenseMatrix; heldLabels: Int32Array } {
  const { features, labels, seen, seed } = material
  const counts = new Int32Array(seen)
  const order = createRandom(seed).shuffle(Int32Array.from(labels, (_, i) => i))
  const isHeld = new Uint8Array(labels.length)
  for (const i of order) isHeld[i] = ++counts[labels[i]] % HELD_OUT === 0 ? 1 : 0
  const take = (which: number): { rows: DenseMatrix; labels: Int32Array } => {
    const picked = Int32Array.from(labels.keys()).filter(i => isHeld[i] === which)
    const data = new Float32Array(picked.length * features.columns)
    picked.forEach((i, at) =>
      data.set(
        features.data.subarray(i * features.columns, (i + 1) * features.columns),
        at * features.columns
      )
    )
    return {
      rows: Matrix.dense(picked.length, features.columns, data),
      labels: Int32Array.from(picked, i => labels[i])
    }
  }
  const [learnt, held] = [take(0), take(1)]
  return {
    learnt: { ...material, features: learnt.rows, labels: learnt.labels },
    held: held.rows,
    heldLabels: held.labels
  }
}
