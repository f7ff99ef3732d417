/**
 * Training and tuning: time, memory and growth, against LIBLINEAR and against our own floors.
 *
 *   liblinear      the w-step against LinearSVC on materialised constraints, to 1e-3 of the optimum
 *   protocols      whole searches with retraining on two threads, time and peak memory
 *   class-weights  the whole search of class weights (identity) with retraining
 *   describe       adding a class to a model
 *   scaling        one epoch of the w-step as rows, classes or dimensions double
 *
 * Searches run in a process of their own each, so that their memory is their own.
 * Run: npm run bench -- train [SECTION ...] [--quick] [--json], or node bench/train.mjs ...
 *   --quick  few rows and a small grid: only shows that everything runs
 * With --json every ratio is ours / the peer's.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createProgress, duration, result, table, verdict } from './lib/report.mjs'
import { capRows, cifarPairs, hasData, loadCifar, loadOneRowEach, loadSplit } from './real-data.mjs'

const here = name => fileURLToPath(new URL(name, import.meta.url))
const QUICK_ROWS = 20
const progress = createProgress()

function cifar(quick) {
  const [{ train, signatures }] = loadCifar('attributes', cifarPairs.slice(0, 1))
  return { ...(quick ? capRows(train, QUICK_ROWS) : train), signatures }
}

function split(name, quick, rows = QUICK_ROWS) {
  const { train, signatures } = loadSplit(name)
  return { ...(quick ? capRows(train, rows) : train), signatures }
}

/** Runs the section's entries whose data is there. */
function present(entries) {
  return entries.filter(({ data, name }) => {
    if (hasData(data)) return true
    progress.note(`${name} is left out: its data is not there.`)
    return false
  })
}

// ---- liblinear

/**
 * Sizes whose constraints fit memory: LIBLINEAR takes 3 GB for the largest. lambda2 is 0: LIBLINEAR would
 * need the class means as further samples.
 */
const marginProblems = [
  { name: 'cifar10 attributes', data: 'cifar10', load: cifar, gamma: 0.1, lambda3: 0.1 },
  { name: 'cifar10 attributes', data: 'cifar10', load: cifar, gamma: 0.1, lambda3: 1 },
  {
    name: 'awa-rgsift, part of it',
    data: 'awa-rgsift',
    load: quick => split('awa-rgsift', true, quick ? 5 : 40),
    gamma: 0.1,
    lambda3: 0.1
  },
  {
    name: 'awa-rgsift, part of it',
    data: 'awa-rgsift',
    load: quick => split('awa-rgsift', true, quick ? 5 : 40),
    gamma: 0.1,
    lambda3: 1
  }
]
const TARGET = 1e-3,
  SPEEDUP_FLOOR = 5,
  PEER_SECONDS = 300

