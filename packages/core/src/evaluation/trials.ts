/** The same measured several times: mean and standard deviation (of a sample, n - 1). */
export interface Trials {
  readonly mean: number
  /** 0 where there is one trial only */
  readonly deviation: number
  readonly trials: number
}

export function summariseTrials(values: readonly number[]): Trials {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return {
    mean,
    deviation: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)),
    trials: values.length
  }
}
