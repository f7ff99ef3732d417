/**
 * A few images of described classes: accuracy among the unseen classes of real sets, with the description alone,
 * with images alone and with both, drawn anew many times.
 *
 * All classes get the same number of images, which are then no test rows. Images alone are nearest means in the same
 * shape. Parameters are fixed (shrinkage 3 on CUB, 1 on AwA, 10 on CIFAR-10; not predictive), as the figures of
 * docs/gaussian.md say. Floors are of CUB; nowhere may both lie more than 1 point below the better of
 * description and images alone.
 *
 * Run: npm run bench -- few [--draws N] [--json] [SET ...]
 *   SET   only sets whose name contains this, e.g. `cub`
 */
import { fileURLToPath } from 'node:url'
import { result, table } from './lib/report.mjs'
import { hasData, loadCifar, loadSplit } from './real-data.mjs'

const sets = [
  {
    name: 'cub-vgg l2-sqrt',
    data: 'cub-vgg',
    load: () => [loadSplit('cub-vgg')],
    options: { normalise: 'l2-sqrt', shrinkage: 3 },
    floors: { 1: 63.5, 2: 66.8, 5: 72, 10: 76 }
  },
  {
    name: 'awa-rgsift l2-sqrt',
    data: 'awa-rgsift',
    load: () => [loadSplit('awa-rgsift')],
    options: { normalise: 'l2-sqrt', shrinkage: 1 }
  },
  {
    name: 'cifar10 attributes',
    data: 'cifar10',
    load: () => loadCifar('attributes'),
    options: { normalise: 'l2', shrinkage: 10 }
  }
]
const COUNTS = [1, 2, 5, 10]

/** A draw of the seed: `count` rows of each class, by class. */
function drawn(byClass, count, random) {
  return new Map([...byClass].map(([name, rows]) => [name, random.shuffle([...rows]).slice(0, count)]))
}

const perClass = (labels, answers, without) => {
  const right = new Map()
  labels.forEach((label, i) => {
    if (without.has(i)) return
    const [hits, all] = right.get(label) ?? [0, 0]
    right.set(label, [hits + (answers[i] === label ? 1 : 0), all + 1])
  })
  return (100 / right.size) * [...right.values()].reduce((sum, [hits, all]) => sum + hits / all, 0)
}

/** Row by row the best of (rows x classes). */
const best = (classes, scores) =>
  Array.from({ length: scores.length / classes.length }, (_, i) => {
    let at = 0
    for (let c = 1; c < classes.length; c++)
      if (scores[i * classes.length + c] > scores[i * classes.length + at]) at = c
    return classes[at]
  })

const selectRows = ({ columns, data }, rows) =>
  rows.map(i => Array.from(data.subarray(i * columns, (i + 1) * columns)))

async function measure({ train, test, signatures }, options, draws, { fit, createRandom }) {
  const model = await fit({ ...train, signatures }, { weights: 'gauss', predictive: 'no', ...options })
  const byClass = new Map()
  test.labels.forEach((label, i) => byClass.set(label, [...(byClass.get(label) ?? []), i]))
  const candidates = [...byClass.keys()]
  const nobody = new Set()
  const described = best(candidates, model.scores(test.features, { among: candidates }).scores)
  const figures = { 0: { both: [perClass(test.labels, described, nobody)], images: [], same: [] } }
  const random = createRandom(0)
  for (const count of COUNTS) {
    figures[count] = { both: [], images: [], same: [] }
    for (let draw = 0; draw < draws; draw++) {
      const shown = drawn(byClass, count, random)
      const without = new Set([...shown.values()].flat())
      let both = model
      for (const [name, rows] of shown) both = both.show(name, selectRows(test.features, rows))
      const answers = best(candidates, both.scores(test.features, { among: candidates }).scores)
      figures[count].both.push(perClass(test.labels, answers, without))
      figures[count].same.push(perClass(test.labels, described, without))
      // Images alone: q = A^-1 (xbar - m0), f = p_q(x) - 1/2 p_q(xbar), read off the parts of the shown model.
      const parts = both.parts.length
      const own = both.proportions(test.features)
      const seen = both.seen.length
      const middle = candidates.map(name => {
        const { mean } = both.find(name).examples
        const place = both.classes.filter(each => each.examples).findIndex(each => each.name === name)
        const { weights, offsets } = both.trained.images
        let sum = -offsets[place]
        for (let m = 0; m < mean.length; m++) sum += weights[place * mean.length + m] * mean[m]
        return { place, constant: -sum / 2 }
      })
      const alone = new Float64Array(test.labels.length * candidates.length)
      for (let i = 0; i < test.labels.length; i++)
        middle.forEach(({ place, constant }, c) => {
          alone[i * candidates.length + c] = own[i * parts + seen + place] + constant
        })
      figures[count].images.push(perClass(test.labels, best(candidates, alone), without))
    }
  }
  return { worth: model.trained.gauss.shape.worth, figures }
}

const mean = list => (list.length === 0 ? undefined : list.reduce((a, b) => a + b, 0) / list.length)

export async function run({ json = false, args = [] } = {}) {
  const core = await import('@unseen/core')
  const at = args.indexOf('--draws')
  const draws = at < 0 ? 20 : Number(args[at + 1])
  const wanted = args.filter((each, i) => !each.startsWith('--') && (at < 0 || i !== at + 1))
  const lines = []
  for (const set of sets) {
    if (!hasData(set.data) || (wanted.length > 0 && !wanted.some(part => set.name.includes(part)))) continue
    const found = []
    for (const each of set.load()) found.push(await measure(each, set.options, draws, core))
    for (const count of [0, ...COUNTS]) {
      const over = key => mean(found.flatMap(({ figures }) => mean(figures[count][key]) ?? []))
      lines.push({
        set: set.name,
        worth: mean(found.map(({ worth }) => worth)),
        images: count,
        description: over('same') ?? over('both'),
        alone: over('images'),
        both: over('both'),
        floor: set.floors?.[count]
      })
    }
  }
  // Images must not spoil a description, nor a description images.
  const isSpoilt = ({ description, alone = 0, both }) => both < Math.max(description, alone) - 1
  const figure = value => (value === undefined ? '' : value.toFixed(1))
  if (!json) {
    console.log(`Per class, per cent, mean of ${draws} draws; a description is worth kappa images\n`)
    console.log(
      table([
        ['set', 'kappa', 'images', 'description', 'images alone', 'both', 'floor', 'of the better'],
        ...lines.map(({ set, worth, images, description, alone, both, floor }) => [
          set,
          figure(worth),
          images,
          figure(description),
          figure(alone),
          figure(both),
          floor === undefined ? '' : `${floor}${both < floor ? ' BELOW' : ''}`,
          isSpoilt({ description, alone, both }) ? 'BELOW by more than 1' : 'ok'
        ])
      ])
    )
  }
  return lines.map(({ set, images, both }) => result(`${set}, ${images} images`, both, 'per cent'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run({ args: process.argv.slice(2) })
