/**
 * Accuracy on the unseen classes of real sets, parameters chosen on held-out seen classes only.
 *
 * CIFAR-10 (three signature tables, five pairs each), CUB and AwA: the paper's SSE with references at
 * the class means and learned, class weights and Gaussian weights, beside what the prototype and the paper reached.
 * One search per family and set (default protocol); the test rows are looked at once, at the end.
 * A row below its floor is marked. The paper's figures for CIFAR-10 and CUB are from VGG-19 features,
 * which these are not; only AwA's rgSIFT are the same.
 *
 * Run: npm run bench -- accuracy [--reference] [--quick] [--json] [SET ...], or node bench/accuracy.mjs ...
 *   --reference  fixed parameters: objectives and accuracies beside the prototype's, no search
 *   --quick      few rows and a small grid: only shows that everything runs, floors are not judged
 *   --method=KEY only this one: means, learned, class or gauss; as often as needed
 *   SET          only sets whose name contains this, e.g. `cifar10` or `awa`
 */
import { fileURLToPath } from 'node:url'
import { createProgress, duration, result, table } from './lib/report.mjs'
import { capRows, hasData, loadCifar, loadSplit } from './real-data.mjs'

const QUICK_ROWS = 20
const QUICK_GRID = { gamma: [0.1, 1], lambda2: [0], lambda3: [0.1, 1], ridge: [1, 10] }

/**
 * Floors and prototype of DESIGN section 11, per image, in per cent: [floor, prototype]. On CIFAR-10 the
 * prototype's parameters were fixed, not chosen. Published: the paper's figure and where it comes from.
 */
const sets = [
  {
    name: 'cifar10 attributes',
    data: 'cifar10',
    load: () => loadCifar('attributes'),
    normalise: 'l2',
    published: ['86.5 to 88.3', 'VGG-19'],
    means: [82, 85.0],
    gauss: [85.5, 86.1]
  },
  {
    name: 'cifar10 words',
    data: 'cifar10',
    load: () => loadCifar('words'),
    normalise: 'l2',
    means: [82, 84.0],
    gauss: [85, 86.4]
  },
  {
    name: 'cifar10 sentences',
    data: 'cifar10',
    load: () => loadCifar('sentences'),
    normalise: 'l2',
    means: [84, 86.7],
    gauss: [87.4, 87.8]
  },
  {
    name: 'cub-vgg l2',
    data: 'cub-vgg',
    load: () => [loadSplit('cub-vgg')],
    normalise: 'l2',
    published: [30.4, 'VGG-19'],
    means: [41.5, 42.8],
    class: [54.5, 55.4]
  },
  {
    name: 'cub-vgg l2-sqrt',
    data: 'cub-vgg',
    load: () => [loadSplit('cub-vgg')],
    normalise: 'l2-sqrt',
    only: ['class', 'gauss'],
    gauss: [59, 59.5]
  },
  {
    name: 'awa-rgsift l2',
    data: 'awa-rgsift',
    load: () => [loadSplit('awa-rgsift')],
    normalise: 'l2',
    published: [33.6, 'Fig. 6d'],
    means: [32.5, 33.0],
    class: [37, 37.4]
  },
  {
    name: 'awa-rgsift sqrt',
    data: 'awa-rgsift',
    load: () => [loadSplit('awa-rgsift')],
    normalise: 'sqrt',
    published: [33.6, 'Fig. 6d'],
    class: [38, 39.0],
    gauss: [38.5, 39.3]
  }
]

/** How a set is trained; methods of one family share its search. */
const methods = [
  { key: 'means', title: "paper's SSE, V at means", family: 'paper', options: { references: 'means' } },
  { key: 'learned', title: "paper's SSE, V learned", family: 'paper', options: { references: 'learned' } },
  { key: 'class', title: 'class weights', family: 'class-weights', options: {} },
  { key: 'gauss', title: 'Gaussian weights', family: 'gauss', options: {} }
]

/**
 * Rows of DESIGN section 11. Objectives are without the lambda1 term; [per image, per class] or one figure
 * per pair.
 */
