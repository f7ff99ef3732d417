// `unseen data convert`: any data set in another form, exactly; plain arrays as well.
import { Matrix } from '@unseen/core'
import { fingerprint, writeMatlab, writeNpz } from '@unseen/data'
import { convertArrays, convertDataset } from '../../src/dataset/convert.js'
import { openDataset } from '../../src/dataset/open.js'
import { saveDataset } from '../../src/dataset/save.js'
import { readFile } from '../../src/formats/readers.js'
import { run } from '../../src/run.js'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { fakeTerminal } from './fake-terminal.js'
import { randomDatasets } from './random-dataset.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-convert-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

const matlab = async (path: string): Promise<void> =>
  writeFileSync(
    path,
    await writeMatlab([
      { name: 'features', shape: [3, 2], type: 'single', data: Float32Array.of(1, 2, 3, 4, 5, 6) },
      { name: 'labels', shape: [3, 1], type: 'double', data: Float64Array.of(1, 2, 3) },
      { name: 'classes', shape: [3, 1], type: 'text', data: ['cat', 'dog', 'owl'] },
      { name: 'signatures', shape: [3, 2], type: 'double', data: Float64Array.of(1, 0, 0.1, 1, 0.3, 0.7) }
    ])
  )

describe('a data set', () => {
  it('is the same in a folder and in one file', async () => {
    let number = 0
    const plain = /^[\p{L}\p{N}][\p{L}\p{N}_ +.-]*$/u
    const odd = randomDatasets(name => plain.test(name)).filter(
      ({ signatures, splits }) =>
        new Set([...signatures, ...splits].map(({ name }) => name.trim().toLowerCase())).size ===
        signatures.length + splits.length
    )
    await fc.assert(
      fc.asyncProperty(odd, async dataset => {
        const [first, file, second] = [at(`a${number}`), at(`b${number}.npz`), at(`c${number++}`)]
        await saveDataset(dataset, first)
        await convertDataset(first, file)
        const { fingerprint: last } = await convertDataset(file, second, { format: 'csv' })
        expect(last).toBe(await fingerprint(dataset))
      }),
      { numRuns: 8 }
    )
  })

  it('keeps a -1 that is a value', async () => {
    const classes = Array.from({ length: 30 }, (_, i) => `c${i}`)
    const table = {
      name: 't',
      classes,
      matrix: Matrix.dense(
        30,
        1,
        Float64Array.from(classes, (_, i) => (i === 0 ? -1 : i))
      )
    }
    const dataset = {
      name: 'x',
      classes,
      labels: new Int32Array(),
      signatures: [table],
      splits: [],
      provenance: {}
    }
    await saveDataset(dataset, at('kept'))
    expect((await convertDataset(at('kept'), at('kept.npz'))).fingerprint).toBe(await fingerprint(dataset))
  })

  it('is converted by the command, which says so', async () => {
    await matlab(at('animals.mat'))
    const terminal = fakeTerminal()
    expect(await run(['data', 'convert', at('animals.mat'), '-o', at('animals')], terminal)).toBe(0)
    expect(terminal.printed.join('\n')).toMatch(
      /Wrote .*animals, read back: fingerprint [0-9a-f]{16}, the same/
    )
    const json = fakeTerminal()
    expect(
      await run(['data', 'convert', at('animals'), '-o', at('small'), '--store', 'uint8', '--json'], json)
    ).toBe(0)
    const result = JSON.parse(json.printed.join('\n')) as {
      loss: { largestError: number; meanCosine: number }
    }
    expect(result.loss.meanCosine).toBeGreaterThan(0.9999)
    expect(result.loss.largestError).toBeLessThan(6 / 255)
    expect((await openDataset(at('small'))).classes).toEqual(['cat', 'dog', 'owl'])
  })

  it('is not written over, nor in a way that cannot be', async () => {
    for (const args of [
      [at('animals'), '-o', at('small')],
      [at('animals'), '-o', at('x.npz'), '--store', 'uint8'],
      [at('animals'), '-o', at('x.npz'), '--format', 'csv'],
      [at('nowhere'), '-o', at('x')],
      [at('animals'), '-o', at('y'), '--format', 'csv', '--store', 'float16']
    ]) {
      const terminal = fakeTerminal()
      expect(await run(['data', 'convert', ...args], terminal)).toBe(2)
      expect(terminal.noted.join('\n')).toMatch(/\[(path|options)\.\w+\]/)
    }
    expect(existsSync(at('x'))).toBe(false)
    expect(existsSync(at('x.npz'))).toBe(false)
    expect(existsSync(at('y'))).toBe(false)
  })

  it('stops when asked to', async () => {
    const stop = new AbortController()
    stop.abort()
    expect(
      await run(['data', 'convert', at('animals'), '-o', at('stopped')], fakeTerminal(stop.signal))
    ).toBe(130)
    expect(existsSync(at('stopped'))).toBe(false)
  })
})

describe('plain arrays', () => {
  it('go from any format to any other that can hold them', async () => {
    await matlab(at('plain.mat'))
    const terminal = fakeTerminal()
    expect(
      await run(['data', 'convert', at('plain.mat'), '-o', at('plain.npy'), '--array', 'features'], terminal)
    ).toBe(0)
    expect(terminal.printed).toEqual([`Wrote ${at('plain.npy')}: features (3 x 2 float32).`])
    expect(await readFile(at('plain.npy'))).toMatchObject({
      arrays: [{ shape: [3, 2], type: 'float32', data: Float32Array.of(1, 2, 3, 4, 5, 6) }]
    })
    await convertArrays(at('plain.npy'), at('plain.csv'))
    expect(readFileSync(at('plain.csv'), 'utf8')).toBe('plain 0,plain 1\n1,2\n3,4\n5,6\n')
    await convertArrays(at('plain.csv'), at('again.npy'))
    expect(await readFile(at('again.npy'))).toMatchObject({ arrays: [{ shape: [3, 2], type: 'float64' }] })
  })

  it('refuses what a format cannot hold', async () => {
    writeFileSync(
      at('two.npz'),
      await writeNpz([
        { name: 'a', shape: [1], data: Int32Array.of(1) },
        { name: 'b', shape: [1], data: Int32Array.of(2) }
      ])
    )
    await expect(convertArrays(at('two.npz'), at('two.npy'))).rejects.toMatchObject({
      code: 'options.combination',
      message: expect.stringContaining('a, b') as string
    })
    await expect(convertArrays(at('two.npz'), at('two.npy'), { array: 'c' })).rejects.toMatchObject({
      code: 'dataset.name'
    })
    await expect(convertArrays(at('two.npz'), at('two.xyz'))).rejects.toMatchObject({ code: 'options.value' })
    await convertArrays(at('two.npz'), at('b.npy'), { array: 'b' })
    await expect(convertArrays(at('two.npz'), at('b.npy'), { array: 'b' })).rejects.toMatchObject({
      code: 'path.exists'
    })
    await convertArrays(at('two.npz'), at('b.npy'), { array: 'a', overwrite: true })
    expect((await readFile(at('b.npy'))).arrays[0].data).toEqual(Int32Array.of(1))
  })
})
