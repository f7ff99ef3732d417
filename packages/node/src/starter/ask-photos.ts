/**
 * Photos and words, and nothing learned: which of the described classes each photo shows. What `unseen ask` does.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { OpenProgress } from '@unseen/networks'
import { openEncoder } from '../encoders/open-encoder.js'
import { openBackbone } from '../extract/backbone.js'
import { type ImageFile, listImages } from '../extract/list-images.js'
import { type AskMeaning, classTexts, textOf } from '../texts/class-texts.js'
import { openWordNet } from '../texts/wordnet.js'
import { type AskedClass, answerPhoto } from './answer-photos.js'
import { type Candidate, type DescribedClass, describeToStarter } from './describe-starter.js'
import { type Starter, openStarter } from './starter.js'

/** How photos are asked about. */
export interface AskOptions {
  /** Where networks and texts are kept. Default: the user's cache folder. */
  readonly cache?: string
  /** Who chooses among the meanings of a name that was given alone. Default: the most frequent is taken. */
  readonly ask?: AskMeaning
  /** Threads of the network. Default: one for each core. */
  readonly threads?: number
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** Called while networks and texts are fetched. */
  readonly onOpening?: (progress: OpenProgress) => void
  /** Called with photos done, of how many. */
  readonly onPhoto?: (done: number, total: number) => void
}

/** What is said about one photo. */
export interface AskedPhoto {
  /** Where it is. */
  readonly path: string
  /** as it is called in its folder */
  readonly name: string
  /** every candidate, the most probable first */
  readonly ranked: readonly AskedClass[]
}

/** What was found out about photos. */
export interface Asked {
  /** Every photo that can be read. */
  readonly photos: readonly AskedPhoto[]
  /** The classes as they were understood. */
  readonly candidates: readonly Candidate[]
  /** Photos that cannot be read, and why. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[]
  /** how names were understood */
  readonly remarks: readonly string[]
  /** the name of the network that looked at them */
  readonly network: string
}

const NETWORK = 'resnet50'
const BATCH = 8

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
  const { cache, signal, threads, onOpening, onPhoto } = options
  const { images } = await listImages(photos)
  const starter = await openStarter()
  const opening = defined({ cache, signal, onProgress: onOpening })
  const { described, remarks } = await textsOf(descriptions, starter, options)
  const encoder = await openEncoder('minilm', opening)
  const candidates = await describeToStarter(starter, described, encoder).finally(() => encoder.close())
  await using backbone = await openBackbone(NETWORK, {
    output: 'logits',
    fetching: opening,
    ...defined({ threads })
  })
  if (backbone.length !== starter.classes.length)
    throw new UnseenError(
      'backbone.unusable',
      `${NETWORK} does not have the outputs of the thousand classes.`
    )
  const answered: AskedPhoto[] = []
  const skipped: { file: string; reason: string }[] = []
  for (let start = 0; start < images.length; start += BATCH) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped.')
    const ready: { image: ImageFile; entries: Awaited<ReturnType<typeof backbone.prepare>> }[] = []
    for (const image of images.slice(start, start + BATCH)) {
      try {
        ready.push({ image, entries: await backbone.prepare(image.path) })
      } catch (error) {
        if (!(error instanceof UnseenError) || error.code !== 'image.unreadable') throw error
        skipped.push({ file: image.name, reason: error.message })
      }
    }
    if (ready.length > 0) {
      const logits = await backbone.run(ready.map(({ entries }) => entries))
      ready.forEach(({ image }, at) => {
        const row = logits.subarray(at * backbone.length, (at + 1) * backbone.length)
        answered.push({ path: image.path, name: image.name, ranked: answerPhoto(row, candidates) })
      })
    }
    onPhoto?.(Math.min(start + BATCH, images.length), images.length)
  }
  if (answered.length === 0)
    throw new UnseenError('image.unreadable', `No photo can be read; the first: ${skipped[0].reason}`, {
      where: { file: skipped[0].file }
    })
  return { photos: answered, candidates, skipped, remarks, network: NETWORK }
}

/** The texts of all candidates: what was said of them, or what WordNet says. */
async function textsOf(
  descriptions: readonly string[],
  starter: Starter,
  { cache, signal, onOpening, ask }: AskOptions
): Promise<{ readonly described: readonly DescribedClass[]; readonly remarks: readonly string[] }> {
  const given = descriptions.map(parseDescription)
  const names = given.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined)
    throw new UnseenError('signatures.duplicate', `"${twice}" is described twice.`, {
      where: { class: twice }
    })
  if (given.length < 2)
    throw new UnseenError('options.value', 'One class alone would always be the answer.', {
      remedy:
        'Describe two or more: unseen ask PHOTOS "giraffe: a tall animal" "seal: a smooth animal of the sea".'
    })
  const alone = given.filter(({ text }) => text === undefined).map(({ name }) => name)
  // A name that the thousand classes have once needs no dictionary.
  const own = new Map(
    alone.flatMap(name => {
      const found = starter.classes.filter(one =>
        one.names.some(each => each.toLowerCase() === name.toLowerCase())
      )
      return found.length === 1 && starter.knownAs(name).length === 1
        ? [[name, textOf(found[0])] as const]
        : []
    })
  )
  const unknown = alone.filter(name => !own.has(name))
  const remarks: string[] = []
  const texts = new Map<string, string>(own)
  if (unknown.length > 0) {
    const wordnet = await openWordNet(defined({ cache, signal, onProgress: onOpening }))
    for (const { class: name, text, meaning, others } of await classTexts(unknown, wordnet, ask)) {
      texts.set(name, text)
      if (meaning === undefined)
        remarks.push(`"${name}" is in no dictionary here: its name alone is taken; say what it looks like`)
      else if (others.length > 0 && ask === undefined)
        remarks.push(
          `"${name}" is taken as ${meaning.id}, "${meaning.gloss}"; it may also be ${others.map(({ id }) => id).join(', ')}`
        )
    }
  }
  return {
    described: given.map(({ name, text }) => ({
      name: name.replace(/\.n\.\d+$/, '').replaceAll('_', ' '),
      text: text ?? texts.get(name) ?? name
    })),
    remarks
  }
}

/** "giraffe: a tall animal" is a name and what is said of it; both are encoded. */
export function parseDescription(text: string): { readonly name: string; readonly text?: string } {
  const at = text.indexOf(':')
  const name = (at < 0 ? text : text.slice(0, at)).trim()
  const said = at < 0 ? '' : text.slice(at + 1).trim()
  if (name === '')
    throw new UnseenError('options.value', `${JSON.stringify(text)} has no name before the colon.`, {
      remedy: 'Write "giraffe: a very tall spotted animal with a long neck".'
    })
  return said === '' ? { name } : { name, text: `${name}: ${said}` }
}
