/**
 * The server against the library in process, and against the same model as ONNX in onnxruntime behind the same server.
 *
 * A model of 40 seen and 10 described classes on 2,048 features. The load comes from a process of its own, over
 * loopback: npy requests of 64 rows (throughput), single rows as npy and as JSON, closed loop, then single rows
 * at 80 % of the peak, at an even rate whatever the answers do, and once more at random times. Peers in the same run:
 *   library      model.recognise in this process, one thread, batches of 64 rows and single rows
 *   onnxruntime  the same server with as many threads, rows recognised by the exported graph
 * Library and servers take turns in three rounds; of each the best counts.
 * Then kills: SIGKILL at random under a storm of describes; nothing acknowledged may be lost.
 *
 * Run: npm run bench -- serve [--json] [--kills=200] [--seconds=3] [--workers=N]
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Matrix, toBytes, writeNpy } from '@unseen/core'
import { createProgress, result, table } from './lib/report.mjs'
import { killStorm } from './serve/kill-storm.mjs'
import { makeModel, makeRows } from './serve/make-model.mjs'

const FLOOR = 0.7
const TAIL = 4
const LOAD = 0.8
const ROWS = 64
const ROUNDS = 3
const here = name => fileURLToPath(new URL(name, import.meta.url))
const command = here('../packages/node/bin/unseen.js')

export async function run({ json = false, args = [] } = {}) {
  const number = (name, otherwise) => Number(args.find(arg => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
  const [kills, seconds] = [number('kills', 200), number('seconds', 3)]
  const workers = number('workers', 0)
  const threads = workers > 0 ? { workers } : {}
  const folder = mkdtempSync(join(tmpdir(), 'unseen-bench-serve-'))
  const progress = createProgress()
  try {
    const model = await makeModel()
    const path = join(folder, 'zoo.unseen')
    writeFileSync(path, toBytes(model))
    const rows = makeRows(ROWS, model.trained.columns)
    const bodies = makeBodies(folder, rows)
    const servers = [await openServer({ models: [path], data: join(folder, 'ours'), limits: { rate: 0 }, ...threads }), await openServer({ models: [path], data: join(folder, 'onnx'), limits: { rate: 0 }, ...threads, worker: './onnx-worker.mjs' })]
    const rounds = []
    try {
      // In turn, again and again: a machine that is busy at one moment is so for all of them.
      for (let round = 1; round <= ROUNDS; round++) {
        progress.note(`Round ${round} of ${ROUNDS}`)
        rounds.push({ library: measureLibrary(model, rows, seconds), ours: await measureServer(servers[0], bodies, seconds), onnx: await measureServer(servers[1], bodies, seconds) })
      }
    } finally {
      for (const { close } of servers) await close()
    }
    const { library, ours, onnx } = best(rounds)
    progress.note(`${kills} kills ...`)
    const storm = kills === 0 ? undefined : await killStorm({ command, model: path, length: 50, kills, onKill: done => progress.show(`killed ${done} times`) })
    if (!json) report(library, ours, onnx, storm)
    const results = resultsOf(library, ours, onnx, storm)
    if (json) console.log(JSON.stringify(results, null, 2))
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeBodies(folder, rows) {
  const write = (name, content) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const one = Matrix.slice(rows, 0, 1)
  const npy = ({ rows: number, columns, data }) => writeNpy({ name: 'rows', shape: [number, columns], data })
  return {
    many: { type: 'application/x-npy', body: write('many.npy', npy(rows)), connections: 8 },
    json: { type: 'application/json', body: write('one.json', JSON.stringify({ rows: [Array.from(one.data, value => Number(value.toPrecision(6)))] })), connections: 32 },
    npy: { type: 'application/x-npy', body: write('one.npy', npy(one)), connections: 32 }
  }
}

/** Rows a second. */
function measureLibrary(model, rows, seconds) {
  const perSecond = (work, size) => {
    for (let at = 0; at < 20; at++) work()
    let done = 0
    const started = performance.now()
    while (performance.now() - started < 500 * seconds) {
      work()
      done += size
    }
    return done / ((performance.now() - started) / 1000)
  }
  const one = Matrix.slice(rows, 0, 1)
  return { many: perSecond(() => model.recognise(rows), ROWS), one: perSecond(() => model.recognise(one), 1) }
}

async function openServer(options) {
  const child = spawn(process.execPath, [here('./serve/server.mjs'), JSON.stringify({ port: 0, ...options })], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', text => resolve(String(text).trim()))
    void ended.then(() => reject(new Error('the server ended')))
  })
  const load = async plan => {
    const measured = JSON.parse((await promisify(execFile)(process.execPath, [here('./serve/load.mjs'), JSON.stringify({ url, path: '/v1/models/zoo/recognise', ...plan })])).stdout)
    if (measured.failed > 0) throw new Error(`${measured.failed} requests failed: ${JSON.stringify(measured.statuses)}`)
    return measured
  }
  return { load, close: () => { child.kill('SIGTERM'); return ended } }
}

