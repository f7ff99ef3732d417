/**
 * Photos and words by two towers of one space, as CLIP and SigLIP have: the cosine of a photo and of a text that
 * describes a class, with the scale that the network's authors make probabilities of it by. Nothing is learned,
 * and no class is known beforehand.
 */
import { UnseenError, directScores, Matrix, type TowersRecord } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Encoder } from '@unseen/networks'
import { openEncoder } from '../encoders/open-encoder.js'
import { type Backbone, openBackbone } from '../extract/backbone.js'
import type { ImageFile } from '../extract/list-images.js'
import type { AskedClass } from './answer-photos.js'
import type { AskOptions, Asked } from './ask-photos.js'
import type { GivenClass } from './described.js'
import { lookAt } from './look.js'

/** What CLIP's authors put names into. */
const TEMPLATE = 'a photo of a {name}.'
/** CLIP's, where the network's own is not known. */
const SCALE = 100

/** Says which of the described classes each photo shows, by the towers that `network` names. */
export async function askTowers(
  images: readonly ImageFile[],
  given: readonly GivenClass[],
  network: string,
  options: AskOptions
): Promise<Asked> {
  const { cache, signal, threads, device, onDevice, onOpening, template = TEMPLATE } = options
  if (!template.includes('{name}'))
    throw new UnseenError('options.value', `The template ${JSON.stringify(template)} has no {name} in it.`, {
      where: { option: 'template' }
    })
  const fetching = defined({ cache, signal, onProgress: onOpening })
  await using backbone = await openBackbone(network, { fetching, ...defined({ threads, device, onDevice }) })
  const encoder = await openEncoder(network, fetching)
  const candidates = given.map(({ name, said }) => ({
    name,
    text: template.replaceAll('{name}', said === undefined ? name : `${name}, ${said}`),
    knownAs: [],
    shares: [],
    isFar: false
  }))
  try {
    const towers = sharedSpace(network, backbone, encoder)
    const { scale = SCALE, bias } = towers
    const { vectors, remarks } = await encoder.encode(
      candidates.map(({ text }) => text),
      defined({ signal })
    )
    const answer = (row: Float32Array): readonly AskedClass[] => {
      const found = directScores(Matrix.dense(1, row.length, row), vectors, { scale, ...defined({ bias }) })
      return candidates
        .map(({ name }, at) => ({
          class: name,
          probability: found.probabilities?.[at] ?? 0,
          score: found.scores[at],
          kind: 'described' as const
        }))
        .sort((a, b) => b.score - a.score)
    }
    return {
      ...(await lookAt(images, backbone, answer, options)),
      candidates,
      remarks: [
        ...remarks.map(({ text, message }) => `"${candidates[text].name}": ${message}`),
        ...(towers.scale === undefined
          ? [`the scale of this network is not known, so probabilities are made by CLIP's (${SCALE})`]
          : [])
      ],
      network: String(backbone.record['model']),
      towers: { template, scale, ...defined({ bias }) }
    }
  } finally {
    await encoder.close()
  }
}

function sharedSpace(network: string, { record }: Backbone, encoder: Encoder): TowersRecord {
  const towers = encoder.record.kind === 'sentence' ? encoder.record.towers : undefined
  if (towers !== undefined && record['space'] === towers.space) return towers
  throw new UnseenError(
    'backbone.unusable',
    `${network} has no tower of images and tower of texts that share a space.`,
    {
      where: { name: network },
      remedy: 'Take clip-b32, siglip2-b16, or leave --network out: resnet50 and its thousand classes answer.'
    }
  )
}
