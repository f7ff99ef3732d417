/**
 * Shares that sum to 1: where one changes, the others keep their proportions to each other; where they are
 * all 0, they share alike.
 */
export function withShare(
  shares: Readonly<Record<string, number>>,
  name: string,
  share: number
): Readonly<Record<string, number>> {
  const others = Object.keys(shares).filter(each => each !== name)
  const left = others.reduce((sum, each) => sum + Math.max(0, shares[each]), 0)
  const scaled = (each: string): number =>
    left > 0 ? (Math.max(0, shares[each]) / left) * (1 - share) : (1 - share) / others.length
  return Object.fromEntries(Object.keys(shares).map(each => [each, each === name ? share : scaled(each)]))
}
