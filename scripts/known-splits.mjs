/**
 * Makes packages/data/src/doctor/known-splits.ts: fingerprints of the splits in the literature, taken from
 * the real files beside the repository. Only hashes and names are kept. Needs a build.
 * Run: node scripts/known-splits.mjs
 */
import { writeFileSync } from 'node:fs'
import { classesFingerprint, splitByClasses, splitByRows } from '../packages/data/dist/doctor/fingerprints.js'
import { readFile } from '../packages/node/dist/index.js'
import { cifarPairs } from '../bench/real-data.mjs'

const shared = process.env.UNSEEN_SHARED ?? new URL('../../shared', import.meta.url).pathname
const open = async path =>
  Object.fromEntries((await readFile(`${shared}/data/${path}`)).arrays.map(({ name, data }) => [name, data]))
const fromOne = rows => Array.from(rows, row => row - 1)

const classes = []
const splits = []
const addClasses = (name, names) => classes.push({ name, fingerprint: classesFingerprint(names) })
const addSplit = (name, names, unseen) =>
  splits.push({
    name,
    fingerprint: splitByClasses(
      names.filter(each => !unseen.includes(each)),
      unseen
    )
  })

/** Classes of the test_unseen rows, if every class has either all of its rows there or none. */
function unseenOf(names, labels, rows) {
  const unseen = new Set(rows)
  const [inside, all] = [new Map(), new Map()]
  labels.forEach((label, row) => {
    all.set(label, (all.get(label) ?? 0) + 1)
    if (unseen.has(row)) inside.set(label, (inside.get(label) ?? 0) + 1)
  })
  for (const [label, rowsInside] of inside)
    if (rowsInside !== all.get(label))
      throw new Error(`${names[label]} has some rows in test_unseen_loc and some not`)
  return names.filter((_, label) => inside.has(label))
}

const sets = {
  AWA1: 'AwA (Animals with Attributes)',
  CUB: 'CUB-200-2011',
  SUN: 'SUN',
  APY: 'aPY (aPascal and aYahoo)'
}
for (const name of ['AWA1', 'AWA2', 'CUB', 'SUN', 'APY']) {
  const {
    allclasses_names: names,
    trainval_loc: train,
    test_seen_loc: seen,
    test_unseen_loc: unseen
  } = await open(`xlsa17/${name}/att_splits.mat`)
  if (name in sets) addClasses(sets[name], names)
  splits.push({
    name: `the proposed split of ${name} (xlsa17, Xian et al.)`,
    fingerprint: splitByRows(names, fromOne(train), fromOne([...seen, ...unseen]))
  })
}

// The same by classes. AWA1's images stand by class in alphabetical order; SUN has 20 of each class.
const awa = await open('awa-rgsift/data.npz')
const counts = awa.classes.map((_, label) => awa.labels.filter(each => each === label).length)
const alphabetical = awa.classes
  .map((_, label) => label)
  .sort((a, b) => (awa.classes[a] < awa.classes[b] ? -1 : 1))
const awa1 = await open('xlsa17/AWA1/att_splits.mat')
addSplit(
  'the proposed split of AWA1 and AWA2 (xlsa17, Xian et al.)',
  awa.classes,
  unseenOf(
    awa.classes,
    alphabetical.flatMap(label => Array(counts[label]).fill(label)),
    fromOne(awa1.test_unseen_loc)
  )
)
addSplit(
  'the classic split of AwA, 40 seen and 10 unseen classes (Lampert et al.)',
  awa.classes,
  Array.from(awa.unseen, label => awa.classes[label])
)

const sun = await open('xlsa17/SUN/att_splits.mat')
addSplit(
  'the proposed split of SUN (xlsa17, Xian et al.)',
  sun.allclasses_names,
  unseenOf(
    sun.allclasses_names,
    sun.allclasses_names.flatMap((_, label) => Array(20).fill(label)),
    fromOne(sun.test_unseen_loc)
  )
)

const apy = await open('apy-attributes/data.npz')
addSplit(
  'the proposed split of APY (xlsa17, Xian et al.)',
  apy.classes,
  unseenOf(apy.classes, apy.labels, fromOne((await open('xlsa17/APY/att_splits.mat')).test_unseen_loc))
)
addSplit(
  'the classic split of aPY, aPascal seen and aYahoo unseen (Farhadi et al.)',
  apy.classes,
  Array.from(apy.unseen, label => apy.classes[label])
)

const cub = await open('cub-vgg/data.npz')
addSplit(
  'the proposed split of CUB (xlsa17, Xian et al.)',
  cub.classes,
  unseenOf(cub.classes, cub.labels, fromOne((await open('xlsa17/CUB/att_splits.mat')).test_unseen_loc))
)

const cifar = await open('cifar10/data.npz')
addClasses('CIFAR-10', cifar.classes)
for (const pair of cifarPairs)
  addSplit(`the pair ${pair.join(' and ')} of CIFAR-10 (Table 2 of Zhang and Saligrama)`, cifar.classes, pair)

const list = entries =>
  entries.map(({ name, fingerprint }) => `  { name: '${name}', fingerprint: '${fingerprint}' },`).join('\n')
writeFileSync(
  new URL('../packages/data/src/doctor/known-splits.ts', import.meta.url),
  `/** Class lists and splits of the literature, by fingerprint (fingerprints.ts). Made by scripts/known-splits.mjs from the published files. */
export interface Known {
  readonly name: string
  readonly fingerprint: string
}

export const knownClasses: readonly Known[] = [
${list(classes)}
]

export const knownSplits: readonly Known[] = [
${list(splits)}
]
`
)
