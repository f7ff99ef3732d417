/** The same measured several times: mean and standard deviation (of a sample, n - 1). */
export interface Trials {
  /** Of all trials. */
  readonly mean: number
  /** 0 where there is one trial only */
  readonly deviation: number
  /** How many there were. */
  readonly trials: number
}

/**
 * Mean and standard deviation of a value that was measured several times.
 *
 * @param values one of each trial
 */
export function summariseTrials(values: readonly number[]): Trials {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return {
    mean,
    deviation: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)),
    trials: values.length
  }
}