const references = [
  {
    set: 'awa-rgsift',
    options: { gamma: 0.01, lambda2: 0.1, lambda3: 0.1 },
    objective: 18724.7,
    accuracies: [32.5, 31.3]
  },
  {
    set: 'awa-rgsift',
    options: { gamma: 0.1, lambda2: 0, lambda3: 1 },
    objective: 167156,
    accuracies: [33.0, 31.6]
  },
  {
    set: 'cub-vgg',
    options: { gamma: 0.1, lambda2: 0, lambda3: 0.1 },
    objective: 1222.49,
    accuracies: [39.4, 39.5]
  },
  {
    set: 'cub-vgg',
    options: { gamma: 1, lambda2: 0, lambda3: 1 },
    objective: 14701.8,
    accuracies: [42.8, 42.9]
  },
  {
    set: 'cifar10 attributes',
    options: { gamma: 0.1, lambda2: 0.1, lambda3: 0.01 },
    pairs: [48.2, 91.8, 96.0, 95.0, 94.2]
  },
  {
    set: 'cifar10 words',
    options: { gamma: 0.1, lambda2: 0.1, lambda3: 0.01 },
    pairs: [54.0, 84.3, 95.6, 94.1, 92.0]
  },
  {
    set: 'cifar10 sentences',
    options: { gamma: 1, lambda2: 1, lambda3: 1 },
    pairs: [56.2, 89.4, 96.9, 94.3, 97.0]
  },
  {
    set: 'awa-rgsift',
    title: 'ten V-steps',
    options: { references: 'learned', lambda1: 1e-4, gamma: 0.01, lambda2: 0.1, lambda3: 0.1 },
    objective: 12849,
    accuracies: ['33.6 to 35.3']
  },
  {
    set: 'awa-rgsift',
    title: 'released recipe',
    options: { recipe: 'released', gamma: 1 },
    accuracies: [20.0]
  },
  { set: 'cub-vgg', title: 'released recipe', options: { recipe: 'released', gamma: 1 }, accuracies: [34.1] }
]

const percent = share => 100 * share
const mean = values => values.reduce((a, b) => a + b, 0) / values.length
const fixed = value => (typeof value === 'number' ? value.toFixed(1) : value)

function capped({ train, test, ...rest }, quick) {
  return quick
    ? { ...rest, train: capRows(train, QUICK_ROWS), test: capRows(test, QUICK_ROWS) }
    : { ...rest, train, test }
}

/** Per image and per class, in per cent, among the unseen classes that have test rows. */
function measure(unseen, model, { test }) {
  const predicted = model.recognise(test.features).map(([best]) => best.class)
  const { perImage, perClass } = unseen.accuracy(test.labels, predicted)
  return { perImage: percent(perImage), perClass: percent(perClass) }
}

/** Those asked for, of those that a set is measured with. */
const methodsOf = ({ only }, keys) =>
  methods.filter(({ key }) => (only ?? [key]).includes(key) && (keys.length === 0 || keys.includes(key)))

/** Guessed work of the steps of one set, in passes over the rows; searches run on all threads. */
function guessWork({ train: { features }, signatures }) {
  const pass = features.rows * signatures.classes.length * features.columns
  const smaller = Math.min(features.rows, features.columns)
  return {
    paper: 60 * pass,
    means: 4 * pass,
    learned: 40 * pass,
    'class-weights': 0.6 * features.rows * features.columns * smaller,
    class: 0.3 * features.rows * features.columns * smaller,
    // Of the search as of the training: both have this name.
    gauss: 0.45 * features.rows * features.columns * smaller
  }
}

/**
 * Every set and method: { set, method, parts: [{ pair, perImage, perClass, chosen, heldOut, notConverged }]
 * }.
 */
