/**
 * The two losses of logistic regression on outputs P (rows x s), each along a line P + t Q:
 *
 *   binary    every column for itself: sum_i log(1 + exp p) - y p
 *   softmax   all columns together: sum_i log sum_c exp p_c - p_(y_i)
 *
 * `along` gives value, slope and curvature in t, per column or (softmax) one for all; `residuals`
 * the derivative in P.
 */
export interface LogisticLoss {
  /** columns share one step length */
  readonly joined: boolean
  /** mean second derivative in an output at zero */
  readonly curvature: number
  /** What the line needs once, and then for every t (s) */
  along(p: Float64Array, q: Float32Array): (t: Float64Array, line: Line) => void
  /** out (rows x s); returns the value per column */
  residuals(p: Float64Array, out: Float32Array): Float64Array
}

/** (s) each */
export interface Line {
  readonly value: Float64Array
  readonly slope: Float64Array
  readonly curvature: Float64Array
}

/** targets (rows x outputs) are 0 or 1; columns beyond the outputs (padding) take no part */
export function binaryLoss(targets: Uint8Array, rows: number, outputs: number, s: number): LogisticLoss {
  return {
    joined: false,
    curvature: 1 / 4,
    along:
      (p, q) =>
      (t, { value, slope, curvature }) => {
        for (const each of [value, slope, curvature]) each.fill(0)
        for (let i = 0; i < rows; i++) {
          for (let c = 0; c < outputs; c++) {
            const at = i * s + c
            const target = targets[i * outputs + c]
            const out = p[at] + t[c] * q[at]
            const e = Math.exp(-Math.abs(out))
            const sigma = (out >= 0 ? 1 : e) / (1 + e)
            value[c] += Math.max(out, 0) + Math.log1p(e) - target * out
            slope[c] += (sigma - target) * q[at]
            curvature[c] += sigma * (1 - sigma) * q[at] * q[at]
          }
        }
      },
    residuals(p, out) {
      const value = new Float64Array(s)
      out.fill(0)
      for (let i = 0; i < rows; i++) {
        for (let c = 0; c < outputs; c++) {
          const at = i * s + c
          const target = targets[i * outputs + c]
          const e = Math.exp(-Math.abs(p[at]))
          out[at] = (p[at] >= 0 ? 1 : e) / (1 + e) - target
          value[c] += Math.max(p[at], 0) + Math.log1p(e) - target * p[at]
        }
      }
      return value
    }
  }
}

/** labels are 0 .. classes - 1; columns beyond the classes (padding) take no part */
export function softmaxLoss(labels: Int32Array, classes: number, s: number): LogisticLoss {
  const shares = new Float64Array(classes)
  /** shares of one row's softmax; returns log sum exp */
  const softmax = (output: (c: number) => number): number => {
    let largest = -Infinity
    for (let c = 0; c < classes; c++) {
      shares[c] = output(c)
      if (shares[c] > largest) largest = shares[c]
    }
    let sum = 0
    for (let c = 0; c < classes; c++) sum += shares[c] = Math.exp(shares[c] - largest)
    for (let c = 0; c < classes; c++) shares[c] /= sum
    return largest + Math.log(sum)
  }
  return {
    joined: true,
    curvature: (1 - 1 / classes) / classes,
    along: (p, q) => (t, line) => {
      let [value, slope, curvature] = [0, 0, 0]
      labels.forEach((label, i) => {
        const first = i * s
        value += softmax(c => p[first + c] + t[0] * q[first + c]) - p[first + label] - t[0] * q[first + label]
        let [mean, square] = [0, 0]
        for (let c = 0; c < classes; c++) {
          mean += shares[c] * q[first + c]
          square += shares[c] * q[first + c] * q[first + c]
        }
        slope += mean - q[first + label]
        curvature += square - mean * mean
      })
      line.value.fill(value)
      line.slope.fill(slope)
      line.curvature.fill(curvature)
    },
    residuals(p, out) {
      let value = 0
      out.fill(0)
      labels.forEach((label, i) => {
        const first = i * s
        value += softmax(c => p[first + c]) - p[first + label]
        for (let c = 0; c < classes; c++) out[first + c] = shares[c]
        out[first + label] -= 1
      })
      return new Float64Array(s).fill(value)
    }
  }
}
