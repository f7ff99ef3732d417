/** Searching a library: precision on real sets, and the scan against numpy, DuckDB and raw features.
 *
 * accuracy  precision at 20 and mean average precision over the images of unseen classes of CUB and AwA,
 *           each unseen class searched for in turn, by margin, by cosine and by the raw score, beside the
 *           recognition accuracy; at fixed parameters, floors marked.
 * scan      a library of synthetic rows (seeded, 40 seen classes) made by `indexLibrary`, killed once and
 *           resumed, then searched warm in a process of its own; against numpy on the same files, DuckDB's
 *           array_inner_product, and scoring raw features. Needs 400 bytes of disk for each row, given back.
 *
 * Run: npm run bench -- search [accuracy] [scan] [--rows n] [--json]; one million rows unless told.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProgress, duration, result, table } from './lib/report.mjs'
import { hasData, loadSplit } from './real-data.mjs'

const AT = 20
const own = fileURLToPath(import.meta.url)
const here = fileURLToPath(new URL('.', import.meta.url))
const library = new URL('../packages/node/dist/index.js', import.meta.url)

/** Floors: [margin, cosine], precision at 20 in per cent. */
const settings = [
  {
    set: 'cub-vgg',
    title: 'class weights, cosine',
    options: { weights: 'class', compare: 'cosine', gamma: 1, ridge: 1 },
    floors: [70, 54]
  },
  {
    set: 'cub-vgg',
    title: "paper's SSE",
    options: { references: 'means', gamma: 0.1, lambda2: 0, lambda3: 1 },
    floors: [58, 47]
  },
  {
    set: 'cub-vgg',
    title: "paper's SSE, gamma 1",
    options: { references: 'means', gamma: 1, lambda2: 0, lambda3: 1 },
    floors: [58, 47]
  },
  { set: 'awa-rgsift', title: 'class weights', options: { weights: 'class', gamma: 1, ridge: 1 } },
  {
    set: 'awa-rgsift',
    title: "paper's SSE",
    options: { references: 'means', gamma: 0.1, lambda2: 0, lambda3: 1 }
  }
]

const percent = value => (100 * value).toFixed(1)
const mean = values => values.reduce((a, b) => a + b, 0) / values.length

/** `isRelevant` of all rows, best first: precision of the first `at`, and average precision. */
function retrieval(isRelevant, at) {
  let [found, sum, early] = [0, 0, 0]
  isRelevant.forEach((relevant, rank) => {
    if (!relevant) return
    found++
    sum += found / (rank + 1)
    if (rank < at) early++
  })
  return { precision: early / at, averagePrecision: found === 0 ? 0 : sum / found }
}

async function accuracies(progress) {
  const unseen = await import(library)
  const { libraryQuery, rankRows } = await import('@unseen/core/internal')
  const rows = []
  for (const { set, title, options, floors = [] } of settings) {
    if (!hasData(set)) {
      progress.note(`${set} is left out: its data is not there.`)
      continue
    }
    progress.note(`${set}: ${title}`)
    const { train, test, signatures } = loadSplit(set)
    const model = await unseen.fit({ ...train, signatures }, options)
    const proportions = model.proportions(test.features)
    const recognised = mean(
      model.recognise(test.features).map(([best], i) => (best.class === test.labels[i] ? 1 : 0))
    )
    const { classes, scores } = model.scores(test.features)
    const present = classes.filter(name => test.labels.includes(name))
    const judged = rank => {
      const found = present.map(name =>
        retrieval(
          rank(name).map(row => test.labels[row] === name),
          AT
        )
      )
      return {
        precision: mean(found.map(({ precision }) => precision)),
        map: mean(found.map(({ averagePrecision }) => averagePrecision))
      }
    }
    const by = background =>
      judged(name =>
        rankRows(proportions, libraryQuery(model, name, background), test.features.rows).map(({ row }) => row)
      )
    const raw = judged(name => {
      const at = classes.indexOf(name)
      return test.labels
        .map((_, row) => row)
        .sort((a, b) => scores[b * classes.length + at] - scores[a * classes.length + at] || a - b)
    })
    rows.push({ set, title, recognised, margin: by('unseen'), cosine: by([]), seen: by('seen'), raw, floors })
  }
  return rows
}

