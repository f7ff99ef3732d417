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
const LIMITS = { tail: 4, search: 100, stall: 100 }
const here = name => fileURLToPath(new URL(name, import.meta.url))

/** A process that says a line of JSON each second, after a first line that is not. */
async function openTeller(args, { hasHead = true, nodeOptions = [] } = {}) {
  const child = spawn(process.execPath, [...nodeOptions, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
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
      { nodeOptions: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`] }
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
      const figures = {
        ...measured,
        peak: peak.perSecond,
        server: server.said.slice(from[0]),
        idle: idle.said.slice(from[1])
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

function summary({ kinds, server, idle, resets }) {
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
  const mean = said => said.reduce((sum, { megabytes }) => sum + megabytes, 0) / said.length
  return {
    resets,
    errors,
    tail: recognise.p99 / recognise.p50,
    search: search.p99,
    stall: most(server, 'own'),
    stallWall: most(server, 'wall'),
    idle: most(idle, 'wall'),
    memory: Array.from({ length: 10 }, (_, at) => server.slice(at * tenth, (at + 1) * tenth))
      .filter(({ length }) => length > 0)
      .map(mean),
    cores: (server.at(-1).processor - server[0].processor) / Math.max(1, server.length - 1)
  }
}

function report(figures, minutes) {
  const { kinds, requests, perSecond, peak } = figures
  const { resets, errors, tail, search, stall, stallWall, idle, memory, cores } = summary(figures)
  const whole = value => Math.round(value).toLocaleString('en')
  const met = isMet => (isMet ? 'met' : 'MISSED')
  console.log(
    `${whole(requests)} requests in ${minutes} min: ${whole(perSecond)} a second, ${100 * LOAD} % of a peak of ${whole(peak)}; the server used ${cores.toFixed(2)} cores.\n`
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
  console.log(
    [
      `\nBroken connections: ${resets} (0): ${met(resets === 0)}. Errors: ${errors}.`,
      `p99 of recognise is ${tail.toFixed(1)} times its p50 (${LIMITS.tail}): ${met(tail < LIMITS.tail)}.`,
      `p99 of searches ${search.toFixed(0)} ms (${LIMITS.search}): ${met(search < LIMITS.search)}.`,
      `Longest stall of the event loop: ${stall.toFixed(0)} ms of its own work (${LIMITS.stall}): ${met(stall < LIMITS.stall)}; ${stallWall.toFixed(0)} ms by the clock, where an idle process beside it missed ${idle.toFixed(0)} ms.`,
      `Megabytes over time, in tenths: ${memory.map(whole).join(', ')}.`
    ].join('\n')
  )
}

function resultsOf(figures) {
  const { resets, errors, tail, search, stall, stallWall, idle, memory } = summary(figures)
  return [
    result('requests a second', figures.perSecond, '1/s', 'the peak', figures.peak),
    result('broken connections', resets, 'times'),
    result('errors', errors, 'times'),
    result('p99 / p50 of recognise', tail, 'times'),
    result('p99 of searches', search, 'ms'),
    result('longest stall, own work', stall, 'ms'),
    result('longest stall, by the clock', stallWall, 'ms', 'an idle process', idle),
    result('memory at the end', memory.at(-1), 'MB', 'at the beginning', memory[0])
  ]
}
