// Opening what lies on disk: large features stay there, archives and HDF5 are read like folders.
import { takeRows } from '@unseen/core'
import { fingerprint, writeNpy } from '@unseen/data'
import { writeNpyRows } from '@unseen/data/internal'
import { openDataset } from '../../src/dataset/open.js'
import { writeFileWhole } from '../../src/files/write-file.js'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
// HDF5 is read in a thread, which loads built files.
import { openDataset as openBuilt } from '../../dist/dataset/open.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-open-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
const golden = (name: string): string => fileURLToPath(new URL(`../../golden/hdf5/${name}`, import.meta.url))

it('features of 100 MB are read a piece at a time, in little memory', async () => {
  const [rows, columns] = [25_000, 1000]
  mkdirSync(at('large'))
  const piece = (start: number): Float32Array => new Float32Array(1000 * columns).fill(start)
  await writeFileWhole(
    at('large/features.npy'),
    writeNpyRows(
      'float32',
      rows,
      columns,
      (async function* () {
        for (let start = 0; start < rows; start += 1000) yield piece(start)
      })()
    )
  )
  writeFileSync(
    at('large/labels.npy'),
    writeNpy({ name: 'labels', shape: [rows], data: Uint8Array.from({ length: rows }, (_, i) => i % 3) })
  )
  writeFileSync(at('large/attributes.csv'), 'class,fur\ncat,1\ndog,0.5\nowl,0\n')
  const before = process.memoryUsage()
  const dataset = await openDataset(at('large'))
  expect(await takeRows(dataset.features!, [24_999, 1005])).toMatchObject({
    rows: 2,
    columns,
    data: Float32Array.from({ length: 2 * columns }, (_, k) => (k < columns ? 24_000 : 1000))
  })
  let most = 0
  await fingerprint(dataset, {
    onProgress: () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers)
    }
  })
  expect(most - before.arrayBuffers).toBeLessThan(60e6)
})

it('a file of another length than its header says is refused when rows are opened', async () => {
  mkdirSync(at('short'))
  copyFileSync(at('large/labels.npy'), at('short/labels.npy'))
  const file = await open(at('large/features.npy'))
  writeFileSync(at('short/features.npy'), (await file.read(new Uint8Array(2 ** 20), 0, 2 ** 20, 0)).buffer)
  await file.close()
  await expect(openDataset(at('short'), { streamFrom: 0 })).rejects.toMatchObject({
    code: 'format.truncated'
  })
})

it('xlsa17 in a file of MATLAB 7.3 is the same data set as in an older one', async () => {
  for (const [set, file] of [
    ['new', 'xlsa17-att_splits.mat'],
    ['old', 'xlsa17-att_splits-v7.mat']
  ]) {
    mkdirSync(at(set))
    copyFileSync(golden(file), at(`${set}/att_splits.mat`))
  }
  expect(await fingerprint(await openBuilt(at('new')))).toBe(await fingerprint(await openDataset(at('old'))))
})