function accuracyTable(rows) {
  const cell = ({ precision, map }) => `${percent(precision)} / ${percent(map)}`
  const verdict = (value, floor) =>
    floor === undefined ? '' : 100 * value >= floor ? `ok (${floor})` : `BELOW ${floor}`
  const lines = [
    ['set', 'method', 'recognised', 'margin', 'floor', 'cosine', 'floor', 'margin over seen', 'raw score']
  ]
  for (const { set, title, recognised, margin, cosine, seen, raw, floors } of rows)
    lines.push([
      set,
      title,
      percent(recognised),
      cell(margin),
      verdict(margin.precision, floors[0]),
      cell(cosine),
      verdict(cosine.precision, floors[1]),
      cell(seen),
      cell(raw)
    ])
  return `Precision at ${AT} / mean average precision over the images of unseen classes, in per cent:\n${table(lines, [0, 1, 4, 6])}`
}

const SEEN = 40
const UNSEEN = 10
const COLUMNS = 32

/** A model of 40 seen and 10 unseen classes on made-up rows. */
async function synthetic(unseen, columns) {
  const random = unseen.createRandom(1)
  const classes = Array.from({ length: SEEN + UNSEEN }, (_, k) => `class ${k}`)
  const draw = (rows, width) =>
    Array.from({ length: rows }, () => Array.from({ length: width }, () => random.next()))
  const centres = draw(SEEN, columns)
  const labels = Array.from({ length: 6 * SEEN }, (_, i) => i % SEEN)
  const features = labels.map(k => centres[k].map(value => value + 0.3 * random.next()))
  return unseen.fit(
    {
      features,
      labels: labels.map(k => classes[k]),
      signatures: { classes, matrix: draw(SEEN + UNSEEN, 85) }
    },
    { weights: 'class', compare: 'cosine', gamma: 0.1, ridge: 1 }
  )
}

/** Rows of uniform numbers, a window on a table of random ones for each row, as .npy. */
async function writeRows(unseen, path, rows) {
  const random = unseen.createRandom(2)
  const pool = Float32Array.from({ length: 2 ** 20 }, () => random.next())
  const { npyHeaderBytes } = await import('@unseen/data/internal')
  const file = openSync(path, 'w')
  writeSync(file, npyHeaderBytes('<f4', [rows, COLUMNS]))
  const piece = new Float32Array(2 ** 14 * COLUMNS)
  for (let row = 0; row < rows; row += 2 ** 14) {
    const count = Math.min(2 ** 14, rows - row)
    for (let i = 0; i < count; i++) piece.set(pool.subarray(...window(random, pool.length)), i * COLUMNS)
    writeSync(file, new Uint8Array(piece.buffer, 0, 4 * count * COLUMNS))
  }
  closeSync(file)
}

function window(random, length) {
  const start = random.below(length - COLUMNS)
  return [start, start + COLUMNS]
}

const node = (...args) =>
  JSON.parse(
    spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26
    }).stdout
  )

