// Damaged HDF5: typed refusals, bounded memory, and an end, whatever the library makes of the bytes. Several
// files in one instance of the library, for speed; the reader itself starts afresh for each.
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { goldenFolder } from './golden.js'

interface Task {
  readonly name: string
  readonly bytes: Uint8Array
  readonly run: number
}

interface Report {
  readonly code: string
  /** bytes of the arrays that were read */
  readonly held: number
  /** of the library */
  readonly memory: number
}

const STALLED = 3_000
const golden = goldenFolder('hdf5')

/** Every task's report; 'stalled' for those that had to be ended. */
async function damage(tasks: readonly Task[]): Promise<Report[]> {
  const reports: Report[] = []
  while (reports.length < tasks.length) {
    const worker = new Worker(new URL('./hdf5-damage-worker.mjs', import.meta.url), {
      workerData: { tasks, from: reports.length }
    })
    await new Promise<void>((resolve, reject) => {
      const stalled = (): void => {
        reports.push({ code: 'stalled', held: 0, memory: 0 })
        resolve()
      }
      // The first report waits for the library.
      let timer = setTimeout(stalled, 10 * STALLED)
      worker.on('message', (report: Report) => {
        clearTimeout(timer)
        reports.push(report)
        if (reports.length === tasks.length) resolve()
        else timer = setTimeout(stalled, STALLED)
      })
      worker.on('error', reject)
    })
    await worker.terminate()
  }
  return reports
}

it('is read or refused, within bounds', async () => {
  const files = { 'small-chunked.h5': 60, 'texts.h5': 40, 'layouts.h5': 60, 'trees.mat': 40, 'texts.mat': 40 }
  const tasks = Object.entries(files).flatMap(([name, runs]) =>
    Array.from({ length: runs }, (_, run) => ({ name, bytes: golden.bytes(name), run }))
  )
  const reports = await damage(tasks)
  const codes = new Set(reports.map(({ code }) => code))
  expect([...codes].filter(code => !/^(read|stalled|format\.\w+)$/.test(code))).toEqual([])
  expect(codes).toContain('format.header')
  expect(reports.filter(({ code }) => code === 'stalled').length).toBeLessThan(4)
  reports.forEach(({ held, memory }, i) => {
    expect(held, tasks[i].name).toBeLessThanOrEqual(1032 * tasks[i].bytes.length)
    expect(memory, tasks[i].name).toBeLessThan(2 ** 28)
  })
})
