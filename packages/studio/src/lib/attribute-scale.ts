/** The scale of an attribute: parts of 1 are shown as hundredths, other units as they are. */
export interface Scale {
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  /** '62' */
  readonly shown: (value: number) => string
}

/** Steps over the whole range, about. */
const STEPS = 100

export function scaleOf(
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  value = minimum
): Scale {
  const [low, high] = [Math.min(minimum, value), Math.max(maximum, value)]
  const step = 10 ** Math.round(Math.log10((high - low || 1) / STEPS))
  const hundredths = maximum <= 1 && minimum >= -1
  const digits = Math.max(0, Math.ceil(-Math.log10(step * (hundredths ? 100 : 1)) - 1e-9))
  return {
    minimum: low,
    maximum: high,
    step,
    shown: each =>
      (hundredths ? 100 * each : each)
        .toFixed(digits)
        .replace(/^-(?=0*\.?0*$)/, '')
        .replace('-', '−')
  }
}

/** Without the dust of binary fractions: 0.1 + 0.2 is 0.3. */
export const tidy = (value: number): number => Number(value.toFixed(10))
