// Small things for commands that take photos and words: a network, photos, attributes, word vectors, a data set.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { writeNpy } from '../../packages/node/dist/index.js'
import { smallNetwork } from '../../packages/node/test/extract/small-networks.js'
import { makeSmallWords } from './small-words.js'

const colours = { red: [220, 30, 30], green: [30, 200, 40], blue: [30, 40, 210], grey: [120, 120, 120] }

/** `small.onnx`, `photos` with `colours.csv`, `small-words`, and `animals.npy` with `animals.csv`, labels that those words know. */
export async function makeAnimals(folder: string): Promise<void> {
  writeFileSync(join(folder, 'small.onnx'), smallNetwork({ metadata: { 'unseen.scale': '1' } }))
  for (const [name, [r, g, b]] of Object.entries(colours)) {
    mkdirSync(join(folder, 'photos', name), { recursive: true })
    for (let at = 0; at < 4; at++)
      await sharp({
        create: { width: 20 + at, height: 20, channels: 3, background: { r: r + 3 * at, g, b } }
      })
        .png()
        .toFile(join(folder, 'photos', name, `${at}.png`))
  }
  writeFileSync(
    join(folder, 'colours.csv'),
    `class,red,green,blue\n${Object.entries(colours)
      .map(([name, values]) => `${name},${values.join(',')}`)
      .join('\n')}\n`
  )
  const { features } = await makeSmallWords(folder, join(folder, 'cache'))
  const data = Float32Array.from(features.flat())
  writeFileSync(
    join(folder, 'animals.npy'),
    writeNpy({ name: 'rows', shape: [features.length, features[0].length], data })
  )
  const labels = features.map((_, at) => ['horse', 'tiger', 'whale'][at % 3])
  writeFileSync(join(folder, 'animals.csv'), `label\n${labels.join('\n')}\n`)
}
