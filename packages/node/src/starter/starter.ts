/**
 * The starter: ImageNet's thousand classes as seen classes, so that a class can be described where no class of
 * one's own has photos. Names, glosses and signatures come with the package (data/build-starter.mjs makes them);
 * the network whose outputs they are is fetched.
 *
 *   proportions   softmax(logits / 4) of `resnet50`
 *   mixtures      Eq. 3 with gamma 1 of all-MiniLM-L6-v2's vectors of "names: what it is"
 *   score         their product, mixtures scaled to length 1
 */
import { type EncoderRecord, UnseenError } from '@unseen/core'
import { encoderSchema } from '@unseen/data/manifest'
import { readFile } from '../formats/readers.js'
import { existsSync } from 'node:fs'
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** One of the thousand classes. */
export interface StarterClass {
  /** every name, the usual one first */
  readonly names: readonly string[]
  /** what it is, in a sentence */
  readonly gloss: string
  /** what it is a kind of: indices into the kinds */
  readonly kinds: readonly number[]
}

/** The thousand classes, in the order of the outputs of networks that know them. */
export interface Starter {
  readonly classes: readonly StarterClass[]
  /** row-major (classes x length), rows of length 1 */
  readonly signatures: Float32Array
  readonly length: number
  /** what made the signatures */
  readonly encoder: EncoderRecord
  /** The classes that are what is called so, or kinds of it: "elephant" is two of them. */
  knownAs(name: string): readonly number[]
  /** The widest kinds a class is of that tell meanings of one name apart: animal, artifact, food ... */
  domainOf(at: number): string
}

/** A mouse is an animal or an artifact; the first that fits is taken. */
const domains = ['animal', 'person', 'plant', 'fungus', 'food', 'artifact', 'natural object']

const schema = z.object({
  format: z.literal('unseen-starter'),
  version: z.literal(1),
  encoder: encoderSchema,
  kinds: z.array(z.object({ names: z.array(z.string()) })),
  classes: z.array(
    z.object({ names: z.array(z.string()), gloss: z.string(), kinds: z.array(z.int().nonnegative()) })
  )
})

/** Reads what came with the package. */
export async function openStarter(): Promise<Starter> {
  const folder = starterFolder()
  const { kinds, classes, encoder } = schema.parse(
    JSON.parse(await readBytes(join(folder, 'classes.json'), 'utf8'))
  )
  const { arrays } = await readFile(join(folder, 'signatures.npy'))
  const [{ data, shape }] = arrays
  const byName = new Map<string, Set<number>>()
  const add = (name: string, at: number): void => {
    const known = byName.get(plain(name)) ?? new Set()
    byName.set(plain(name), known.add(at))
  }
  classes.forEach(({ names, kinds: above }, at) => {
    for (const name of [...names, ...above.flatMap(kind => kinds[kind].names)]) add(name, at)
  })
  return {
    classes,
    signatures: Float32Array.from(data as ArrayLike<number>),
    length: shape[1],
    encoder: encoder as EncoderRecord,
    domainOf(at) {
      const above = new Set(classes[at].kinds.flatMap(kind => kinds[kind].names))
      return domains.find(domain => above.has(domain)) ?? ''
    },
    knownAs: name => [...(byName.get(plain(name)) ?? byName.get(plain(name).replace(/s$/, '')) ?? [])]
  }
}

function starterFolder(): string {
  const places = ['../../data/starter', '../../../../data/starter'].map(up =>
    fileURLToPath(new URL(up, import.meta.url))
  )
  const found = places.find(place => existsSync(join(place, 'classes.json')))
  if (found !== undefined) return found
  throw new UnseenError('path.missing', 'The thousand classes did not come with this installation.', {
    remedy: 'Install the package anew.'
  })
}

/** 'Killer_Whale' and 'killer whale' are one. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
