/**
 * Do numbers of classes or rows count from 0 or from 1? Files rarely say. A 0 proves the first; the
 * number of things, without a 0, proves the second; anything else is open, and 0 is only the likelier.
 */
export interface NumberBase {
  readonly base: 0 | 1
  /** said by the layout or the manifest, or proved by the numbers themselves */
  readonly certain: boolean
}

/** `lists` count alike; `limit` is how many classes or rows there are, where that is known. */
export function numberBase(
  lists: readonly ArrayLike<number>[],
  limit: number | undefined,
  declared?: 0 | 1
): NumberBase {
  if (declared !== undefined) return { base: declared, certain: true }
  let [any, zero, end] = [false, false, false]
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      any = true
      if (list[i] === 0) zero = true
      else if (list[i] === limit) end = true
    }
  }
  if (zero || !any) return { base: 0, certain: true }
  return { base: end ? 1 : 0, certain: end }
}
