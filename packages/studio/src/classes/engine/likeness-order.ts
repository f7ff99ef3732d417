/**
 * An order in which classes that are alike stand side by side: groups are joined by average likeness, most
 * alike first (average linkage), each time with the ends together that are most alike.
 */
interface Group {
  readonly members: readonly number[]
  readonly at: number
}

/** `alike`: row-major (count x count), symmetric. */
export const likenessOrder = (count: number, alike: ArrayLike<number>): readonly number[] =>
  likenessGroups(count, alike, 1).flat()

/** The same order in so many groups, each of those that were joined first. */
export function likenessGroups(
  count: number,
  alike: ArrayLike<number>,
  wanted: number
): readonly (readonly number[])[] {
  const between = Float64Array.from(alike)
  let groups: Group[] = Array.from({ length: count }, (_, at) => ({ members: [at], at }))
  let groupOf = new Map<number, Group>()
  while (groups.length > 1) {
    if (groups.length === wanted)
      groupOf = new Map(groups.flatMap(group => group.members.map(member => [member, group])))
    const [first, second] = nearestGroups(groups, between, count)
    // Likeness to the joined group is the average over its members, kept in the row of the first.
    const [a, b] = [first.members.length, second.members.length]
    for (const { at } of groups) {
      const joined = (a * between[first.at * count + at] + b * between[second.at * count + at]) / (a + b)
      between[first.at * count + at] = joined
      between[at * count + first.at] = joined
    }
    const group = {
      members: endToEnd(first.members, second.members, (i, k) => alike[i * count + k]),
      at: first.at
    }
    groups = groups.filter(each => each !== second).map(each => (each === first ? group : each))
  }
  const order = groups.flatMap(({ members }) => members)
  // A group is never torn apart by a later join: its members stand side by side.
  return order.reduce<number[][]>((found, member) => {
    const last = found.at(-1)?.[0]
    if (last !== undefined && groupOf.get(last) === groupOf.get(member)) found.at(-1)?.push(member)
    else found.push([member])
    return found
  }, [])
}

function nearestGroups(
  groups: readonly Group[],
  between: Float64Array,
  count: number
): readonly [Group, Group] {
  let [first, second, best] = [groups[0], groups[1], -Infinity]
  groups.forEach((one, i) => {
    for (let k = i + 1; k < groups.length; k++) {
      const value = between[one.at * count + groups[k].at]
      if (value > best) [first, second, best] = [one, groups[k], value]
    }
  })
  return [first, second]
}

function endToEnd(
  first: readonly number[],
  second: readonly number[],
  alike: (i: number, k: number) => number
): readonly number[] {
  const [before, after] = [[...first].reverse(), [...second].reverse()]
  const ways = [
    [first, second],
    [first, after],
    [before, second],
    [before, after]
  ] as const
  const join = ([left, right]: (typeof ways)[number]): number => alike(left[left.length - 1], right[0])
  return ways.reduce((best, way) => (join(way) > join(best) ? way : best)).flat()
}
