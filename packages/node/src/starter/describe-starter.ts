/** Classes described to the starter: each a mixture of the thousand classes, by Eq. 3 on what is said of it. */
import { Matrix, UnseenError } from '@unseen/core'
import { defined, embedSignatures } from '@unseen/core/internal'
import type { Encoder } from '@unseen/networks'
import type { Starter } from './starter.js'

/** A class as it was described. */
export interface DescribedClass {
  /** What answers call it. */
  readonly name: string
  /** what is encoded: the name and what was said, or what WordNet says of it */
  readonly text: string
}

/** A candidate of `ask`. */
export interface Candidate extends DescribedClass {
  /** the network has learned it, or kinds of it, under these names; empty where it was only described */
  readonly knownAs: readonly string[]
  /** (classes): its shares of the thousand classes, which sum to 1 */
  readonly mixture: Float64Array
  /** its largest shares by name */
  readonly shares: readonly { readonly class: string; readonly share: number }[]
  /** no known class has a large share: the thousand classes say little of it */
  readonly isFar: boolean
  /** what the network knows by that name, where it is another thing than its company: a computer's mouse */
  readonly namesake?: string
}

const GAMMA = 1
/** Where no share is larger, the thousand classes hardly know what was described. */
const SMALL_SHARE = 0.1
const NAMED = 3

/** Makes candidates of descriptions. */
export async function describeToStarter(
  starter: Starter,
  described: readonly DescribedClass[],
  encoder: Encoder
): Promise<readonly Candidate[]> {
  if (JSON.stringify(encoder.record) !== JSON.stringify(starter.encoder))
    throw new UnseenError('encoder.missing', 'The starter was made with another encoder of texts.', {
      remedy: 'Use `minilm`, or install the package anew.'
    })
  const { vectors } = await encoder.encode(described.map(({ text }) => text))
  const size = starter.classes.length
  const { mixtures } = embedSignatures(
    { seen: Matrix.dense(size, starter.length, starter.signatures), signatures: vectors },
    { gamma: GAMMA }
  )
  const known = inCompany(
    described.map(({ name }) => starter.knownAs(name)),
    starter
  )
  return described.map((one, at) => {
    const mixture = mixtures.subarray(at * size, (at + 1) * size)
    const order = Array.from(mixture.keys()).sort((a, b) => mixture[b] - mixture[a] || a - b)
    const knownAs = known[at].map(index => starter.classes[index].names[0])
    const [other] = knownAs.length > 0 ? [] : starter.knownAs(one.name)
    return {
      ...one,
      knownAs,
      ...defined({ namesake: other === undefined ? undefined : starter.classes[other].gloss }),
      mixture,
      shares: order.slice(0, NAMED).map(index => ({
        class: starter.classes[index].names[0],
        share: mixture[index]
      })),
      isFar: knownAs.length === 0 && mixture[order[0]] <= SMALL_SHARE
    }
  })
}

/**
 * One name may be two things. Among at least two others that the network knows, what is of another sort than
 * most of them is not meant: among animals no computer's mouse.
 */
function inCompany(known: readonly (readonly number[])[], starter: Starter): readonly (readonly number[])[] {
  const domains = known.map(indices => new Set(indices.map(at => starter.domainOf(at))))
  return known.map((indices, own) => {
    const others = domains.filter((set, at) => at !== own && set.size > 0)
    const common = [...new Set(others.flatMap(set => [...set]))].find(
      domain => others.filter(set => set.has(domain)).length > others.length / 2
    )
    return others.length < 2 || common === undefined
      ? indices
      : indices.filter(at => starter.domainOf(at) === common)
  })
}
