/**
 * Real numbers for the example figures and the example report: CIFAR-10 and AwA from shared/data, a few
 * hundred rows a class, trained in seconds with the references at the class means. Test material only: the
 * pictures show what the figures look like, docs/results.md says how good the method is.
 */
import { capRows, cifarPairs, hasData, loadCifar, loadSplit, selectRows } from '../../../bench/real-data.mjs'
import * as unseen from '../../node/dist/index.js'
import { cosineAffinity } from '../dist/index.js'

const mean = values => values.reduce((a, b) => a + b, 0) / values.length
const deviation = values =>
  Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / Math.max(1, values.length - 1)
  )
const round = (value, digits = 4) => Number(value.toFixed(digits))
const perImage = (truth, answers) => unseen.accuracy(truth, answers).perImage
const answersOf = (model, rows, among) => model.recognise(rows, { among }).map(([best]) => best.class)

export const available = () => hasData('cifar10') && hasData('awa-rgsift')

/** Rows of a matrix chosen by number. */
const pick = (matrix, rows) => selectRows({ shape: [matrix.rows, matrix.columns], data: matrix.data }, rows)

/**
 * Mean proportions of each class, (classes x seen), centred: what all rows share says nothing about a class.
 */
function meanProportions(proportions, labels, classes, seen) {
  const sums = classes.map(() => new Float64Array(seen))
  const counts = classes.map(() => 0)
  labels.forEach((label, row) => {
    const at = classes.indexOf(label)
    counts[at]++
    for (let s = 0; s < seen; s++) sums[at][s] += proportions[row * seen + s]
  })
  const means = sums.map((sum, at) => sum.map(value => value / counts[at]))
  const centre = Float64Array.from({ length: seen }, (_, s) => mean(means.map(row => row[s])))
  return means.flatMap(row => Array.from(row, (value, s) => value - centre[s]))
}

function affinityOf(model, features, labels, names, title) {
  const seen = model.trained.seen
  const known = names.map(name => model.find(name))
  const affinity = (length, values) =>
    cosineAffinity(names.length, length, values).map(value => round(value, 3))
  const proportions = model.proportions(features)
  return {
    title,
    classes: names,
    matrices: [
      {
        title: 'signatures',
        values: affinity(
          known[0].signature.length,
          known.flatMap(({ signature }) => Array.from(signature))
        )
      },
      {
        title: 'mixtures',
        values: affinity(
          seen,
          known.flatMap(({ mixture }) => Array.from(mixture))
        )
      },
      { title: 'mean proportions', values: affinity(seen, meanProportions(proportions, labels, names, seen)) }
    ]
  }
}

/** Map of raw features and of proportions. */
async function mapOf(model, features, labels, classes, note) {
  const panels = []
  const seen = model.trained.seen
  for (const [title, data, columns] of [
    ['raw features', features.data, features.columns],
    ['proportions', model.proportions(features), seen]
  ]) {
    const { x, y } = await unseen.placeOnMap(data, features.rows, columns, {
      onProgress: ({ stage, done, total }) => note(`map of ${title}: ${stage} ${done} of ${total}`)
    })
    panels.push({
      title,
      x: Array.from(x, value => round(value, 2)),
      y: Array.from(y, value => round(value, 2))
    })
  }
  return { classes, labels: labels.map(label => classes.indexOf(label)), panels }
}

export async function cifarData(note = () => {}) {
  const sets = loadCifar('attributes')
  const names = sets[0].signatures.classes
  const [, , set] = sets
  note(`CIFAR-10 without ${set.pair.join(' and ')}`)
  const input = { ...set.train, signatures: set.signatures }
  const model = await unseen.fit(input, { references: 'means', gamma: 0.1, lambda2: 0.1, lambda3: 0.01 })
  const answers = answersOf(model, set.test.features)
  note('CIFAR-10: search')
  const tuned = await unseen.tune(input, { executor: unseen.threadExecutor(), retrain: false })
  const small = capRows(set.test, 400)
  const seenRows = capRows(set.train, 100)
  const mapRows = {
    features: join(seenRows.features, small.features),
    labels: [...seenRows.labels, ...small.labels]
  }
  const intervals = unseen.bootstrapAccuracy(set.test.labels, answers)
  return {
    names,
    pair: set.pair,
    accuracy: unseen.accuracy(set.test.labels, answers),
    intervals,
    tuned: {
      point: unseen.pointName(tuned.best.point),
      accuracy: tuned.best.accuracy,
      standardError: tuned.best.standardError
    },
    mixtures: set.pair.map(name => ({
      class: name,
      shares: model.mixture(name).shares.map(({ class: of, share }) => ({ class: of, share: round(share) }))
    })),
    affinity: {
      groups: [affinityOf(model, seenRows.features, seenRows.labels, model.seen, 'CIFAR-10, seen classes')]
    },
    map: await mapOf(model, mapRows.features, mapRows.labels, names, note),
    grid: {
      points: tuned.points.map(({ point, accuracy, standardError }) => ({ point, accuracy, standardError })),
      best: { point: tuned.best.point },
      alike: tuned.alike.map(({ point }) => ({ point }))
    },
    confusion: plainConfusion(unseen.confusion(set.test.labels, answers, { classes: set.pair }))
  }
}