/** A python3 that has scikit-learn. */
function findPython() {
  return ['python3', '/usr/bin/python3'].find(command => {
    try {
      execFileSync(command, ['-c', 'import numpy, sklearn.svm'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

function writeNpy(path, array, shape) {
  const kind = { Float32Array: '<f4', Float64Array: '<f8', Int32Array: '<i4' }[array.constructor.name]
  const header = `{'descr': '${kind}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`
  const padded = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11)}\n`
  const length = Buffer.alloc(2)
  length.writeUInt16LE(padded.length)
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
      length,
      Buffer.from(padded),
      Buffer.from(array.buffer, array.byteOffset, array.byteLength)
    ])
  )
}

/** Runs a command; its lines of JSON, as they come. */
async function* jsonLines(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line)
  const code = await ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}`)
}

/** The fastest of three runs, as the peer does it: other work on the machine only ever slows. */
function fastest(run) {
  return [run(), run(), run()].reduce((a, b) => (b.seconds < a.seconds ? b : a))
}

/** Objective against time, each point a run from nothing: [{ epochs, seconds, objective }]. */
function ourCurve(opened, rows, lambda3, epochLimit, { primal, solve }) {
  return Array.from({ length: epochLimit }, (_, k) => {
    const { seconds, w } = fastest(() => solve(opened, lambda3, { maxEpochs: k + 1 }))
    return { epochs: k + 1, seconds, objective: primal(opened, rows, w, lambda3) }
  })
}

async function peerCurve(python, opened, rows, lambda3, optimum, { primal }) {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-train-'))
  try {
    const { z, seen, d, s, problem } = opened
    const v = Float32Array.from(
      { length: seen * d },
      (_, at) => problem.phi.references[(at % d) * s + Math.floor(at / d)]
    )
    writeNpy(join(folder, 'x.npy'), rows.x, [rows.labels.length, d])
    writeNpy(join(folder, 'labels.npy'), rows.labels, [rows.labels.length])
    writeNpy(join(folder, 'v.npy'), v, [seen, d])
    writeNpy(join(folder, 'z.npy'), z, [seen, seen])
    writeNpy(join(folder, 'delta.npy'), problem.delta, [seen, seen])
    const points = []
    for await (const { iterations, seconds, copying, objective: theirs } of jsonLines(
      python,
      [here('train_peer.py'), folder, lambda3, optimum, TARGET, PEER_SECONDS].map(String)
    )) {
      const bytes = readFileSync(join(folder, `w-${iterations}`))
      const objective = primal(opened, rows, new Float64Array(bytes.buffer, bytes.byteOffset, d), lambda3)
      if (Math.abs(objective / theirs - 1) > 1e-6)
        throw new Error(
          `the objective is ${objective} on our side, ${theirs} on LIBLINEAR's: the constraints differ`
        )
      points.push({ epochs: iterations, seconds, copying, objective })
      progress.show(
        `LIBLINEAR, ${iterations} iterations: ${(objective / optimum - 1).toExponential(1)} from the optimum`
      )
    }
    return points
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function liblinear({ quick }) {
  const python = findPython()
  if (!python) progress.note('LIBLINEAR is left out: no python3 has scikit-learn.')
  const library = await import('./lib/max-margin.mjs')
  const results = [],
    texts = []
  for (const { name, load, gamma, lambda3 } of present(marginProblems)) {
    const title = `${name}, gamma ${gamma}, lambda3 ${lambda3}`
    progress.note(title)
    // Placing the rows is timed as everything else here: the fastest of three.
    const loaded = load(quick)
    const tries = [0, 1, 2].map(() => library.openProblem(loaded, { gamma }))
    const opened = { ...tries[0], placing: Math.min(...tries.map(({ placing }) => placing)) }
    const rows = library.storedRows(opened)
    library.solve(opened, lambda3, { maxEpochs: 2 })
    // The long run's dual bounds the optimum from below, so that nobody's distance from it is flattered.
    const long = library.solve(opened, lambda3, { tolerance: 1e-5, maxEpochs: 2000 })
    const optimum = long.objective * (1 - long.gap)
    const distance = ({ objective }) => objective / optimum - 1
    const stopped = fastest(() => library.solve(opened, lambda3, { tolerance: TARGET, maxEpochs: 500 }))
    const ours = ourCurve(opened, rows, lambda3, stopped.epochs, library)
    const theirs = python ? await peerCurve(python, opened, rows, lambda3, optimum, library) : []
    const reached = curve => curve.find(point => distance(point) <= TARGET)
    const mine = reached(ours) ?? { seconds: stopped.seconds }
    const peer = reached(theirs)
    const curve = (points, word) =>
      table(
        [
          [word, 'time', 'objective', 'from the optimum'],
          ...points.map(point => [
            point.epochs,
            duration(point.seconds),
            point.objective.toPrecision(7),
            distance(point).toExponential(1)
          ])
        ],
        []
      )
    const constraints = rows.labels.length * (opened.seen - 1)
    // Both calls begin with arrays in memory and copy them into the solver's own form; the solvers alone are
    // compared too.
    const compared = peer
      ? [
          ['whole call', opened.placing + mine.seconds, peer.seconds],
          ['solver alone', mine.seconds, peer.seconds - peer.copying],
          ['solver alone, ours with its certificate', stopped.seconds, peer.seconds - peer.copying]
        ]
      : []
    texts.push(
      [
        `${title}: ${rows.labels.length.toLocaleString('en')} rows, ${opened.seen} classes, ${opened.d.toLocaleString('en')} dimensions, ${constraints.toLocaleString('en')} constraints`,
        `optimum at least ${optimum.toPrecision(7)} (gap ${long.gap.toExponential(1)} after ${long.epochs} epochs)`,
        curve(ours, 'our epochs'),
        `our solver stops by itself after ${stopped.epochs} epochs, ${duration(stopped.seconds)}, certified gap ${stopped.gap.toExponential(1)}; placing the rows takes ${duration(opened.placing)}`,
        ...(theirs.length > 0
          ? [
              curve(theirs, 'LIBLINEAR iterations'),
              `of LIBLINEAR's times ${duration(theirs[0].copying)} is copying the samples; materialising them is not counted`
            ]
          : []),
        ...compared.map(
          ([what, own, other]) =>
            `to ${TARGET}, ${what}: ours ${duration(own)}, LIBLINEAR ${duration(other)}: ${(other / own).toFixed(1)} times faster, floor ${SPEEDUP_FLOOR}: ${other / own >= SPEEDUP_FLOOR ? 'reached' : 'MISSED'}`
        ),
        ...(peer
          ? []
          : [
              `to ${TARGET}: ours ${duration(mine.seconds)}${theirs.length > 0 ? `, LIBLINEAR not within ${PEER_SECONDS} s` : ''}`
            ])
      ].join('\n')
    )
    results.push(
      ...compared.map(([what, own, other]) =>
        result(`w-step to ${TARGET}, ${what}, ${title}`, own, 's', 'LIBLINEAR', other)
      )
    )
  }
  return { results, text: texts.join('\n\n') }
}

// ---- protocols and class weights: searches, each in a process of its own

const QUICK_GRID = { gamma: [0.1, 1], lambda2: [0, 0.1], lambda3: [0.1], ridge: [1, 10] }
const paper = { protocol: 'paper', family: 'paper', references: 'means' }

/** Floors and aims in seconds and megabytes. */
const searches = {
  protocols: [
    {
      key: 'cifar-paper',
      name: 'cifar10 attributes, protocol paper',
      data: 'cifar10',
      load: cifar,
      options: paper,
      floor: 120,
      aim: 60
    },
    {
      key: 'awa-default',
      name: 'awa-rgsift, default protocol',
      data: 'awa-rgsift',
      load: quick => split('awa-rgsift', quick),
      options: {},
      floor: 180
    },
    {
      key: 'awa-paper',
      name: 'awa-rgsift, protocol paper',
      data: 'awa-rgsift',
      load: quick => split('awa-rgsift', quick),
      options: paper,
      floor: 45 * 60,
      aim: 20 * 60,
      memory: 1500
    }
  ],
  'class-weights': [
    {
      key: 'awa-class',
      name: 'awa-rgsift, class weights',
      data: 'awa-rgsift',
      load: quick => split('awa-rgsift', quick),
      options: { family: 'class-weights' },
      floor: 30
    },
    {
      key: 'cub-class',
      name: 'cub-vgg, class weights',
      data: 'cub-vgg',
      load: quick => split('cub-vgg', quick),
      options: { family: 'class-weights' },
      floor: 120
    }
  ]
}

/** In the child: one search on two threads and its retraining; prints one line of JSON. */
async function searchChild(key, quick) {
  const { fit, pointName, threadExecutor, tune } = await import('../packages/node/dist/index.js')
  const { name, load, options } = Object.values(searches)
    .flat()
    .find(entry => entry.key === key)
  const input = load(quick)
  const megabytes = () => (process.resourceUsage().maxRSS * 1024) / 1e6
  const loaded = megabytes()
  const start = performance.now()
  const found = await tune(input, {
    ...options,
    executor: threadExecutor({ threads: 2 }),
    retrain: false,
    ...(quick ? { grid: QUICK_GRID } : {}),
    onProgress: ({ stage, done, total, secondsLeft }) =>
      stage === 'search' &&
      progress.show(`${name}: ${done} of ${total} points, about ${duration(secondsLeft)} left`)
  })
  const searched = performance.now()
  await fit(input, found.options)
  const ended = performance.now()
  console.log(
    JSON.stringify({
      search: (searched - start) / 1000,
      retrain: (ended - searched) / 1000,
      loaded,
      memory: megabytes(),
      points: found.points.length,
      notConverged: found.notConverged,
      winner: pointName(found.best.point),
      heldOut: found.best.accuracy
    })
  )
}

async function runSearches(section, { quick }) {
  const results = []
  const lines = [
    [
      'search',
      'points',
      'search',
      'retraining',
      'together',
      'floor',
      'aim',
      '',
      'peak memory',
      'of it reading',
      'floor',
      '',
      'not converged',
      'winner'
    ]
  ]
  for (const { key, name, floor, aim, memory } of present(searches[section])) {
    for await (const found of jsonLines(process.execPath, [
      here('train.mjs'),
      '--child',
      key,
      ...(quick ? ['--quick'] : [])
    ])) {
      const seconds = found.search + found.retrain
      progress.note(`${name}: ${duration(seconds)}, ${Math.round(found.memory)} MB`)
      const judge = (...values) => (quick ? '' : verdict(...values))
      lines.push([
        name,
        found.points,
        duration(found.search),
        duration(found.retrain),
        duration(seconds),
        duration(floor),
        aim && duration(aim),
        judge(seconds, floor, aim),
        `${Math.round(found.memory)} MB`,
        `${Math.round(found.loaded)} MB`,
        memory && `${memory} MB`,
        memory ? judge(found.memory, memory) : '',
        found.notConverged,
        `${found.winner} (${(100 * found.heldOut).toFixed(1)} held out)`
      ])
      results.push(result(`${name}, search and retraining`, seconds, 's', 'floor', floor))
      if (aim) results.push(result(`${name}, search and retraining`, seconds, 's', 'aim', aim))
      results.push(result(`${name}, peak memory`, found.memory, 'MB', ...(memory ? ['floor', memory] : [])))
    }
  }
  return { results, text: table(lines, [0, 7, 11, 13]) }
}

// ---- describe

const describeSets = [
  {
    name: 'awa-rgsift, 40 seen classes',
    data: 'awa-rgsift',
    load: () => split('awa-rgsift', true, 5),
    floor: 1
  },
  {
    name: 'sun-attributes, 717 seen classes',
    data: 'sun-attributes',
    load: () => {
      const { train, signatures } = loadOneRowEach('sun-attributes')
      return { ...train, signatures }
    },
    floor: 20
  }
]
const GAMMAS = [0.01, 0.1, 1, 10],
  DESCRIBED = 100

/** Signatures nobody has: halves of two classes each. */
function madeSignatures({ classes, matrix: { columns, data } }) {
  return Array.from({ length: DESCRIBED }, (_, k) => {
    const [a, b] = [(7 * k) % classes.length, (13 * k + 1) % classes.length]
    return Float64Array.from(
      { length: columns },
      (_, m) => (data[a * columns + m] + data[b * columns + m]) / 2
    )
  })
}

async function describeSection({ quick }) {
  const { fit } = await import('../packages/node/dist/index.js')
  const results = []
  const lines = [['describing a class', 'gamma', 'median', 'slowest', 'floor', '']]
  for (const { name, load, floor } of present(describeSets)) {
    const input = load()
    const signatures = madeSignatures(input.signatures)
    for (const gamma of quick ? GAMMAS.slice(1, 3) : GAMMAS) {
      progress.show(`${name}, gamma ${gamma}`)
      const model = await fit(input, { weights: 'class', gamma })
      for (const signature of signatures) model.describe('new', signature)
      const times = signatures
        .map(signature => {
          const start = performance.now()
          model.describe('new', signature)
          return performance.now() - start
        })
        .sort((a, b) => a - b)
      const median = times[DESCRIBED / 2]
      lines.push([
        name,
        gamma,
        `${median.toFixed(3)} ms`,
        `${times.at(-1).toFixed(3)} ms`,
        `${floor} ms`,
        verdict(median, floor)
      ])
      results.push(result(`describe, ${name}, gamma ${gamma}, median`, median, 'ms', 'floor', floor))
    }
  }
  return { results, text: table(lines, [0, 5]) }
}

// ---- scaling

const SHAPE = { rows: 2000, classes: 32, dimensions: 1024 }
const LARGEST_EXPONENT = 1.2

/** Rows of random numbers, classes with random signatures. */
function madeRows(random, { rows, classes, dimensions }) {
  const draw = length => Float64Array.from({ length }, () => random.next())
  return {
    features: { kind: 'dense', rows, columns: dimensions, data: Float32Array.from(draw(rows * dimensions)) },
    labels: Array.from({ length: rows }, (_, i) => i % classes),
    signatures: {
      classes: Array.from({ length: classes }, (_, k) => `class ${k}`),
      matrix: { kind: 'dense', rows: classes, columns: 64, data: draw(classes * 64) }
    }
  }
}

/** Slope of log y over log x. */
function exponent(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)])
  const [mx, my] = [0, 1].map(at => logs.reduce((sum, log) => sum + log[at], 0) / logs.length)
  return (
    logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) /
    logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  )
}

async function scaling({ quick }) {
  const { createRandom } = await import('../packages/node/dist/index.js')
  const { openProblem, solve } = await import('./lib/max-margin.mjs')
  const results = [],
    texts = []
  const base = { ...SHAPE, ...(quick ? { rows: 500 } : {}) }
  for (const what of Object.keys(base)) {
    const lines = [[what, 'one epoch']]
    const points = (quick ? [1, 2] : [0.5, 1, 2, 4]).map(factor => {
      const shape = { ...base, [what]: base[what] * factor }
      progress.show(`${what} ${shape[what]}`)
      const opened = openProblem(madeRows(createRandom(1), shape), { gamma: 0.1 })
      const epoch = () => solve(opened, 0.1, { maxEpochs: 1 }).seconds
      epoch()
      const seconds = Math.min(epoch(), epoch(), epoch())
      lines.push([shape[what], duration(seconds)])
      return [shape[what], seconds]
    })
    const slope = exponent(points)
    const others = Object.entries(base)
      .filter(([name]) => name !== what)
      .map(([name, value]) => `${value.toLocaleString('en')} ${name}`)
      .join(', ')
    texts.push(
      `${table(lines, [])}\ntime grows with ${what} to the power ${slope.toFixed(2)} (${others}); expected about 1, floor ${LARGEST_EXPONENT}: ${verdict(slope, LARGEST_EXPONENT)}`
    )
    results.push(result(`one epoch, exponent of ${what}`, slope, '', 'linear', 1))
  }
  return { results, text: texts.join('\n\n') }
}

// ----

const sections = {
  liblinear,
  protocols: options => runSearches('protocols', options),
  'class-weights': options => runSearches('class-weights', options),
  describe: describeSection,
  scaling
}

export async function run({ json = false, args = [] } = {}) {
  const quick = args.includes('--quick')
  const asked = args.filter(arg => !arg.startsWith('--'))
  const unknown = asked.find(name => !(name in sections))
  if (unknown)
    throw new Error(`There is no section '${unknown}'. There are: ${Object.keys(sections).join(', ')}.`)
  const all = []
  for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
    const { results, text } = await sections[name]({ quick })
    all.push(...results)
    if (!json) console.log(`\n${name}\n\n${text}`)
  }
  if (json) console.log(JSON.stringify(all, null, 2))
  return all
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  if (args[0] === '--child') await searchChild(args[1], args.includes('--quick'))
  else await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