async function measureAll(wanted, keys, quick, progress) {
  const unseen = await import('../packages/node/dist/index.js')
  const { pointName } = await import('@unseen/core/internal')
  const executor = unseen.threadExecutor()
  const started = performance.now()
  const total = wanted
    .flatMap(set => {
      const asked = methodsOf(set, keys)
      const steps = [...new Set(asked.map(({ family }) => family)), ...asked.map(({ key }) => key)]
      return set.load().flatMap(part => {
        const work = guessWork(capped(part, quick))
        return steps.map(step => work[step])
      })
    })
    .reduce((a, b) => a + b, 0)
  let done = 0
  const rows = []
  for (const set of wanted) {
    const measured = methodsOf(set, keys).map(method => ({ set, method, parts: [] }))
    for (const part of set.load().map(loaded => capped(loaded, quick))) {
      const work = guessWork(part)
      const name = [set.name, ...(part.pair ? [part.pair.join('-')] : [])].join(', ')
      const show = (step, fraction, text) => {
        const share = (done + fraction * work[step]) / total
        const left = share > 0 ? ((performance.now() - started) / 1000) * (1 / share - 1) : Infinity
        progress.show(
          `${name}: ${text}; ${Math.round(percent(share))} % of all, about ${duration(left)} left`
        )
      }
      const input = { features: part.train.features, labels: part.train.labels, signatures: part.signatures }
      for (const family of new Set(measured.map(({ method }) => method.family))) {
        const begun = performance.now()
        const { options, best, notConverged } = await unseen.tune(input, {
          family,
          executor,
          retrain: false,
          normalise: set.normalise,
          ...(quick ? { grid: QUICK_GRID } : {}),
          onProgress: ({ stage, done: points, total: all }) =>
            stage === 'search' &&
            show(family, points / all, `search of ${family}, ${points} of ${all} points`)
        })
        done += work[family]
        progress.note(
          `${name}: ${pointName(best.point)}: ${fixed(percent(best.accuracy))} on held-out seen classes, ${notConverged} points not converged, ${duration((performance.now() - begun) / 1000)}`
        )
        for (const row of measured.filter(({ method }) => method.family === family)) {
          const fitted = performance.now()
          const model = await unseen.fit(input, {
            ...options,
            ...row.method.options,
            onProgress: ({ stage, step, steps }) =>
              stage === 'references' && show(row.method.key, step / steps, `V-step ${step} of ${steps}`)
          })
          const accuracies = measure(unseen, model, part)
          done += work[row.method.key]
          row.parts.push({
            pair: part.pair,
            ...accuracies,
            chosen: pointName(best.point),
            heldOut: percent(best.accuracy)
          })
          progress.note(
            `${name}: ${row.method.title}: per image ${fixed(accuracies.perImage)}, per class ${fixed(accuracies.perClass)}, ${model.notes.training.status}, ${duration((performance.now() - fitted) / 1000)}`
          )
        }
      }
    }
    rows.push(...measured)
  }
  return rows
}

function accuracyTable(rows, quick) {
  const lines = [
    [
      'set',
      'method',
      'per image',
      'per class',
      'held out',
      'floor',
      'prototype',
      'paper',
      '',
      'chosen, or the five pairs'
    ]
  ]
  for (const { set, method, parts } of rows) {
    const [floor, prototype] = set[method.key] ?? []
    const perImage = mean(parts.map(part => part.perImage))
    lines.push([
      set.name,
      method.title,
      fixed(perImage),
      fixed(mean(parts.map(part => part.perClass))),
      fixed(mean(parts.map(part => part.heldOut))),
      floor,
      fixed(prototype),
      method.family === 'paper' && set.published ? `${set.published[0]} (${set.published[1]})` : undefined,
      floor === undefined || quick ? '' : perImage < floor ? 'BELOW' : 'ok',
      parts.length > 1
        ? parts.map(part => `${part.pair.join('-')} ${fixed(part.perImage)}`).join(', ')
        : parts[0].chosen
    ])
  }
  return table(lines, [0, 1, 7, 8, 9])
}

function accuracyResults(rows) {
  return rows.flatMap(({ set, method, parts }) => {
    const name = `${set.name}, ${method.title}`
    const [floor, prototype] = set[method.key] ?? []
    const perImage = mean(parts.map(part => part.perImage))
    const [paper, where] = method.family === 'paper' ? (set.published ?? []) : []
    const peers = [
      ['floor', floor],
      ['prototype', prototype],
      [`paper (${where})`, paper]
    ].filter(([, value]) => typeof value === 'number')
    return [
      ...(peers.length === 0
        ? [result(`${name}, per image`, perImage, '%')]
        : peers.map(([peer, value]) => result(`${name}, per image`, perImage, '%', peer, value))),
      result(`${name}, per class`, mean(parts.map(part => part.perClass)), '%'),
      ...(parts.length > 1
        ? parts.map(part => result(`${name}, ${part.pair.join('-')}, per image`, part.perImage, '%'))
        : [])
    ]
  })
}