const plainConfusion = ({ classes, counts }) => ({ classes, counts: Array.from(counts) })

function join(a, b) {
  const data = new Float32Array(a.data.length + b.data.length)
  data.set(a.data)
  data.set(b.data, a.data.length)
  return { kind: 'dense', rows: a.rows + b.rows, columns: a.columns, data }
}

/** Both terms, one alone, the other alone. */
async function ablate(sets, note) {
  const variants = [
    ['both terms', { lambda2: 0.1, lambda3: 0.1 }],
    ['classes only (lambda3 = 0)', { lambda2: 0.1, lambda3: 0 }],
    ['images only (lambda2 = 0)', { lambda2: 0, lambda3: 0.1 }]
  ]
  const curves = []
  for (const [name, options] of variants) {
    const points = []
    for (const gamma of [0, 0.001, 0.01, 0.1, 1, 10, 100]) {
      note(`ablation: ${name}, gamma ${gamma}`)
      const found = []
      for (const { train, test, signatures } of sets) {
        const model = await unseen.fit({ ...train, signatures }, { references: 'means', gamma, ...options })
        found.push(perImage(test.labels, answersOf(model, test.features)))
      }
      points.push({
        gamma,
        accuracy: round(mean(found)),
        ...(found.length > 1 ? { deviation: round(deviation(found)) } : {})
      })
    }
    curves.push({ name, points })
  }
  return { curves }
}

export async function awaData(note = () => {}) {
  const { train: allTrain, test: allTest, signatures: table } = loadSplit('awa-rgsift')
  const readable = name => name.replaceAll('+', ' ')
  const names = table.classes.map(readable)
  const signatures = { ...table, classes: names }
  const train = capRows(
    { features: allTrain.features, labels: allTrain.labels.map(label => names[label]) },
    120
  )
  const test = capRows({ ...allTest, labels: allTest.labels.map(readable) }, 150)
  const unseenNames = [...new Set(test.labels)]
  note('AwA: training')
  const input = { ...train, signatures }
  const paper = await unseen.fit(input, { references: 'means', gamma: 0.01, lambda2: 0.1, lambda3: 0.1 })
  const classWeights = {
    weights: 'class',
    transform: 'identity',
    references: 'means',
    gamma: 1,
    ridge: 1,
    normalise: 'sqrt'
  }
  const model = await unseen.fit(input, classWeights)
  const answers = answersOf(model, test.features)
  const learned = await unseen.fit(
    { ...capRows(train, 40), signatures },
    {
      gamma: 0.01,
      lambda2: 0.1,
      lambda3: 0.1,
      onProgress: ({ stage, step }) => stage === 'references' && note(`AwA: V-step ${step}`)
    }
  )
  const confusion = unseen.confusion(test.labels, answers, { classes: unseenNames })
  const accuracy = unseen.accuracy(test.labels, answers)
  const small = capRows(train, 40)
  return {
    seen: model.seen,
    unseen: unseenNames,
    accuracy,
    intervals: unseen.bootstrapAccuracy(test.labels, answers),
    paperAccuracy: unseen.accuracy(test.labels, answersOf(paper, test.features)),
    mixtures: unseenNames.map(name => ({
      class: name,
      shares: model.mixture(name).shares.map(({ class: of, share }) => ({ class: of, share: round(share) }))
    })),
    affinity: {
      groups: [
        affinityOf(model, small.features, small.labels, model.seen, 'AwA, seen classes'),
        affinityOf(model, test.features, test.labels, unseenNames, 'AwA, unseen classes')
      ]
    },
    confusion: plainConfusion(confusion),
    bars: barsOf(accuracy),
    history: {
      step: 'V-step',
      runs: [
        {
          name: 'AwA rgSIFT, 40 rows a class',
          objective: learned.notes.training.history.map(value => round(value, 1))
        }
      ]
    },
    seenUnseen: await seenUnseenOf(train, test, signatures, classWeights, note),
    coverage: coverageOf(
      [
        ['class weights', model],
        ["paper's SSE", paper]
      ],
      test
    ),
    ablation: await ablate([{ train: capRows(train, 40), test, signatures }], note),
    growth: await growthOf(train, test, signatures, classWeights, note)
  }
}

/** Wilson's interval: honest for few rows. */
function barsOf({ byClass }) {
  const z = 1.96
  const bars = byClass.map(({ class: name, rows, accuracy }) => {
    const middle = (accuracy + (z * z) / (2 * rows)) / (1 + (z * z) / rows)
    const half =
      (z * Math.sqrt((accuracy * (1 - accuracy)) / rows + (z * z) / (4 * rows * rows))) / (1 + (z * z) / rows)
    return { class: name, value: round(accuracy), low: round(middle - half), high: round(middle + half) }
  })
  return {
    label: 'accuracy among the 10 unseen classes, %',
    bars: bars.sort((a, b) => b.value - a.value),
    reference: { value: 0.1, label: 'chance' }
  }
}

