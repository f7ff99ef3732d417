/**
 * How far attribute classifiers can be trusted, from rows they were not trained on: the part of rows
 * above a threshold among those whose class has the attribute and among those whose class has not
 * (a point of the ROC curve). Of a few rows the rates are drawn towards those of all rows.
 */
export interface HeldOutRows {
  /** (rows x attributes), any rising function of the probability */
  readonly predicted: Float64Array
  /** (rows x attributes), 0 or 1 */
  readonly actual: Uint8Array
  readonly attributes: number
}

export interface Rates {
  /** of rows with the attribute, part above the threshold */
  readonly yes: number
  /** of rows without it */
  readonly no: number
}

/** As many rows of evidence do the rates of all rows count for. */
const WEIGHT = 10

export class Reliability {
  readonly heldOut: HeldOutRows
  /** per attribute: predictions of rows with (without) it, rising */
  private readonly sorted: readonly { readonly yes: Float64Array; readonly no: Float64Array }[]

  constructor(heldOut: HeldOutRows) {
    const { predicted, actual, attributes } = heldOut
    this.heldOut = heldOut
    this.sorted = Array.from({ length: attributes }, (_, m) => {
      const of = (answer: number): Float64Array => {
        const values: number[] = []
        for (let at = m; at < predicted.length; at += attributes)
          if (actual[at] === answer) values.push(predicted[at])
        return Float64Array.from(values).sort()
      }
      return { yes: of(1), no: of(0) }
    })
  }

  /** Rates of attribute m at a threshold, among the given rows. */
  rates(m: number, threshold: number, rows: Int32Array): Rates {
    const { predicted, actual, attributes } = this.heldOut
    const above = [0, 0]
    const total = [0, 0]
    for (let k = 0; k < rows.length; k++) {
      const at = rows[k] * attributes + m
      total[actual[at]]++
      if (predicted[at] > threshold) above[actual[at]]++
    }
    const rate = (answer: 0 | 1, all: Float64Array): number =>
      (above[answer] + WEIGHT * partAbove(all, threshold)) / (total[answer] + WEIGHT)
    return { yes: rate(1, this.sorted[m].yes), no: rate(0, this.sorted[m].no) }
  }
}

/** Never quite 0 or 1: one row more on either side (Laplace). */
function partAbove(sorted: Float64Array, threshold: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] > threshold) high = middle
    else low = middle + 1
  }
  return (sorted.length - low + 1) / (sorted.length + 2)
}
