/**
 * Attributes and classes together, on outputs P (rows x attributes), one log odds for each attribute:
 *
 *   sum_i sum_m loss(a_m of y_i, p_im)  +  weight  sum_i -log softmax_(y_i) (A p_i)
 *
 * the binary loss of every attribute, and the softmax over the seen classes that DAP's posterior with flat priors
 * is. All columns are one problem. A (seen x attributes) takes outputs to classes, and its transpose residuals back.
 */
import { Matrix } from '../../linalg/matrix.js'
import { paddedColumns } from '../solvers/centred-rows.js'
import { type Line, type LogisticLoss, binaryLoss, softmaxLoss } from '../solvers/logistic-losses.js'
import { linearOutputs } from './linear-outputs.js'

export interface JointProblem {
  /** (rows): seen class of each */
  readonly labels: Int32Array
  /** A, (seen x attributes), of 0 and 1 */
  readonly answers: Uint8Array
  readonly seen: number
}

/** `weight` of the loss of classes, `own` of that of attributes */
export function jointLoss({ labels, answers, seen }: JointProblem, weight: number, own = 1): LogisticLoss {
  const rows = labels.length
  const count = answers.length / seen
  const [s, t] = [paddedColumns(count), paddedColumns(seen)]
  const attributes = binaryLoss(
    Uint8Array.from(
      { length: rows * count },
      (_, at) => answers[labels[Math.floor(at / count)] * count + (at % count)]
    ),
    rows,
    count,
    s
  )
  const classes = softmaxLoss(labels, seen, t)
  // Padding has weight 0; the last row, of intercepts, is 0 too.
  const toClasses = new Float64Array((s + 1) * t)
  const toAttributes = new Float64Array((t + 1) * s)
  for (let k = 0; k < seen; k++)
    for (let m = 0; m < count; m++) toClasses[m * t + k] = toAttributes[k * s + m] = answers[k * count + m]
  const forward = linearOutputs(toClasses, t, t)
  const back = linearOutputs(toAttributes, s, s)
  const through = (p: Float32Array | Float64Array): Float64Array =>
    forward.of(Matrix.dense(rows, s, Float32Array.from(p)))
  return {
    joined: true,
    curvature: own / 4 + weight * spread(answers, seen),
    along(p, q) {
      const ofAttributes = attributes.along(p, q)
      const ofClasses = classes.along(through(p), Float32Array.from(through(q)))
      const [mine, theirs] = [emptyLine(s), emptyLine(t)]
      return (step, line) => {
        ofAttributes(step, mine)
        ofClasses(step, theirs)
        for (const name of ['value', 'slope', 'curvature'] as const)
          line[name].fill(own * mine[name].reduce((sum, part) => sum + part, 0) + weight * theirs[name][0])
      }
    },
    residuals(p, out) {
      const mine = attributes.residuals(p, out).reduce((sum, part) => sum + part, 0)
      const left = new Float32Array(rows * t)
      const [theirs] = classes.residuals(through(p), left)
      const added = back.of(Matrix.dense(rows, t, left))
      for (let at = 0; at < out.length; at++) out[at] = own * out[at] + weight * added[at]
      return new Float64Array(s).fill(own * mine + weight * theirs)
    }
  }
}

function emptyLine(s: number): Line {
  return { value: new Float64Array(s), slope: new Float64Array(s), curvature: new Float64Array(s) }
}

/** Mean variance of an attribute over the seen classes: curvature of the softmax in one output at zero. */
function spread(answers: Uint8Array, seen: number): number {
  const count = answers.length / seen
  const share = new Float64Array(count)
  answers.forEach((answer, at) => (share[at % count] += answer / seen))
  return share.reduce((sum, part) => sum + part * (1 - part), 0) / count
}
