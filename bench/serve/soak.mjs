/**
 * A server under load for minutes: the peak of a mixture of requests is measured, then 80 % of it is sent at an even
 * rate whatever the answers do. 90 % recognise one row, the rest changes 300 classes, searches a library of 1,000
 * rows, sends bodies of megabytes and asks for all classes. What is looked for: broken connections, errors, memory
 * that grows, an event loop that stands still (beside what an idle process on the same machine misses), the tail.
 */
import { toBytes } from '@unseen/core'
import { writeNpy } from '@unseen/data'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { indexLibrary } from '../../packages/node/dist/index.js'
import { createProgress, result, table } from '../lib/report.mjs'
import { makeModel, makeRows } from './make-model.mjs'

const ROWS = 1000
const LARGE_ROWS = 400
const COLUMNS = 2048
const SIGNATURE = 50
const LOAD = 0.8
const PEAK_SECONDS = 15
const LIMITS = { tail: 4, search: 100, stall: 100, kept: 10, slope: 2 }
const here = name => fileURLToPath(new URL(name, import.meta.url))

/** A process that says a line of JSON each second, after a first line that is not. */
async function openTeller(args, { hasHead = true, nodeOptions = [] } = {}) {
  const child = spawn(process.execPath, [...nodeOptions, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc']
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })
  const said = []
  let began
  const head = new Promise((resolve, reject) => {
    began = resolve
    void ended.then(() => reject(new Error('the server ended')))
  })
  head.catch(() => undefined)
  let isHead = hasHead
  lines.on('line', line => {
    if (isHead) began(line)
    else said.push(JSON.parse(line))
    isHead = false
  })
  return {
    said,
    head: hasHead ? await head : undefined,
    /** What its threads keep once their garbage is collected. */
    kept: () => {
      child.send('collect')
      return new Promise(resolve => child.once('message', resolve))
    },
    close: () => {
      child.kill('SIGTERM')
      return ended
    }
  }
}

