// Damaged HDF5: typed refusals, bounded memory, and an end, whatever the library makes of the bytes. Several files
// in one instance of the library, for speed; the reader itself starts afresh for each.
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { goldenFolder } from './golden.js'

interface Report {
  readonly run: number
  readonly code: string
  readonly held: number
  readonly memory: number
}

const STALLED = 3_000
const golden = goldenFolder('hdf5')

/** Every run's report; 'stalled' for those that had to be ended. */
async function damage(bytes: Uint8Array, runs: number): Promise<Report[]> {
  const reports: Report[] = []
  while (reports.length < runs) {
    const worker = new Worker(new URL('./hdf5-damage-worker.mjs', import.meta.url), { workerData: { bytes, from: reports.length, runs } })
    await new Promise<void>((resolve, reject) => {
      const stalled = (): void => {
        reports.push({ run: reports.length, code: 'stalled', held: 0, memory: 0 })
        resolve()
      }
      // The first report waits for the library.
      let timer = setTimeout(stalled, 20_000)
      worker.on('message', (report: Report) => {
        clearTimeout(timer)
        reports.push(report)
        if (reports.length === runs) resolve()
        else timer = setTimeout(stalled, STALLED)
      })
      worker.on('error', reject)
    })
    await worker.terminate()
  }
  return reports
}

it.each([['small-chunked.h5', 60], ['texts.h5', 60], ['layouts.h5', 60], ['trees.mat', 30], ['texts.mat', 30]])('%s, damaged in %i ways', async (name, runs) => {
  const bytes = golden.bytes(name)
  const reports = await damage(bytes, runs)
  const codes = new Set(reports.map(({ code }) => code))
  expect([...codes].filter((code) => !/^(read|stalled|format\.\w+)$/.test(code))).toEqual([])
  expect(codes).toContain('format.header')
  expect(reports.filter(({ code }) => code === 'stalled').length).toBeLessThan(3)
  for (const { held, memory } of reports) {
    expect(held).toBeLessThanOrEqual(1032 * bytes.length)
    expect(memory).toBeLessThan(2 ** 28)
  }
})