async function measureServer({ load }, bodies, seconds) {
  const measured = {}
  for (const [name, body] of Object.entries(bodies)) measured[name] = await load({ ...body, seconds })
  // Right after the peak of the same round; connections enough that none of them is the limit.
  const steady = { ...bodies.npy, seconds, connections: 64, rate: LOAD * measured.npy.perSecond }
  measured.steady = await load(steady)
  measured.random = await load({ ...steady, random: true })
  return measured
}

/** The best of all rounds, for each by itself; of the steady load the round with the shortest tail. */
function best(rounds) {
  const fastest = (side, name) => rounds.map(round => round[side][name]).reduce((a, b) => (b.perSecond > a.perSecond ? b : a))
  const steadiest = (side, name) => rounds.map(round => round[side][name]).reduce((a, b) => (b.p99 / b.p50 < a.p99 / a.p50 ? b : a))
  const server = side => ({ many: fastest(side, 'many'), npy: fastest(side, 'npy'), json: fastest(side, 'json'), steady: steadiest(side, 'steady'), random: steadiest(side, 'random') })
  return { library: { many: Math.max(...rounds.map(({ library }) => library.many)), one: Math.max(...rounds.map(({ library }) => library.one)) }, ours: server('ours'), onnx: server('onnx') }
}

function report(library, ours, onnx, storm) {
  const whole = value => Math.round(value).toLocaleString('en')
  const line = (name, key, size, bare) => [name, whole(ours[key].perSecond * size), ours[key].p50.toFixed(1), ours[key].p99.toFixed(1), whole(bare), (ours[key].perSecond * size / bare).toFixed(2), whole(onnx[key].perSecond * size), (ours[key].perSecond / onnx[key].perSecond).toFixed(2)]
  console.log(table([
    ['requests', 'rows/s', 'p50 ms', 'p99 ms', 'library rows/s', 'ratio', 'onnxruntime rows/s', 'ratio'],
    line('64 rows, npy', 'many', ROWS, library.many), line('1 row, npy', 'npy', 1, library.one), line('1 row, JSON', 'json', 1, library.one)
  ]))
  const ratio = ours.many.perSecond * ROWS / library.many
  const tail = ours.steady.p99 / ours.steady.p50
  console.log(`\nBatched throughput is ${(100 * ratio).toFixed(0)} % of the bare library's (floor ${100 * FLOOR} %): ${ratio >= FLOOR ? 'met' : 'MISSED'}.`)
  console.log(`At ${100 * LOAD} % of the peak of single rows (${whole(ours.steady.perSecond)} a second): p50 ${ours.steady.p50.toFixed(2)} ms, p99 ${ours.steady.p99.toFixed(2)} ms, ${tail.toFixed(1)} times (floor ${TAIL}): ${tail < TAIL ? 'met' : 'MISSED'}; onnxruntime ${(onnx.steady.p99 / onnx.steady.p50).toFixed(1)} times. Arriving at random: p50 ${ours.random.p50.toFixed(2)} ms, p99 ${ours.random.p99.toFixed(2)} ms, ${(ours.random.p99 / ours.random.p50).toFixed(1)} times (a single queue of random arrivals and services has 6.6 at any load).`)
  if (storm) console.log(`Killed ${storm.kills} times under ${whole(storm.acknowledged)} acknowledged changes: ${storm.wrong.length === 0 ? 'nothing lost, nothing half' : `WRONG: ${storm.wrong.slice(0, 5).join('; ')}`}; ${storm.torn} restarts found a record cut short.`)
}

function resultsOf(library, ours, onnx, storm) {
  return [
    result('64 rows, npy', ours.many.perSecond * ROWS, 'rows/s', 'library', library.many),
    result('64 rows, npy', ours.many.perSecond * ROWS, 'rows/s', 'onnxruntime', onnx.many.perSecond * ROWS),
    result('1 row, npy', ours.npy.perSecond, 'rows/s', 'library', library.one),
    result('1 row, npy', ours.npy.perSecond, 'rows/s', 'onnxruntime', onnx.npy.perSecond),
    result('1 row, JSON', ours.json.perSecond, 'rows/s', 'onnxruntime', onnx.json.perSecond),
    result('p99 at 80 % of the peak', ours.steady.p99, 'ms', 'p50', ours.steady.p50),
    result('p99 at 80 % of the peak, arriving at random', ours.random.p99, 'ms', 'p50', ours.random.p50),
    ...(storm ? [result('kills', storm.kills, 'times'), result('acknowledged changes', storm.acknowledged, 'changes'), result('lost or half', storm.wrong.length, 'classes')] : [])
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
