/**
 * Generalised recognition on CUB and AwA: seen and unseen classes compete, with and without the bias of a
 * rehearsal.
 *
 * A fifth of the rows of each seen class is kept for testing. Bias: from the rehearsal on the rest,
 * seen classes only. Parameters are fixed points; for the paper's SSE on CUB the one of four (gamma 0.1
 * and 1, lambda3 0.1 and 1) with the highest H in the rehearsal. --tune searches them by cross validation
 * on held-out seen classes instead, for accuracy among these, not for H.
 * Everything per class, in per cent. A row below its floor is marked.
 *
 * Run: npm run bench -- gzsl [--tune] [--quick] [--each] [--json] [SET ...], or node bench/gzsl.mjs ...
 *   --quick  few rows: only shows that everything runs, floors are not judged
 *   SET      only sets whose name contains this, e.g. `awa`
 */
import { fileURLToPath } from 'node:url'
import { createProgress, duration, result, table } from './lib/report.mjs'
import { capRows, hasData, loadSplit } from './real-data.mjs'

const QUICK_ROWS = 20

/**
 * floor: least H with the bias; areaFloor: least AUSUC. prototype: [raw H, calibrated H], per class. The points of Gaussian
 * weights are those that `tune` takes of held-out classes (docs/gaussian.md).
 */
const cases = [
  {
    set: 'cub-vgg',
    title: "paper's SSE, V at means",
    family: 'paper',
    fit: { references: 'means', gamma: 0.1, lambda2: 0, lambda3: 1 },
    floor: 33,
    prototype: [3.4, 34.4]
  },
  {
    set: 'cub-vgg',
    title: 'class weights',
    family: 'class-weights',
    fit: { weights: 'class', compare: 'cosine', gamma: 1, ridge: 3 },
    floor: 46,
    prototype: [undefined, 48.3]
  },
  {
    set: 'cub-vgg',
    title: 'Gaussian weights',
    family: 'gauss',
    fit: { weights: 'gauss', normalise: 'l2-sqrt', shrinkage: 3, predictive: 'yes' },
    floor: 50,
    areaFloor: 0.37,
    prototype: [undefined, 52.4]
  },
  {
    set: 'awa-rgsift',
    title: "paper's SSE, V at means",
    family: 'paper',
    fit: { references: 'means', gamma: 0.1, lambda2: 0, lambda3: 1 },
    floor: 12,
    prototype: [0.1, 13.0]
  },
  {
    set: 'awa-rgsift',
    title: 'class weights',
    family: 'class-weights',
    fit: { weights: 'class', compare: 'cosine', gamma: 1, ridge: 3 },
    floor: 15.5,
    prototype: [undefined, 16.9]
  },
  {
    set: 'awa-rgsift',
    title: 'Gaussian weights',
    family: 'gauss',
    fit: { weights: 'gauss', normalise: 'l2-sqrt', shrinkage: 1, predictive: 'no' },
    floor: 21.5,
    prototype: [undefined, 22.4]
  }
]

const percent = share => 100 * share
const fixed = value => (typeof value === 'number' ? value.toFixed(1) : value)

/** Rows kept and trained on, and every class by number: seen ones first, as the model has them. */
function divide(unseen, { train, test, signatures }) {
  const { train: rows, kept } = unseen.keepRows(train.labels)
  const take = which => ({
    features: unseen.Matrix.select(train.features, which),
    labels: Array.from(which, row => signatures.classes[train.labels[row]])
  })
  return { input: { ...take(rows), signatures }, seen: take(kept), test }
}

function measure(unseen, model, { seen, test }) {
  const raw = model.annotate({ bias: 0 })
  const classes = raw.classes.map(({ name }) => name)
  const scores = [seen, test].map(({ features }) => raw.scores(features, { among: 'all' }).scores)
  const all = new Float64Array(scores[0].length + scores[1].length)
  all.set(scores[0])
  all.set(scores[1], scores[0].length)
  const index = new Map(classes.map((name, at) => [name, at]))
  const competition = unseen.compete({
    scores: all,
    labels: [...seen.labels, ...test.labels].map(name => index.get(name)),
    seen: raw.classes.map(each => each.seen)
  })
  const curve = unseen.seenUnseenCurve(competition)
  return {
    raw: unseen.generalisedAt(competition, 0).perClass,
    calibrated: unseen.generalisedAt(competition, model.notes.bias).perClass,
    area: curve.area,
    best: curve.best,
    intervals: unseen.bootstrapGeneralised(competition, model.notes.bias, { resamples: 300 })
  }
}