function coverageOf(models, test) {
  const curves = models.map(([name, model]) => {
    const rows = model
      .recognise(test.features, { top: 2 })
      .map(([best, next], at) => ({ margin: best.score - next.score, right: best.class === test.labels[at] }))
    rows.sort((a, b) => b.margin - a.margin)
    const points = Array.from({ length: 20 }, (_, at) => (at + 1) / 20).map(coverage => {
      const answered = rows.slice(0, Math.round(coverage * rows.length))
      return { coverage, accuracy: round(answered.filter(({ right }) => right).length / answered.length) }
    })
    return { name, points }
  })
  return { curves, marked: { ...curves[0].points[9], label: 'threshold in use' } }
}

async function seenUnseenOf(train, test, signatures, options, note) {
  note('AwA: seen against unseen')
  const rows = train.labels.map((_, at) => at)
  const keep = train.labels.length / 5
  const held = new Set(
    unseen
      .createRandom(0)
      .shuffle([...rows])
      .slice(0, keep)
  )
  const part = wanted => ({
    features: pick(train.features, rows.filter(wanted)),
    labels: rows.filter(wanted).map(at => train.labels[at])
  })
  const [learn, seenTest] = [part(at => !held.has(at)), part(at => held.has(at))]
  const curves = []
  for (const [name, more] of [
    ['class weights', options],
    ["paper's SSE", { references: 'means', gamma: 0.01, lambda2: 0.1, lambda3: 0.1 }]
  ]) {
    const model = await unseen.fit({ ...learn, signatures }, more)
    const isSeen = new Set(model.seen)
    const spread = deviation(Array.from(model.scores(test.features, { among: 'seen' }).scores).slice(0, 4000))
    const perClass = (set, bias) => {
      const { classes, scores } = model.scores(set.features, { among: 'all' })
      const answers = set.labels.map((_, row) => {
        let best = 0
        const value = at => scores[row * classes.length + at] - (isSeen.has(classes[at]) ? bias : 0)
        for (let at = 1; at < classes.length; at++) if (value(at) > value(best)) best = at
        return classes[best]
      })
      return unseen.accuracy(set.labels, answers).perClass
    }
    const points = Array.from({ length: 25 }, (_, at) => (at / 24) * 3 * spread).map(bias => ({
      seen: round(perClass(seenTest, bias)),
      unseen: round(perClass(test, bias))
    }))
    curves.push({ name, points })
  }
  const harmonic = ({ seen, unseen: other }) => (seen + other > 0 ? (2 * seen * other) / (seen + other) : 0)
  return {
    curves,
    marked: {
      ...curves[0].points.reduce((a, b) => (harmonic(b) > harmonic(a) ? b : a)),
      label: 'bias in use'
    }
  }
}

/** Fewer unseen classes to choose from; fewer seen classes to learn from. Five draws each. */
async function growthOf(train, test, signatures, options, note) {
  const unseenNames = [...new Set(test.labels)]
  const seenNames = [...new Set(train.labels)]
  const draws = [0, 1, 2, 3, 4]
  const methods = [
    ['class weights', options],
    ["paper's SSE", { references: 'means', gamma: 0.01, lambda2: 0.1, lambda3: 0.1 }]
  ]
  const [byUnseen, bySeen] = [[], []]
  const small = capRows(train, 40)
  for (const [name, more] of methods) {
    const whole = await unseen.fit({ ...small, signatures }, more)
    const accuracyAmong = (model, chosen) => {
      const rows = test.labels.map((_, at) => at).filter(at => chosen.includes(test.labels[at]))
      return perImage(
        rows.map(at => test.labels[at]),
        answersOf(model, pick(test.features, rows), chosen)
      )
    }
    const summary = (classes, found) => ({
      classes,
      accuracy: round(mean(found)),
      deviation: round(deviation(found))
    })
    byUnseen.push({
      name,
      points: [2, 4, 6, 8, 10].map(count =>
        summary(
          count,
          draws.map(seed =>
            accuracyAmong(
              whole,
              unseen
                .createRandom(seed)
                .shuffle([...unseenNames])
                .slice(0, count)
            )
          )
        )
      )
    })
    const points = []
    for (const count of [5, 10, 20, 30, 40]) {
      note(`growth: ${name}, ${count} seen classes`)
      const found = []
      for (const seed of draws.slice(0, 3)) {
        const chosen = new Set(
          unseen
            .createRandom(seed)
            .shuffle([...seenNames])
            .slice(0, count)
        )
        const rows = small.labels.map((_, at) => at).filter(at => chosen.has(small.labels[at]))
        const model = await unseen.fit(
          { features: pick(small.features, rows), labels: rows.map(at => small.labels[at]), signatures },
          more
        )
        found.push(accuracyAmong(model, unseenNames))
      }
      points.push(summary(count, found))
    }
    bySeen.push({ name, points })
  }
  return {
    panels: [
      { title: 'More unseen classes to choose from', counts: 'number of unseen classes', curves: byUnseen },
      { title: 'More seen classes to learn from', counts: 'number of seen classes', curves: bySeen }
    ]
  }
}

export { cifarPairs }
