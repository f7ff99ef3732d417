/**
 * The 95 % interval of a proportion (Wilson): from counts alone, and sensible for few rows and at 0 and 1.
 */
const Z = 1.959963984540054

export function wilson(correct: number, rows: number): { readonly low: number; readonly high: number } {
  const p = correct / rows
  const z = (Z * Z) / rows
  const middle = (p + z / 2) / (1 + z)
  const half = (Z / (1 + z)) * Math.sqrt((p * (1 - p)) / rows + z / (4 * rows))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
