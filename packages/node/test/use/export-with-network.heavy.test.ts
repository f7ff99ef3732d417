// Network and model in one graph: the scores of the model on the network's features, whatever the network takes.
import { fit } from '@unseen/core'
import { readGraph } from '@unseen/networks'
import { openBackbone } from '../../src/extract/backbone.js'
import type { BackboneOptions } from '../../src/extract/network.js'
import { openSession } from '../../src/onnx/session.js'
import { exportWithNetwork } from '../../src/use/export-with-network.js'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SIDE, networkParts, smallNetwork } from '../extract/small-networks.js'
import { temporaryFolder } from '../helpers/small-model.js'
import { tinyOnnx } from '../onnx/tiny-onnx.js'

const folder = temporaryFolder()
const rule = {
  temperature: 0.05,
  limits: { surely: 0.9, probably: 0.6, either: 0.75 },
  words: Object.fromEntries(
    ['surely', 'probably', 'either', 'hard'].map(kind => [kind, { rows: 0, right: 0 }])
  )
}
const noise = (seed: number): Uint8Array =>
  Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, k) => (seed * 91 + k * (37 + seed)) % 256)
const pictures = [1, 2, 3, 4, 5, 6].map(noise)

const token = (opset: number): Uint8Array =>
  tinyOnnx({
    ...networkParts({ pooling: 'none' }),
    // (images x places x channels), as a transformer's states
    nodes: [
      ...networkParts({ pooling: 'none' }).nodes.slice(0, 5),
      { operator: 'Reshape', inputs: ['map', 'as_rows'], outputs: ['rows'] },
      {
        operator: 'Transpose',
        inputs: ['rows'],
        outputs: ['last_hidden_state'],
        numbers: { perm: [0, 2, 1] }
      }
    ],
    constants: [
      ...(networkParts({ pooling: 'none' }).constants ?? []),
      { name: 'as_rows', shape: [3], values: BigInt64Array.of(0n, 4n, -1n) }
    ],
    outputs: [{ name: 'last_hidden_state', type: 'float32', shape: ['images', SIDE * SIDE, 4] }],
    opset
  })
const greyParts = {
  inputs: [{ name: 'scores', type: 'float32', shape: ['images', 1, SIDE, SIDE] }],
  outputs: [{ name: 'features', type: 'float32', shape: ['images', SIDE * SIDE] }],
  nodes: [{ operator: 'Flatten', inputs: ['scores'], outputs: ['features'] }]
} as const
const grey = tinyOnnx({ ...greyParts, opset: 11 })

const networks: Record<string, readonly [Uint8Array, BackboneOptions]> = {
  'channels first, scaled': [smallNetwork(), { preset: 'unit' }],
  'blue first, mean taken away': [smallNetwork(), { preset: 'caffe' }],
  'channels last': [smallNetwork({ shape: ['images', SIDE, SIDE, 3] }), { preset: 'imagenet' }],
  'whole numbers': [smallNetwork({ type: 'uint8' }), {}],
  'grey, operators of version 11, names as ours': [grey, { preset: 'unit' }],
  'two images at a time': [smallNetwork({ shape: [2, 3, SIDE, SIDE] }), { preset: 'unit' }],
  'means with axes as input': [
    smallNetwork({ pooling: 'ReduceMean with axes as input' }),
    { preset: 'unit' }
  ],
  'a map, pooled': [smallNetwork({ pooling: 'none' }), { preset: 'unit', output: 'map', pooling: 'mean' }],
  'the first token': [token(13), { preset: 'unit', pooling: 'cls' }],
  'the mean of all tokens': [token(18), { preset: 'unit', pooling: 'mean' }],
  'all tokens but the first': [token(13), { preset: 'unit', pooling: 'patches' }],
  'tokens side by side': [token(13), { preset: 'unit', pooling: 'flatten' }]
}

describe.each(Object.entries(networks))('%s', (name, [bytes, options]) => {
  it('answers as network and model do', async () => {
    const path = join(folder, `${name.replaceAll(/\W/g, '-')}.onnx`)
    writeFileSync(path, bytes)
    // Images in the size of the network need no scaling, whatever the preset says of others.
    const sized = { ...options, preprocessing: { crop: 'none', width: SIDE, height: SIDE } } as const
    await using backbone = await openBackbone(path, sized)
    const features = await backbone.features(pictures.map(pixels => ({ pixels, width: SIDE, height: SIDE })))
    const trained = await fit({
      features,
      labels: ['ant', 'bee', 'cat', 'ant', 'bee', 'cat'],
      signatures: {
        classes: ['ant', 'bee', 'cat', 'dog'],
        matrix: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
          [0, 1, 1]
        ]
      }
    })
    const model = trained.annotate({
      preprocessing: backbone.record,
      verdict: { unseen: null, seen: null, all: rule, rough: true }
    })
    const { bytes: fused, classes } = await exportWithNetwork(model, { network: path })
    const { inputs, outputs, metadata } = readGraph(fused)
    expect(inputs.map(({ name: input }) => input)).toEqual(['pixels'])
    expect(outputs.map(({ name: output }) => output)).toEqual([
      'names',
      'scores',
      'proportions',
      'probabilities'
    ])
    expect(JSON.parse(metadata.get('unseen.classes') ?? '')).toEqual(classes)
    const ours = model.decide(features, { among: 'all', top: classes.length })
    for (const runtime of ['node', 'web'] as const) {
      const session = await openSession(fused, { runtime })
      const data = new Uint8Array([...pictures[0], ...pictures[1]])
      const found = await session.run({ pixels: { data, dims: [2, SIDE, SIDE, 3] } })
      expect(Array.from(found['names'].data, String)).toEqual(
        ours.slice(0, 2).map(({ ranked }) => ranked[0].class)
      )
      for (const row of [0, 1])
        for (const { class: label, probability = -1 } of ours[row].ranked)
          expect(
            Math.abs(
              Number(found['probabilities'].data[row * classes.length + classes.indexOf(label)]) - probability
            )
          ).toBeLessThan(1e-5)
      await session.close()
    }
  })
})

it('refuses operators that are too old, and models that name no network', async () => {
  const path = join(folder, 'old.onnx')
  writeFileSync(path, tinyOnnx({ ...greyParts, opset: 10 }))
  const model = await fit({
    features: [
      [1, 0, 0, 1],
      [0, 1, 1, 0]
    ],
    labels: ['ant', 'bee'],
    signatures: {
      classes: ['ant', 'bee'],
      matrix: [
        [1, 0],
        [0, 1]
      ]
    }
  })
  await expect(exportWithNetwork(model, { network: path, preset: 'unit' })).rejects.toMatchObject({
    code: 'backbone.unusable',
    message: expect.stringContaining('version 10') as string
  })
  await expect(exportWithNetwork(model, { network: path })).rejects.toMatchObject({
    code: 'backbone.unusable'
  })
})
