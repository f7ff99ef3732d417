/**
 * The p-quantile of sorted values, between two neighbours on the straight line: position p (n - 1).
 */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const at = p * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (at - below) * (sorted[above] - sorted[below])
}
