/**
 * Which seen class has which colour of the palette (styles/tokens.css). Classes keep theirs for as long as
 * the project lives. Above ten seen classes, those with most weight in the mixtures that matter have one; the
 * rest are grey and named by their label.
 */
export const PALETTE = 10

/** Seen classes in the order of the palette, at most ten. */
export function chooseColours(
  seen: readonly string[],
  mixtures: readonly (readonly number[])[],
  before: readonly string[] = []
): readonly string[] {
  if (seen.length <= PALETTE)
    return before.length > 0 && seen.every(name => before.includes(name)) ? before : seen
  if (before.length > 0 && before.every(name => seen.includes(name))) return before
  const weight = new Map(
    seen.map((name, s) => [name, mixtures.reduce((sum, mixture) => sum + mixture[s], 0)])
  )
  const heaviest = new Set(
    [...seen].sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0)).slice(0, PALETTE)
  )
  return seen.filter(name => heaviest.has(name))
}

/** 1 to 10, or undefined: grey. */
export function colourOf(colours: readonly string[], name: string): number | undefined {
  const at = colours.indexOf(name)
  return at >= 0 && at < PALETTE ? at + 1 : undefined
}