/** The reference rows of DESIGN section 11: [{ name, what, ours, theirs }]. */
async function measureReferences(wanted, quick, progress) {
  const unseen = await import('../packages/node/dist/index.js')
  const rows = []
  for (const [number, { set, title, options, objective, accuracies, pairs }] of wanted.entries()) {
    const name = [
      set,
      ...(title ? [title] : []),
      ...Object.entries(options)
        .filter(([key]) => /gamma|lambda[23]/.test(key))
        .map(entry => entry.join(' '))
    ].join(', ')
    const parts = set.startsWith('cifar10') ? loadCifar(set.split(' ')[1]) : [loadSplit(set)]
    for (const [at, loaded] of parts.entries()) {
      const part = capped(loaded, quick)
      progress.show(`${number + 1} of ${wanted.length}: ${name}`)
      const model = await unseen.fit(
        { ...part.train, signatures: part.signatures },
        { references: 'means', lambda1: 0, tolerance: 2e-4, ...options }
      )
      const { perImage, perClass } = measure(unseen, model, part)
      const { training } = model.notes
      if (objective !== undefined) {
        const lambda1Term =
          (model.settings.lambda1 / 2) *
          model.trained.references.reduce((sum, value) => sum + value * value, 0)
        rows.push({
          name,
          what: 'objective',
          unit: '',
          ours: training.objective - lambda1Term,
          theirs: objective,
          gap: training.gap
        })
      }
      if (pairs)
        rows.push({
          name,
          what: part.pair.join('-'),
          unit: '%',
          ours: perImage,
          theirs: pairs[at],
          gap: training.gap
        })
      else
        ['per image', 'per class'].forEach((what, k) =>
          rows.push({
            name,
            what,
            unit: '%',
            ours: [perImage, perClass][k],
            theirs: accuracies[k],
            gap: training.gap
          })
        )
    }
    if (pairs)
      rows.push({
        name,
        what: 'mean',
        unit: '%',
        ours: mean(rows.slice(-pairs.length).map(({ ours }) => ours)),
        theirs: mean(pairs)
      })
  }
  return rows
}

function referenceTable(rows) {
  const lines = [['set, parameters', 'what', 'ours', 'prototype', 'difference', 'gap']]
  for (const { name, what, unit, ours, theirs, gap } of rows) {
    const number = value =>
      typeof value === 'number' ? (unit === '%' ? value.toFixed(1) : value.toPrecision(6)) : value
    const difference =
      typeof theirs !== 'number'
        ? undefined
        : unit === '%'
          ? (ours - theirs).toFixed(1)
          : `${(100 * (ours / theirs - 1)).toFixed(3)} %`
    lines.push([name, what, number(ours), number(theirs), difference, gap?.toExponential(0)])
  }
  return table(lines, [0, 1])
}

export async function run({ json = false, args = [] } = {}) {
  const progress = createProgress()
  const quick = args.includes('--quick')
  const keys = args.flatMap(arg => (arg.startsWith('--method=') ? [arg.slice('--method='.length)] : []))
  const only = args.filter(arg => !arg.startsWith('--'))
  const chosen = (name, data) => {
    if (only.length > 0 && !only.some(part => name.includes(part))) return false
    if (hasData(data)) return true
    progress.note(`${name} is left out: its data is not there.`)
    return false
  }
  if (args.includes('--reference')) {
    const rows = await measureReferences(
      references.filter(({ set }) => chosen(set, set.split(' ')[0])),
      quick,
      progress
    )
    const results = rows.map(({ name, what, unit, ours, theirs }) =>
      typeof theirs === 'number'
        ? result(`${name}, ${what}`, ours, unit, 'prototype', theirs)
        : result(`${name}, ${what}`, ours, unit)
    )
    console.log(json ? JSON.stringify(results, null, 2) : referenceTable(rows))
    return results
  }
  const rows = await measureAll(
    sets.filter(({ name, data }) => chosen(name, data)),
    keys,
    quick,
    progress
  )
  const results = accuracyResults(rows)
  console.log(json ? JSON.stringify(results, null, 2) : accuracyTable(rows, quick))
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
