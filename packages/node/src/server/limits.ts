/** What one server takes on; every limit has its flag. */
import { UnseenError } from '@unseen/core'

/** What one server takes on. */
export interface Limits {
  /** bytes of one body */
  readonly body: number
  /** rows of one request */
  readonly rows: number
  /** described classes of one model */
  readonly classes: number
  /** requests at work or waiting; more are sent away */
  readonly queue: number
  /** bytes of all bodies at work or waiting */
  readonly memory: number
  /** milliseconds for a request to arrive, and again to be answered */
  readonly timeout: number
  /** requests a second of one caller, twice as many at once; 0 for any number */
  readonly rate: number
}

export const defaultLimits: Limits = {
  body: 32 * 2 ** 20,
  rows: 10_000,
  classes: 10_000,
  queue: 256,
  memory: 512 * 2 ** 20,
  timeout: 30_000,
  rate: 1000
}

/** Numbers in one answer: classes of all rows, or contributions of all explanations. */
export const MOST_ANSWERS = 2_000_000

export function resolveLimits(given: Partial<Limits>): Limits {
  const limits = { ...defaultLimits, ...given }
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isFinite(value) && value >= (name === 'rate' ? 0 : 1)) continue
    throw new UnseenError(
      'options.value',
      `The limit on ${name} must be a number of at least ${name === 'rate' ? 0 : 1}, got ${value}.`,
      { where: { option: name } }
    )
  }
  return limits
}
