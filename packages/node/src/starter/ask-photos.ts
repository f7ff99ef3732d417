/**
 * Photos and words, and nothing learned: which of the described classes each photo shows. What `unseen ask` does.
 */
import { type TowersRecord, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { OpenProgress } from '@unseen/networks'
import { openEncoder } from '../encoders/open-encoder.js'
import { openBackbone } from '../extract/backbone.js'
import { type ImageFile, listImages } from '../extract/list-images.js'
import type { BackboneOptions } from '../extract/network.js'
import { type AskMeaning, classTexts, textOf } from '../texts/class-texts.js'
import { openWordNet } from '../texts/wordnet.js'
import { answerPhoto } from './answer-photos.js'
import { askTowers } from './ask-towers.js'
import { type GivenClass, parseDescriptions } from './described.js'
import { type Candidate, type DescribedClass, describeToStarter } from './describe-starter.js'
import { type LookOptions, type Looked, lookAt } from './look.js'
import { type Starter, openStarter } from './starter.js'

/** How photos are asked about. */
export interface AskOptions extends LookOptions, Pick<BackboneOptions, 'threads' | 'device' | 'onDevice'> {
  /**
   * `resnet50`, whose thousand classes are known, or two towers of one space, which know none: `clip-b32`,
   * `hub:ORG/NAME`, a folder. Default `resnet50`.
   */
  readonly network?: string
  /** For two towers: what names are put into, `{name}` in it. Default 'a photo of a {name}.' */
  readonly template?: string
  /** Where networks and texts are kept. Default: the user's cache folder. */
  readonly cache?: string
  /** Who chooses among the meanings of a name that was given alone. Default: the most frequent is taken. */
  readonly ask?: AskMeaning
  /** Called while networks and texts are fetched. */
  readonly onOpening?: (progress: OpenProgress) => void
}

/** A class as it was understood. */
export type AskedCandidate = Omit<Candidate, 'mixture'>

/** What was found out about photos. */
export interface Asked extends Looked {
  /** The classes as they were understood. */
  readonly candidates: readonly AskedCandidate[]
  /** how names were understood */
  readonly remarks: readonly string[]
  /** the name of the network that looked at them */
  readonly network: string
  /** where a tower of images and one of texts answered: what texts were put into, and how cosines became probabilities */
  readonly towers?: { readonly template: string } & Pick<TowersRecord, 'scale' | 'bias'>
}

const NETWORK = 'resnet50'

/**
 * Says which described class each photo shows, without any training.
 *
 * @param photos folders, lists or files of images
 * @param descriptions "giraffe: a very tall animal with a long neck", or a name alone, of which WordNet says what
 *   it is; at least two
 * @param options who is asked about meanings, and how it is watched and stopped
 */
export async function askPhotos(
  photos: readonly string[],
  descriptions: readonly string[],
  options: AskOptions = {}
): Promise<Asked> {
  const { network = NETWORK, template } = options
  const { images } = await listImages(photos)
  const given = parseDescriptions(descriptions)
  if (network !== NETWORK) return askTowers(images, given, network, options)
  if (template !== undefined)
    throw new UnseenError('options.value', `A template is for two towers; ${NETWORK} has none.`, {
      where: { option: 'template' },
      remedy: 'Say --network clip-b32 too, or leave --template out.'
    })
  return askStarter(images, given, options)
}

async function askStarter(
  images: readonly ImageFile[],
  given: readonly GivenClass[],
  options: AskOptions
): Promise<Asked> {
  const { cache, signal, threads, device, onDevice, onOpening } = options
  const starter = await openStarter()
  const fetching = defined({ cache, signal, onProgress: onOpening })
  const { described, remarks } = await textsOf(given, starter, options)
  const encoder = await openEncoder('minilm', fetching)
  const candidates = await describeToStarter(starter, described, encoder).finally(() => encoder.close())
  await using backbone = await openBackbone(NETWORK, {
    output: 'logits',
    fetching,
    ...defined({ threads, device, onDevice })
  })
  if (backbone.length !== starter.classes.length)
    throw new UnseenError(
      'backbone.unusable',
      `${NETWORK} does not have the outputs of the thousand classes.`
    )
  const looked = await lookAt(images, backbone, logits => answerPhoto(logits, candidates), options)
  return { ...looked, candidates, remarks, network: NETWORK }
}

/** The texts of all candidates: what was said of them, or what WordNet says. */
async function textsOf(
  given: readonly GivenClass[],
  starter: Starter,
  { cache, signal, onOpening, ask }: AskOptions
): Promise<{ readonly described: readonly DescribedClass[]; readonly remarks: readonly string[] }> {
  const alone = given.filter(({ said }) => said === undefined).map(({ name }) => name)
  const own = ownTexts(alone, starter)
  const unknown = alone.filter(name => !own.has(name))
  const remarks: string[] = []
  const texts = new Map<string, string>(own)
  if (unknown.length > 0) {
    const wordnet = await openWordNet(defined({ cache, signal, onProgress: onOpening }))
    const company = given.map(({ name }) => name).filter(name => !unknown.includes(name))
    for (const { class: name, text, meaning, others } of await classTexts(unknown, wordnet, ask, company)) {
      texts.set(name, text)
      if (meaning === undefined)
        remarks.push(`"${name}" is in no dictionary here: its name alone is taken; say what it looks like`)
      else if (others.length > 0 && ask === undefined)
        remarks.push(
          `"${name}" is taken as ${meaning.id}, "${meaning.gloss}"; it may also be ${others.map(({ id }) => id).join(', ')}`
        )
    }
  }
  const plain = given.map(({ name }) => name.replace(/\.n\.\d+$/, '').replaceAll('_', ' '))
  return {
    described: given.map(({ name, said }, at) => ({
      // bat.n.01 is called bat, unless another meaning of it is asked about too.
      name: plain.filter(other => other === plain[at]).length > 1 ? name : plain[at],
      text: said === undefined ? (texts.get(name) ?? name) : `${name}: ${said}`
    })),
    remarks
  }
}

/**
 * Names that the thousand classes have once need no dictionary where that holds of all of them, and all are of one
 * sort: a mouse among animals is no computer's.
 */
function ownTexts(names: readonly string[], starter: Starter): ReadonlyMap<string, string> {
  const found = names.map(name => {
    const [at, ...others] = starter.knownAs(name)
    const isOwn = starter.classes[at]?.names.some(each => each.toLowerCase() === name.toLowerCase())
    return isOwn && others.length === 0 ? at : undefined
  })
  const known = found.filter(at => at !== undefined)
  const domains = new Set(known.map(at => starter.domainOf(at)))
  return known.length < names.length || domains.size > 1
    ? new Map()
    : new Map(known.map((at, place) => [names[place], textOf(starter.classes[at])]))
}