async function scan(rows, progress) {
  const unseen = await import(library)
  const folder = mkdtempSync(join(tmpdir(), 'unseen-search-'))
  const { bavail, bsize } = statfsSync(folder)
  try {
    if (bavail * bsize < 2 * 500 * rows)
      throw new Error(
        `${rows} rows need ${Math.ceil((500 * rows) / 1e9)} GB of disk and as much again to spare.`
      )
    progress.note(`writing ${rows} rows of ${COLUMNS} features`)
    const model = await synthetic(unseen, COLUMNS)
    await unseen.writeModel(join(folder, 'model.unseen'), model)
    await writeRows(unseen, join(folder, 'rows.npy'), rows)
    progress.note('indexing, killed once')
    const indexing = await index(folder)
    progress.note(`indexed in ${duration(indexing.seconds)}`)
    const names = model.unseen.join('|')
    const ours = node(own, '--measure', join(folder, 'library'), names)
    progress.note('numpy on the same files')
    const numpy = JSON.parse(
      spawnSync(
        '/usr/bin/python3',
        [
          join(here, 'search_peer.py'),
          join(folder, 'library'),
          ours.background,
          JSON.stringify(ours.mixture)
        ],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
      ).stdout || 'null'
    )
    if (numpy !== null && JSON.stringify(numpy.rows) !== JSON.stringify(ours.rows))
      progress.note(`numpy finds other rows: ${numpy.rows.slice(0, 5)} against ${ours.rows.slice(0, 5)}`)
    progress.note('DuckDB')
    return {
      rows,
      indexing,
      ours,
      numpy,
      agrees: numpy === null ? null : JSON.stringify(numpy.rows) === JSON.stringify(ours.rows),
      duckdb: await duckdbSeconds(Math.min(rows, 1e6)),
      raw: await rawSeconds(unseen)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** `unseen index` in a process of its own, killed when a third is done, and again to its end. */
async function index(folder) {
  const command = fileURLToPath(new URL('../packages/node/bin/unseen.js', import.meta.url))
  const args = [
    command,
    'index',
    join(folder, 'model.unseen'),
    join(folder, 'rows.npy'),
    '-o',
    join(folder, 'library'),
    '-q',
    '--json'
  ]
  const started = performance.now()
  const first = spawn(process.execPath, args, { stdio: 'ignore' })
  await new Promise(resolve => {
    const look = setInterval(() => {
      const blocks = existsSync(join(folder, 'library', 'blocks'))
        ? readdirSync(join(folder, 'library', 'blocks')).length / 4
        : 0
      if (blocks >= 3) first.kill('SIGKILL')
    }, 50)
    first.on('close', () => {
      clearInterval(look)
      resolve()
    })
  })
  const { added, before } = node(...args)
  return { added, before, seconds: (performance.now() - started) / 1000 }
}

/**
 * In a process of its own: the first search, which finds the rivals, then warm ones; seconds and the most
 * memory.
 */
async function measure(path, names) {
  const unseen = await import(library)
  const open = await unseen.openLibrary(path)
  const [name, ...others] = names.split('|')
  const timed = async (options, which = name) => {
    const [started, before] = [performance.now(), process.cpuUsage()]
    const found = await unseen.searchLibrary(open, which, { top: 50, ...options })
    const { user, system } = process.cpuUsage(before)
    return { seconds: (performance.now() - started) / 1000, processor: (user + system) / 1e6, found }
  }
  const prepare = await timed({})
  // On a busy machine the time on the processor is what can be believed; two threads share it.
  const best = async options => {
    const runs = await sequence(7, at => timed(options, [name, ...others][at % 5]))
    return {
      seconds: Math.min(...runs.map(({ seconds }) => seconds)),
      processor: Math.min(...runs.map(({ processor }) => processor))
    }
  }
  const margin = await best({})
  const cosine = await best({ background: [] })
  const where = await best({ where: 'unseen_source_row % 100 = 7' })
  const { found } = await timed({}, others[0])
  const query = unseen.libraryQuery(open.model, others[0])
  console.log(
    JSON.stringify({
      rows: found.hits.map(({ row }) => row),
      prepare,
      margin,
      cosine,
      where,
      megabytes: process.resourceUsage().maxRSS / 1000,
      background: join(path, 'rivals', readdirSync(join(path, 'rivals'))[0]),
      mixture: { shares: [...query.class.mixture], position: query.position },
      shares: query.class.mixture.filter(share => share !== 0).length
    })
  )
  await open.close()
}

async function sequence(times, act) {
  const results = []
  for (let at = 0; at < times; at++) results.push(await act(at))
  return results
}

/** DuckDB over as many arrays of 40 numbers held in its own table. */
async function duckdbSeconds(rows) {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const list = text => Array.from({ length: SEEN }, () => text).join(', ')
  await connection.run(
    `CREATE TABLE rows AS SELECT range AS row, array_value(${list('random()::FLOAT')}) AS pi, random() AS best FROM range(${rows})`
  )
  const query = `SELECT row FROM rows ORDER BY array_inner_product(pi, array_value(${list('0.025::FLOAT')})) - best DESC, row LIMIT 50`
  const times = await sequence(5, async () => {
    const started = performance.now()
    await connection.run(query)
    return (performance.now() - started) / 1000
  })
  connection.closeSync()
  instance.closeSync()
  return { rows, seconds: Math.min(...times) }
}

/** What a search costs without a library: rows of 2,048 features in memory to margins. */
async function rawSeconds(unseen) {
  const rows = 5000
  const model = await synthetic(unseen, 2048)
  const random = unseen.createRandom(3)
  const features = {
    kind: 'dense',
    rows,
    columns: 2048,
    data: Float32Array.from({ length: rows * 2048 }, () => random.next())
  }
  const times = await sequence(3, () => {
    const started = performance.now()
    model.recognise(features, { top: 2 })
    return (performance.now() - started) / 1000
  })
  return { rows, seconds: Math.min(...times) }
}

function scanTable({ rows, indexing, ours, numpy, agrees, duckdb, raw }) {
  const scaled = ({ rows: measured, seconds }) => (seconds * rows) / measured
  const line = (what, { seconds, processor }, note = '') => [
    what,
    duration(seconds),
    processor === undefined ? undefined : duration(processor),
    (ours.margin.seconds / seconds).toPrecision(2),
    note
  ]
  return table(
    [
      [`${rows} rows x ${SEEN}`, 'time', 'processor', 'ours is', ''],
      line(
        'ours, margin, warm',
        ours.margin,
        `${ours.megabytes.toFixed(0)} MB at most; ${ours.shares} of ${SEEN} shares are not 0`
      ),
      line('ours, cosine, warm', ours.cosine),
      line('ours, margin, with a condition', ours.where, '1 row of 100'),
      line('ours, a background that is new', ours.prepare, `${UNSEEN} classes, once`),
      ...(numpy === null
        ? []
        : [line('numpy, memory-mapped, margin', numpy, agrees ? 'the same rows' : 'OTHER ROWS')]),
      line('DuckDB, array_inner_product', { seconds: scaled(duckdb) }, `from ${duckdb.rows} rows`),
      line(
        'raw features (2,048), all classes',
        { seconds: scaled(raw) },
        `from ${raw.rows} rows, without reading them`
      ),
      line(
        'index, once',
        indexing,
        `of ${COLUMNS} features; killed with ${indexing.before} rows done, and resumed`
      )
    ],
    [0, 4]
  )
}

export async function run({ json = false, args = [] } = {}) {
  const progress = createProgress()
  const at = args.indexOf('--rows')
  const rows = at < 0 ? 1e6 : Number(args[at + 1])
  const parts = args.filter(arg => ['accuracy', 'scan'].includes(arg))
  const wanted = name => parts.length === 0 || parts.includes(name)
  const results = []
  const texts = []
  if (wanted('accuracy')) {
    const found = await accuracies(progress)
    texts.push(accuracyTable(found))
    for (const { set, title, margin, cosine, recognised, floors } of found) {
      for (const [kind, { precision, map }, floor] of [
        ['margin', margin, floors[0]],
        ['cosine', cosine, floors[1]]
      ]) {
        results.push(
          result(
            `${set}, ${title}, ${kind}, precision at ${AT}`,
            100 * precision,
            '%',
            floor === undefined ? null : 'floor',
            floor ?? null
          ),
          result(`${set}, ${title}, ${kind}, mean average precision`, 100 * map, '%')
        )
      }
      results.push(result(`${set}, ${title}, recognised`, 100 * recognised, '%'))
    }
  }
  if (wanted('scan')) {
    const found = await scan(rows, progress)
    texts.push(scanTable(found))
    const { ours, numpy, duckdb, raw, indexing } = found
    results.push(
      result(
        `warm search by margin, ${rows} rows`,
        ours.margin.seconds,
        's',
        numpy && 'numpy',
        numpy && numpy.seconds
      ),
      result(
        `warm search by margin, ${rows} rows`,
        ours.margin.seconds,
        's',
        'DuckDB',
        (duckdb.seconds * rows) / duckdb.rows
      ),
      result(
        `warm search by margin, ${rows} rows`,
        ours.margin.seconds,
        's',
        'raw features',
        (raw.seconds * rows) / raw.rows
      ),
      result(`warm search by cosine, ${rows} rows`, ours.cosine.seconds, 's'),
      result(`search with a condition, ${rows} rows`, ours.where.seconds, 's'),
      result(`a new background, ${rows} rows`, ours.prepare.seconds, 's'),
      result(`warm search by margin, ${rows} rows, processor`, ours.margin.processor, 's'),
      result('most memory of a search', ours.megabytes, 'MB'),
      result(`index, ${rows} rows`, indexing.seconds, 's')
    )
  }
  console.log(json ? JSON.stringify(results, null, 2) : texts.join('\n\n'))
  return results
}

if (process.argv[1] === own) {
  const args = process.argv.slice(2)
  if (args[0] === '--measure') await measure(args[1], args[2])
  else await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
