// What networks compute on: auto tries and falls back with a word, what is not there is refused with what is.
import { type ChosenDevice, type Device, openOnDevice } from '../../src/onnx/device.js'
import { openSession } from '../../src/onnx/session.js'
import { describe, expect, it } from 'vitest'
import { tinyOnnx } from './tiny-onnx.js'

/** A machine on which these devices work. */
async function opened(
  wanted: Device,
  offered: readonly string[],
  working: readonly string[]
): Promise<{ device: string; told: ChosenDevice[] }> {
  const told: ChosenDevice[] = []
  const open = async (device: string): Promise<{ device: string }> => {
    if (!working.includes(device)) throw new Error(`no driver for ${device}\nand more`)
    return { device }
  }
  const { device } = await openOnDevice(wanted, offered, open, chosen => told.push(chosen))
  return { device, told }
}

describe('a device', () => {
  it('is the processor unless something else is asked for', async () => {
    expect(await opened('cpu', ['cpu', 'cuda'], ['cpu', 'cuda'])).toEqual({ device: 'cpu', told: [] })
  })

  it('auto takes the first that works, and says so', async () => {
    expect(await opened('auto', ['cpu', 'cuda', 'dml'], ['cpu', 'dml'])).toEqual({
      device: 'dml',
      told: [{ device: 'dml' }]
    })
    expect(await opened('auto', ['cpu', 'cuda'], ['cpu'])).toEqual({
      device: 'cpu',
      told: [{ device: 'cpu', reason: 'cuda does not work here' }]
    })
    expect(await opened('auto', ['cpu'], ['cpu'])).toMatchObject({
      told: [{ device: 'cpu', reason: 'nothing else is offered here' }]
    })
  })

  it('that is not there is refused with those that are', async () => {
    await expect(opened('coreml', ['cpu', 'cuda'], ['cpu'])).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: expect.stringMatching(/no device "coreml" here.*Take cpu, cuda, or auto/s) as string
    })
    await expect(opened('cuda', ['cpu', 'cuda'], ['cpu'])).rejects.toMatchObject({
      message: expect.stringMatching(/no driver for cuda.*Take cpu, or auto/s) as string
    })
  })

  it('gives the same numbers by auto as by cpu where there is nothing else', async () => {
    const network = tinyOnnx({
      inputs: [{ name: 'x', type: 'float32', shape: [1, 2] }],
      outputs: [{ name: 'y', type: 'float32', shape: [1, 2] }],
      nodes: [{ operator: 'Add', inputs: ['x', 'x'], outputs: ['y'] }]
    })
    const told: ChosenDevice[] = []
    for (const runtime of ['node', 'web'] as const)
      for (const device of ['cpu', 'auto'] as const) {
        const session = await openSession(network, { runtime, device, onDevice: chosen => told.push(chosen) })
        const { y } = await session.run({ x: { data: Float32Array.of(1, 2), dims: [1, 2] } })
        expect(Array.from(y.data as Float32Array)).toEqual([2, 4])
        await session.close()
      }
    expect(told).toHaveLength(2)
    await expect(openSession(network, { runtime: 'web', device: 'cuda' })).rejects.toMatchObject({
      code: 'backbone.unusable'
    })
  })
})