export async function soak(minutes, { json = false, workers = 0, profile } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-bench-soak-'))
  const progress = createProgress()
  try {
    const model = await makeModel({ columns: COLUMNS })
    const path = join(folder, 'zoo.unseen')
    writeFileSync(path, toBytes(model))
    const npy = count => {
      const { data } = makeRows(count, COLUMNS)
      return writeNpy({ name: 'rows', shape: [count, COLUMNS], data })
    }
    writeFileSync(join(folder, 'rows.npy'), npy(ROWS))
    writeFileSync(join(folder, 'one.npy'), npy(1))
    writeFileSync(join(folder, 'large.npy'), npy(LARGE_ROWS))
    const { data } = makeRows(LARGE_ROWS, COLUMNS)
    writeFileSync(
      join(folder, 'large.json'),
      JSON.stringify({
        rows: Array.from({ length: LARGE_ROWS }, (_, row) =>
          Array.from(data.subarray(row * COLUMNS, (row + 1) * COLUMNS), value => Number(value.toPrecision(6)))
        )
      })
    )
    await indexLibrary(model, join(folder, 'rows.npy'), join(folder, 'library'))
    const server = await openTeller(
      [
        here('./server.mjs'),
        JSON.stringify({
          models: [path],
          libraries: [join(folder, 'library')],
          data: join(folder, 'classes'),
          port: 0,
          limits: { rate: 0 },
          watch: true,
          ...(workers > 0 && { workers })
        })
      ],
      {
        nodeOptions: [
          '--expose-gc',
          `--import=${new URL('./kept.mjs', import.meta.url)}`,
          ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`])
        ]
      }
    )
    const idle = await openTeller([here('./loop.mjs')], { hasHead: false })
    const load = async plan =>
      JSON.parse(
        (
          await promisify(execFile)(process.execPath, [
            here('./soak-load.mjs'),
            JSON.stringify({ url: server.head, folder, length: SIGNATURE, ...plan })
          ])
        ).stdout
      )
    try {
      progress.note(`The peak, ${PEAK_SECONDS} s ...`)
      const peak = await load({ connections: 32, seconds: PEAK_SECONDS })
      const before = await server.kept()
      const from = [server.said.length, idle.said.length]
      progress.note(
        `${Math.round(peak.perSecond)} requests a second; now ${100 * LOAD} % of it for ${minutes} min ...`
      )
      const ticker = setInterval(
        () =>
          progress.show(`${server.said.length - from[0]} s, ${Math.round(server.said.at(-1).megabytes)} MB`),
        1000
      )
      const measured = await load({
        connections: 64,
        seconds: 60 * minutes,
        rate: LOAD * peak.perSecond
      }).finally(() => clearInterval(ticker))
      const [under, beside] = [server.said.slice(from[0]), idle.said.slice(from[1])]
      const figures = {
        ...measured,
        peak: peak.perSecond,
        server: under,
        idle: beside,
        kept: [before, await server.kept()]
      }
      if (!json) report(figures, minutes)
      return resultsOf(figures)
    } finally {
      await idle.close()
      await server.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const most = (said, key) => Math.max(...said.map(each => each[key]))
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length

/** Of values that are a second apart, a minute's growth: the line with the least squares. */
function slope(values) {
  const [middle, height] = [(values.length - 1) / 2, mean(values)]
  const sum = of => values.reduce((all, value, at) => all + of(at - middle, value - height), 0)
  return (
    (60 * sum((x, y) => x * y)) /
    Math.max(
      1,
      sum(x => x * x)
    )
  )
}

function summary({ kinds, server, idle, resets, kept }) {
  const [recognise, , search] = kinds
  const errors = kinds.reduce(
    (sum, { statuses }) =>
      sum +
      Object.entries(statuses).reduce(
        (all, [status, n]) => all + (status === '200' || status === '0' ? 0 : n),
        0
      ),
    0
  )
  const tenth = Math.max(1, Math.floor(server.length / 10))
  const megabytes = server.map(each => each.megabytes)
  return {
    resets,
    errors,
    recognise,
    tail: recognise.p99 / recognise.p50,
    search: search.p99,
    stall: most(server, 'own'),
    stallWall: most(server, 'wall'),
    idle: most(idle, 'wall'),
    idlePart: mean(idle.map(({ lost }) => lost)) / 1000,
    memory: Array.from({ length: 10 }, (_, at) => megabytes.slice(at * tenth, (at + 1) * tenth))
      .filter(({ length }) => length > 0)
      .map(mean),
    slope: slope(megabytes.slice(megabytes.length >> 1)),
    kept: kept.map(({ threads }) => threads.reduce((sum, { heap, buffers }) => sum + heap + buffers, 0)),
    threads: kept.map(({ threads }) => threads.map(({ heap, buffers }) => heap + buffers)),
    cores: (server.at(-1).processor - server[0].processor) / Math.max(1, server.length - 1)
  }
}

function report(figures, minutes) {
  const { kinds, requests, perSecond, peak } = figures
  const found = summary(figures)
  const whole = value => Math.round(value).toLocaleString('en')
  const goal = (name, value, limit, isMet) => [name, value, limit, isMet ? 'met' : 'MISSED']
  console.log(
    `${whole(requests)} requests in ${minutes} min: ${whole(perSecond)} a second, ${100 * LOAD} % of a peak of ${whole(peak)}; the server used ${found.cores.toFixed(2)} cores.\n`
  )
  console.log(
    table([
      ['requests', 'number', 'p50 ms', 'p99 ms', 'longest ms', 'other than 200'],
      ...kinds.map(({ name, requests: number, p50, p99, longest, statuses }) => [
        name,
        whole(number),
        p50.toFixed(1),
        p99.toFixed(1),
        longest.toFixed(1),
        number - (statuses[200] ?? 0)
      ])
    ])
  )
  const { recognise, tail, search, stall, kept, threads, slope: growth, memory } = found
  console.log()
  console.log(
    table([
      ['', 'measured', 'limit', ''],
      goal('broken connections', found.resets, '0', found.resets === 0),
      goal('errors', found.errors, '0', found.errors === 0),
      goal(
        'recognise, p99 over p50',
        `${recognise.p99.toFixed(1)} / ${recognise.p50.toFixed(1)} ms = ${tail.toFixed(1)}`,
        LIMITS.tail,
        tail < LIMITS.tail
      ),
      goal('search, p99', `${search.toFixed(0)} ms`, `${LIMITS.search} ms`, search < LIMITS.search),
      goal('longest piece of own work', `${stall.toFixed(0)} ms`, `${LIMITS.stall} ms`, stall < LIMITS.stall),
      ['event loop stood still, by the clock', `${found.stallWall.toFixed(0)} ms`, '', ''],
      [
        'an idle process beside it stood still',
        `${found.idle.toFixed(0)} ms, ${(100 * found.idlePart).toFixed(1)} % of the time`,
        '',
        ''
      ],
      goal(
        'kept after collection, before and after',
        `${kept.map(value => value.toFixed(1)).join(', ')} MB`,
        `+${LIMITS.kept} MB`,
        kept[1] - kept[0] < LIMITS.kept
      ),
      ...threads[1].map((_, at) => [
        `  of it ${at === 0 ? 'the thread that takes requests' : `worker ${at}`}`,
        `${threads.map(each => each[at]?.toFixed(1) ?? '-').join(', ')} MB`,
        '',
        ''
      ]),
      goal(
        "process's memory, slope of the second half",
        `${growth.toFixed(1)} MB a minute`,
        `${LIMITS.slope}`,
        growth < LIMITS.slope
      ),
      ["process's memory in tenths of the time", `${memory.map(whole).join(', ')} MB`, '', '']
    ])
  )
}

function resultsOf(figures) {
  const found = summary(figures)
  return [
    result('requests a second', figures.perSecond, '1/s', 'the peak', figures.peak),
    result('broken connections', found.resets, 'times'),
    result('errors', found.errors, 'times'),
    result('p99 of recognise', found.recognise.p99, 'ms', 'p50', found.recognise.p50),
    result('p99 of searches', found.search, 'ms'),
    result('longest piece of own work', found.stall, 'ms'),
    result('longest stall, by the clock', found.stallWall, 'ms', 'an idle process', found.idle),
    result('kept after collection', found.kept[1], 'MB', 'before the load', found.kept[0]),
    result('slope of memory in the second half', found.slope, 'MB/min')
  ]
}
