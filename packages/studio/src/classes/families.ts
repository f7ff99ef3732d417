/** Families of classes: what they are called, how right their images are, and what a search leaves of them. */
import type { AffinityFacts, AnswersFacts } from './affinity-facts.js'

export interface Family {
  readonly name: string
  /** positions of its classes, those alike side by side */
  readonly members: readonly number[]
}

/** Families in the order of the heat map, each with a name. */
export function familiesOf({ classes, families = [], mixtures }: AffinityFacts): readonly Family[] {
  const named = families.map(members => ({ name: nameOf(members, classes, mixtures), members }))
  // Two families may share a word: then the class in the middle of each tells them apart.
  return named.map(({ name, members }) => ({
    name:
      named.filter(each => each.name === name).length > 1
        ? `${name}: ${classes[middleOf(members, classes.length, mixtures)]}`
        : name,
    members
  }))
}

/** A word that most names end with ("Sparrow"), or the class that is most like the others. */
function nameOf(members: readonly number[], classes: readonly string[], mixtures: readonly number[]): string {
  if (members.length === 1) return classes[members[0]]
  const counts = new Map<string, number>()
  for (const member of members) {
    const word = classes[member].split(/[\s_]+/).at(-1) ?? ''
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const [word, found] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))
  const isWord = /\p{L}{3}/u.test(word)
  if (isWord && found > members.length / 2) return found === members.length ? word : `${word} and others`
  return `like ${classes[middleOf(members, classes.length, mixtures)]}`
}

/** The member that is most like the others. */
function middleOf(members: readonly number[], count: number, mixtures: readonly number[]): number {
  const alike = (at: number): number => members.reduce((sum, other) => sum + mixtures[at * count + other], 0)
  return members.reduce((best, at) => (alike(at) > alike(best) ? at : best))
}

export interface Right {
  readonly rows: number
  readonly right: number
  /** wrong answers, and those of them that name a class of the same family */
  readonly wrong: number
  readonly within: number
}

/** Of every class, by position: how its images are named. `labels`: of every row, a position or -1. */
export function rightOf(
  count: number,
  { rows, answers }: AnswersFacts,
  labels: ArrayLike<number>,
  families: readonly Family[]
): readonly Right[] {
  const familyOf = new Int32Array(count).fill(-1)
  families.forEach(({ members }, at) => members.forEach(member => (familyOf[member] = at)))
  const found = Array.from({ length: count }, () => ({ rows: 0, right: 0, wrong: 0, within: 0 }))
  rows.forEach((row, i) => {
    const [label, answer] = [labels[row], answers[i]]
    if (label < 0) return
    const of = found[label]
    of.rows++
    if (label === answer) of.right++
    else {
      of.wrong++
      if (familyOf[label] === familyOf[answer]) of.within++
    }
  })
  return found
}

/** The family with most mistakes, and which part of them stays within it; undefined where there are none. */
export function hardest(
  families: readonly Family[],
  right: readonly Right[]
): { readonly family: Family; readonly within: number } | undefined {
  const sums = families.map(family => ({
    family,
    wrong: family.members.reduce((sum, at) => sum + right[at].wrong, 0),
    within: family.members.reduce((sum, at) => sum + right[at].within, 0)
  }))
  const most = sums.reduce((best, each) => (each.wrong > best.wrong ? each : best), sums[0])
  return sums.length === 0 || most.wrong === 0
    ? undefined
    : { family: most.family, within: most.within / most.wrong }
}

/** A part in words: 'half of'. */
export function partWords(part: number): string {
  const words = [
    [0.05, 'hardly any of'],
    [0.2, 'a few of'],
    [0.42, 'a third of'],
    [0.58, 'half of'],
    [0.72, 'two thirds of'],
    [0.9, 'most of']
  ] as const
  return words.find(([most]) => part < most)?.[1] ?? 'almost all of'
}
