/**
 * The server against the library in process, and against the same model as ONNX in onnxruntime behind the
 * same server.
 *
 * A model of 40 seen and 10 described classes on 2,048 features. The load comes from a process of its own,
 * over loopback: npy requests of 64 rows (throughput), single rows as npy and as JSON, closed loop, then
 * single rows at 80 % of the peak, at an even rate whatever the answers do, and once more at random times.
 * Peers in the same run:
 *   library      model.recognise in this process, one thread, batches of 64 rows and single rows
 *   onnxruntime  the same server with as many threads, rows recognised by the exported graph
 * Library and servers take turns in many short rounds, so that a machine that is busy for a while is so for
 * all of them. Each figure is of the round in the middle: of all rounds, the one whose ratio is the median.
 * In each round the machine is asked how steady it is: a core that stands still for some milliseconds now and
 * then sets the tail. Then kills: SIGKILL at random under a storm of describes; nothing acknowledged may be
 * lost.
 *
 * `--classes N` measures only how a server bears N described classes (serve/classes.mjs), `--soak` only how it bears
 * load for minutes (serve/soak.mjs; `--profile=DIR` writes what its processor did there).
 *
 * Run: npm run bench -- serve [--classes N] [--soak] [--minutes=10] [--json] [--kills=200] [--seconds=1.5] [--rounds=9] [--workers=N]
 */
import { Matrix, toBytes } from '@unseen/core'
import { writeNpy } from '@unseen/data'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createProgress, result, table } from './lib/report.mjs'
import { measureClasses } from './serve/classes.mjs'
import { killStorm } from './serve/kill-storm.mjs'
import { makeModel, makeRows } from './serve/make-model.mjs'
import { soak } from './serve/soak.mjs'
import { machineStalls } from './serve/stalls.mjs'

const FLOOR = 0.7
const TAIL = 4
const LOAD = 0.8
const ROWS = 64
const here = name => fileURLToPath(new URL(name, import.meta.url))
const command = here('../packages/node/bin/unseen.js')