async function measureCase(unseen, { set, family, fit: point }, { quick, search, each, progress }) {
  const loaded = loadSplit(set)
  const data = divide(
    unseen,
    quick
      ? { ...loaded, train: capRows(loaded.train, QUICK_ROWS), test: capRows(loaded.test, QUICK_ROWS) }
      : loaded
  )
  const show = ({ stage, done, total, message = '' }) =>
    (stage === 'search' || stage === 'rehearse') &&
    progress.show(`${set}: ${stage} ${fixed(percent(done / total))} % ${message}`)
  const started = performance.now()
  const options = search
    ? {
        ...(
          await unseen.tune(data.input, {
            family,
            executor: unseen.threadExecutor(),
            retrain: false,
            onProgress: show
          })
        ).options,
        references: 'means'
      }
    : point
  const model = await unseen.fit(data.input, options)
  const fitted = performance.now()
  const { model: rehearsed, rehearsal } = await unseen.rehearseModel(model, data.input, {
    onProgress: show,
    ...(each ? { each } : {})
  })
  return {
    options,
    rehearsal,
    ...measure(unseen, rehearsed, data),
    bias: rehearsed.notes.bias,
    threshold: rehearsed.notes.threshold,
    fitSeconds: (fitted - started) / 1000,
    seconds: (performance.now() - fitted) / 1000
  }
}

export async function run({ json = false, args = [] } = {}) {
  const unseen = {
    ...(await import('../packages/node/dist/index.js')),
    ...(await import('@unseen/core/internal'))
  }
  const progress = createProgress()
  const [quick, search, each] = ['--quick', '--tune', '--each'].map(flag => args.includes(flag))
  const only = args.filter(arg => !arg.startsWith('--'))
  const lines = [
    [
      'set',
      'method',
      'seen',
      'unseen',
      'H',
      'floor',
      '',
      'prototype',
      'H raw',
      'unseen raw',
      'AUSUC',
      'best H',
      'H rehearsed',
      'among unseen rehearsed',
      'clusters',
      'rehearsal took'
    ]
  ]
  const results = []
  for (const one of cases.filter(
    ({ set, title }) => only.length === 0 || only.some(part => `${set} ${title}`.includes(part))
  )) {
    if (!hasData(one.set)) {
      progress.note(`${one.set} is left out: its data is not there.`)
      continue
    }
    const found = await measureCase(unseen, one, { quick, search, each, progress })
    const { raw, calibrated, area, best, rehearsal, seconds } = found
    const h = percent(calibrated.harmonic)
    const { clusters } = rehearsal
    lines.push([
      one.set,
      one.title,
      fixed(percent(calibrated.seen)),
      fixed(percent(calibrated.unseen)),
      fixed(h),
      one.floor,
      quick ? '' : h < one.floor || area < (one.areaFloor ?? 0) ? 'BELOW' : 'ok',
      fixed(one.prototype[1]),
      fixed(percent(raw.harmonic)),
      fixed(percent(raw.unseen)),
      area.toFixed(3),
      fixed(percent(best.harmonic)),
      fixed(percent(rehearsal.all.calibrated.harmonic)),
      fixed(percent(rehearsal.unseen.accuracy.value)),
      `${fixed(percent(clusters.without))} to ${fixed(percent(clusters.with))}`,
      duration(seconds)
    ])
    const name = `${one.set}, ${one.title}`
    results.push(
      result(`${name}, H`, h, '%', 'floor', one.floor),
      result(`${name}, H`, h, '%', 'prototype', one.prototype[1]),
      result(`${name}, seen`, percent(calibrated.seen), '%'),
      result(`${name}, unseen`, percent(calibrated.unseen), '%'),
      result(`${name}, H without the bias`, percent(raw.harmonic), '%'),
      one.areaFloor === undefined
        ? result(`${name}, AUSUC`, area, '')
        : result(`${name}, AUSUC`, area, '', 'floor', one.areaFloor),
      result(`${name}, best H of any bias`, percent(best.harmonic), '%'),
      result(`${name}, rehearsal`, seconds, 's')
    )
    const { low, high } = found.intervals.harmonic
    progress.note(
      `${name}: H ${fixed(h)} (95 %: ${fixed(percent(low))} to ${fixed(percent(high))}), bias ${found.bias.toPrecision(3)}, ${rehearsal.all.bias.toFixed(2)} units, best ${best.bias.toPrecision(3)}; ${rehearsal.trainings} trainings; ${JSON.stringify(found.threshold)}`
    )
  }
  console.log(json ? JSON.stringify(results, null, 2) : table(lines, [0, 1, 6]))
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
