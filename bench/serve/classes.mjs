/**
 * Many described classes: how long it takes to describe half of the most there may be in one call, to search a
 * library among all of them, and how long the thread that takes requests stands still meanwhile.
 */
import { indexLibrary } from '../../packages/node/dist/index.js'
import { writeNpy } from '@unseen/data'
import { toBytes } from '@unseen/core'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../packages/node/dist/server/start.js'
import { result, table } from '../lib/report.mjs'
import { watchLoop } from './loop.mjs'
import { makeModel, makeRows } from './make-model.mjs'

const ROWS = 1000
const SIGNATURE = 50
const LIMITS = { describe: 2000, overhead: 50, stall: 100 }

export async function measureClasses(classes, { json = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-bench-classes-'))
  try {
    const model = await makeModel({ columns: 256, described: 2 })
    const path = join(folder, 'zoo.unseen')
    writeFileSync(path, toBytes(model))
    const rows = makeRows(ROWS, 256)
    writeFileSync(join(folder, 'rows.npy'), writeNpy({ name: 'rows', shape: [ROWS, 256], data: rows.data }))
    await indexLibrary(model, join(folder, 'rows.npy'), join(folder, 'library'))
    const server = await startServer({
      models: [path],
      libraries: [join(folder, 'library')],
      port: 0,
      limits: { rate: 0, classes }
    })
    const watch = watchLoop()
    const ask = async (path, body) => {
      const text = JSON.stringify(body)
      // What this process does to make the body is not the server's.
      await new Promise(resolve => setImmediate(resolve))
      watch.forget()
      const [began, used] = [performance.now(), process.cpuUsage()]
      const answer = await fetch(`${server.url}/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text
      })
      const bytes = await answer.arrayBuffer()
      const milliseconds = performance.now() - began
      const { user, system } = process.cpuUsage(used)
      if (answer.status !== 200) throw new Error(new TextDecoder().decode(bytes))
      return { milliseconds, processor: (user + system) / 1000, stall: await settled(watch) }
    }
    const search = () => ask('libraries/library/search', { class: 'class 40', top: 10 })
    const best = async () => {
      const all = []
      for (let at = 0; at < 10; at++) all.push(await search())
      all.sort((a, b) => a.milliseconds - b.milliseconds)
      return { ...all[5], stall: Math.max(...all.map(({ stall }) => stall)) }
    }
    try {
      await search()
      const few = await best()
      const half = Math.floor(classes / 2)
      const described = (from, to) => ({
        classes: Array.from({ length: to - from }, (_, at) => ({
          name: `new ${from + at}`,
          signature: Array.from({ length: SIGNATURE }, () => Math.random())
        }))
      })
      const first = await ask('models/zoo/classes', described(0, half))
      const second = await ask('models/zoo/classes', described(half, classes - 2))
      const cold = await search()
      const many = await best()
      const list = await listAll(server.url, watch)
      const lines = [
        [`${half} classes described in one call`, first],
        [`as many again`, second],
        [`a search among few classes`, few],
        [`the first search among ${classes}`, cold],
        [`a search among ${classes}`, many],
        [`all classes, whole`, list]
      ]
      const overhead = many.milliseconds - few.milliseconds
      const longest = Math.max(...lines.map(([, { stall }]) => stall))
      if (!json) {
        console.log(
          `${classes} described classes, 40 seen, signatures of ${SIGNATURE}, ${ROWS} rows in the library\n`
        )
        console.log(
          table([
            ['', 'ms', 'processor, ms', 'longest stall, ms'],
            ...lines.map(([name, { milliseconds, processor, stall }]) => [
              name,
              milliseconds.toFixed(0),
              processor.toFixed(0),
              stall.toFixed(0)
            ])
          ])
        )
        console.log(
          `\nA search's overhead is ${overhead.toFixed(0)} ms (${LIMITS.overhead}), the longest stall ${longest.toFixed(0)} ms (${LIMITS.stall}), ${half} classes take ${first.milliseconds.toFixed(0)} ms (${LIMITS.describe}). Stalls include this process's own work, which asks.`
        )
      }
      return [
        result(`${half} classes described in one call`, first.milliseconds, 'ms'),
        result('overhead of a search', overhead, 'ms'),
        result('longest stall', longest, 'ms')
      ]
    } finally {
      watch.stop()
      await server.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What of the loop's longest pause was its own work. */
async function settled(watch) {
  await new Promise(resolve => setTimeout(resolve, 5))
  return watch.longest().own
}

async function listAll(url, watch) {
  watch.forget()
  const [began, used] = [performance.now(), process.cpuUsage()]
  await (await fetch(`${url}/v1/models/zoo/classes?since=0`)).arrayBuffer()
  const { user, system } = process.cpuUsage(used)
  return {
    milliseconds: performance.now() - began,
    processor: (user + system) / 1000,
    stall: await settled(watch)
  }
}
