/**
 * A text for every class where nobody wrote one: "names: what it is" of WordNet, else the name alone. A name
 * with several meanings has that of the kind which most of the classes are of (among animals a bat is one); where
 * several are left, somebody is asked, or the most frequent is taken and said.
 */
import type { Meaning, WordNet } from './wordnet.js'

/** What a class is taken for. */
export interface ClassText {
  readonly class: string
  readonly text: string
  /** undefined where WordNet has none */
  readonly meaning: Meaning | undefined
  /** the other meanings that it may have as well */
  readonly others: readonly Meaning[]
}

/** Chooses among meanings; undefined takes the first. */
export type AskMeaning = (name: string, meanings: readonly Meaning[]) => Promise<Meaning | undefined>

/**
 * The text of each class.
 *
 * @param names of the classes; `bat.n.01` names one meaning
 * @param wordnet of `openWordNet`
 * @param ask who chooses where a name has several meanings of the likely kind
 * @param company names of further classes, whose texts are known: they tell the kind as well
 */
export async function classTexts(
  names: readonly string[],
  wordnet: WordNet,
  ask?: AskMeaning,
  company: readonly string[] = []
): Promise<readonly ClassText[]> {
  const found = names.map(name => ({ name, meanings: wordnet.meanings(name) }))
  const kind = commonKind([
    ...found.map(({ meanings }) => meanings),
    ...company.map(name => wordnet.meanings(name))
  ])
  const texts: ClassText[] = []
  for (const { name, meanings } of found) {
    const likely = meanings.filter(meaning => meaning.kind === kind)
    const candidates = likely.length > 0 ? likely : meanings
    const [first] = candidates
    const meaning =
      candidates.length > 1 && ask !== undefined ? ((await ask(name, candidates)) ?? first) : first
    texts.push({
      class: name,
      meaning,
      text: meaning === undefined ? plainName(name) : textOf(meaning),
      others: candidates.filter(other => other !== meaning)
    })
  }
  return texts
}

/** "bat, chiropteran: nocturnal mouselike mammal with forelimbs modified to form membranous wings" */
export function textOf({ names, gloss }: Pick<Meaning, 'names' | 'gloss'>): string {
  return `${names.join(', ')}: ${gloss}`
}

/** 'grizzly_bear' as people write it. */
function plainName(name: string): string {
  return name
    .replace(/\.n\.\d+$/, '')
    .replace(/[_+]+/g, ' ')
    .trim()
}

/**
 * The kind most names are of. A name counts for each kind it may be, the less the more it may be; a kind counts
 * only where most of the names may be of it.
 */
function commonKind(all: readonly (readonly Meaning[])[]): number | undefined {
  const weights = new Map<number, number>()
  const known = all.filter(meanings => meanings.length > 0)
  for (const meanings of known) {
    const kinds = new Set(meanings.map(({ kind }) => kind))
    for (const kind of kinds) weights.set(kind, (weights.get(kind) ?? 0) + 1)
  }
  const [best] = [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return best !== undefined && known.length > 1 && best[1] > known.length / 2 ? best[0] : undefined
}