export async function run({ json = false, args = [] } = {}) {
  const number = (name, otherwise) =>
    Number(args.find(arg => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
  const asked = args.indexOf('--classes')
  if (asked >= 0) {
    const results = await measureClasses(Number(args[asked + 1] ?? 10_000), { json })
    if (json) console.log(JSON.stringify(results, null, 2))
    return results
  }
  if (args.includes('--soak')) {
    const results = await soak(number('minutes', 10), {
      json,
      workers: number('workers', 0),
      profile: args.find(arg => arg.startsWith('--profile='))?.slice('--profile='.length)
    })
    if (json) console.log(JSON.stringify(results, null, 2))
    return results
  }
  const [kills, seconds, times] = [number('kills', 200), number('seconds', 1.5), number('rounds', 9)]
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
    const servers = [
      await openServer({ models: [path], data: join(folder, 'ours'), limits: { rate: 0 }, ...threads }),
      await openServer({
        models: [path],
        data: join(folder, 'onnx'),
        limits: { rate: 0 },
        ...threads,
        worker: './onnx-worker.mjs'
      })
    ]
    const rounds = []
    try {
      for (let round = 1; round <= times; round++) {
        progress.note(`Round ${round} of ${times}`)
        rounds.push({
          stalls: await machineStalls(seconds),
          library: measureLibrary(model, rows, seconds),
          ours: await measureServer(servers[0], bodies, seconds),
          onnx: await measureServer(servers[1], bodies, seconds)
        })
      }
    } finally {
      for (const { close } of servers) await close()
    }
    const figures = figuresOf(rounds)
    progress.note(`${kills} kills ...`)
    const storm =
      kills === 0
        ? undefined
        : await killStorm({
            command,
            model: path,
            length: 50,
            kills,
            onKill: done => progress.show(`killed ${done} times`)
          })
    if (!json) report(figures, storm)
    const results = resultsOf(figures, storm)
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
    json: {
      type: 'application/json',
      body: write(
        'one.json',
        JSON.stringify({ rows: [Array.from(one.data, value => Number(value.toPrecision(6)))] })
      ),
      connections: 32
    },
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
  const child = spawn(
    process.execPath,
    [here('./serve/server.mjs'), JSON.stringify({ port: 0, ...options })],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', text => resolve(String(text).trim()))
    void ended.then(() => reject(new Error('the server ended')))
  })
  const load = async plan => {
    const measured = JSON.parse(
      (
        await promisify(execFile)(process.execPath, [
          here('./serve/load.mjs'),
          JSON.stringify({ url, path: '/v1/models/zoo/recognise', ...plan })
        ])
      ).stdout
    )
    if (measured.failed > 0)
      throw new Error(`${measured.failed} requests failed: ${JSON.stringify(measured.statuses)}`)
    return measured
  }
  return {
    load,
    close: () => {
      child.kill('SIGTERM')
      return ended
    }
  }
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

/** Each figure with its peer, both of the round whose ratio is the median. */
function figuresOf(rounds) {
  const figure = (value, peer) => {
    const pairs = rounds
      .map(round => ({ value: value(round), peer: peer(round), round }))
      .sort((a, b) => a.value / a.peer - b.value / b.peer)
    const ratio = ({ value: own, peer: other }) => own / other
    return { ...pairs[pairs.length >> 1], least: ratio(pairs[0]), most: ratio(pairs.at(-1)) }
  }
  const kinds = [
    ['64 rows, npy', 'many', ROWS, 'many'],
    ['1 row, npy', 'npy', 1, 'one'],
    ['1 row, JSON', 'json', 1, 'one']
  ]
  const tail = (side, kind) =>
    figure(
      round => round[side][kind].p99,
      round => round[side][kind].p50
    )
  return {
    stalls: {
      part: rounds.reduce((sum, { stalls }) => sum + stalls.part, 0) / rounds.length,
      longest: Math.max(...rounds.map(({ stalls }) => stalls.longest))
    },
    requests: kinds.map(([name, kind, size, bare]) => ({
      name,
      kind,
      library: figure(
        ({ ours }) => ours[kind].perSecond * size,
        ({ library }) => library[bare]
      ),
      onnxruntime: figure(
        ({ ours }) => ours[kind].perSecond * size,
        ({ onnx }) => onnx[kind].perSecond * size
      )
    })),
    steady: tail('ours', 'steady'),
    random: tail('ours', 'random'),
    onnxSteady: tail('onnx', 'steady')
  }
}

const times = ({ value, peer, least, most }) =>
  `${(value / peer).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`

function report({ stalls, requests, steady, random, onnxSteady }, storm) {
  const whole = value => Math.round(value).toLocaleString('en')
  console.log(
    table([
      ['requests', 'rows/s', 'p50 ms', 'p99 ms', 'library rows/s', 'ratio', 'onnxruntime rows/s', 'ratio'],
      ...requests.map(({ name, kind, library, onnxruntime }) => [
        name,
        whole(library.value),
        library.round.ours[kind].p50.toFixed(1),
        library.round.ours[kind].p99.toFixed(1),
        whole(library.peer),
        times(library),
        whole(onnxruntime.peer),
        times(onnxruntime)
      ])
    ])
  )
  const [{ library }] = requests
  const ratio = library.value / library.peer
  const tail = steady.value / steady.peer
  console.log(
    `\nBatched throughput is ${(100 * ratio).toFixed(0)} % of the bare library's (floor ${100 * FLOOR} %): ${ratio >= FLOOR ? 'met' : 'MISSED'}.`
  )
  console.log(
    `At ${100 * LOAD} % of the peak of single rows (${whole(steady.round.ours.steady.perSecond)} a second): p50 ${steady.peer.toFixed(2)} ms, p99 ${steady.value.toFixed(2)} ms, ${times(steady)} times (floor ${TAIL}): ${tail < TAIL ? 'met' : 'MISSED'}; onnxruntime ${times(onnxSteady)} times. Arriving at random: p50 ${random.peer.toFixed(2)} ms, p99 ${random.value.toFixed(2)} ms, ${times(random)} times (a single queue of random arrivals and services has 6.6 at any load).`
  )
  console.log(
    `With no server at all, the cores of this machine stood still for ${(100 * stalls.part).toFixed(1)} % of the time, up to ${stalls.longest.toFixed(1)} ms at once.`
  )
  if (storm)
    console.log(
      `Killed ${storm.kills} times under ${whole(storm.acknowledged)} acknowledged changes: ${storm.wrong.length === 0 ? 'nothing lost, nothing half' : `WRONG: ${storm.wrong.slice(0, 5).join('; ')}`}; ${storm.torn} restarts found a record cut short.`
    )
}

function resultsOf({ stalls, requests, steady, random }, storm) {
  return [
    ...requests.flatMap(({ name, library, onnxruntime }) => [
      result(name, library.value, 'rows/s', 'library', library.peer),
      result(name, onnxruntime.value, 'rows/s', 'onnxruntime', onnxruntime.peer)
    ]),
    result('p99 at 80 % of the peak', steady.value, 'ms', 'p50', steady.peer),
    result('p99 at 80 % of the peak, arriving at random', random.value, 'ms', 'p50', random.peer),
    result('time the machine stood still', 100 * stalls.part, '%'),
    ...(storm
      ? [
          result('kills', storm.kills, 'times'),
          result('acknowledged changes', storm.acknowledged, 'changes'),
          result('lost or half', storm.wrong.length, 'classes')
        ]
      : [])
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
