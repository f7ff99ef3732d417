// Both runtimes give the same answers through one interface.
import type { OnnxRuntime } from '@unseen/networks/internal'
import { onnxRuntime, openSession } from '../../src/onnx/session.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { tinyOnnx } from './tiny-onnx.js'

const native = ((): boolean => {
  try {
    return createRequire(import.meta.url).resolve('onnxruntime-node') !== ''
  } catch {
    return false
  }
})()
const runtimes: readonly OnnxRuntime[] = native ? ['node', 'web'] : ['web']
if (!native) console.warn('Skipped with onnxruntime-node: it is not installed.')

/** looks numbers up in a table: (words) -> (words x 3); and their names, as they are */
const lookup = tinyOnnx({
  inputs: [{ name: 'ids', type: 'int64', shape: ['words'] }],
  outputs: [
    { name: 'vectors', type: 'float32', shape: ['words', 3] },
    { name: 'same', type: 'int64', shape: ['words'] }
  ],
  constants: [{ name: 'table', shape: [4, 3], values: Float32Array.from({ length: 12 }, (_, k) => k / 2) }],
  nodes: [
    { operator: 'Gather', inputs: ['table', 'ids'], outputs: ['vectors'] },
    { operator: 'Identity', inputs: ['ids'], outputs: ['same'] }
  ]
})

const folder = mkdtempSync(join(tmpdir(), 'unseen-onnx-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

describe.each(runtimes)('onnxruntime-%s', runtime => {
  it('runs named inputs to named outputs', async () => {
    const session = await openSession(lookup, { runtime, threads: 1 })
    expect(session.runtime).toBe(runtime)
    expect(session.inputs).toEqual([{ name: 'ids', type: 'int64', shape: ['words'] }])
    expect(session.outputs.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'vectors float32',
      'same int64'
    ])
    const all = await session.run({ ids: { data: BigInt64Array.of(3n, 0n), dims: [2] } })
    expect(all['vectors'].data).toEqual(Float32Array.of(4.5, 5, 5.5, 0, 0.5, 1))
    expect(all['vectors'].dims).toEqual([2, 3])
    expect(all['same'].data).toEqual(BigInt64Array.of(3n, 0n))
    expect(
      Object.keys(await session.run({ ids: { data: BigInt64Array.of(1n), dims: [1] } }, ['vectors']))
    ).toEqual(['vectors'])
    await session.close()
  })

  it('reads a file', async () => {
    const path = join(folder, `${runtime}.onnx`)
    writeFileSync(path, lookup)
    await (await openSession(path, { runtime })).close()
    await expect(openSession(join(folder, 'absent.onnx'), { runtime })).rejects.toMatchObject({
      code: 'path.missing'
    })
  })

  it('refuses what is no network and inputs that do not fit', async () => {
    await expect(
      openSession(new TextEncoder().encode('no network'), { runtime, name: 'picture.png' })
    ).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: expect.stringContaining('picture.png') as string
    })
    const session = await openSession(lookup, { runtime })
    await expect(session.run({ ids: { data: Float32Array.of(1), dims: [1] } })).rejects.toMatchObject({
      code: 'backbone.unusable'
    })
    await expect(session.run({ ids: { data: BigInt64Array.of(9n), dims: [1] } })).rejects.toMatchObject({
      code: 'backbone.unusable'
    })
    await session.close()
  })
})

it('takes the runtime that UNSEEN_ONNX names', async () => {
  vi.stubEnv('UNSEEN_ONNX', 'web')
  expect(await onnxRuntime()).toBe('web')
  const session = await openSession(lookup)
  expect(session.runtime).toBe('web')
  await session.close()
  vi.stubEnv('UNSEEN_ONNX', 'fast')
  await expect(openSession(lookup)).rejects.toMatchObject({ code: 'options.value' })
})
