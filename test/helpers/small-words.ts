// A model whose classes are described by names, with the word vectors that read them: three numbers a word.
import { join } from 'node:path'
import { embedTable, fit, openEncoder, writeModel } from '../../packages/node/dist/index.js'
import { writeWordStore } from '../../packages/node/dist/encoders/word-store.js'

const vectors = new Map([
  ['horse', [1, 0.1, 0]],
  ['tiger', [0.2, 1, 0]],
  ['whale', [0, 0.1, 1]],
  ['stripes', [0, 1, 0.1]],
  ['water', [0, 0, 1]]
])
const classes = ['horse', 'tiger', 'whale', 'zebra']
/** Ten rows of each class that has images, around a corner of its own. */
const features = Array.from({ length: 30 }, (_, i) =>
  [0, 1, 2].map(k => (k === i % 3 ? 1 : 0.1) + 0.01 * ((i * 7 + k) % 5))
)

export interface SmallWords {
  /** the model file, and the folder of its word vectors */
  readonly file: string
  readonly words: string
  readonly features: readonly (readonly number[])[]
  /** what the encoder makes of a text */
  signature(text: string): Promise<number[]>
}

export async function makeSmallWords(folder: string, cache: string): Promise<SmallWords> {
  const words = join(folder, 'small-words')
  const file = join(folder, 'sentences.unseen')
  await writeWordStore(
    words,
    (async function* () {
      for (const [word, vector] of vectors) yield { word, vector: Float32Array.from(vector) }
    })()
  )
  const encoder = await openEncoder(words, { cache })
  const { table } = await embedTable(encoder, 'names', classes, [
    'horse',
    'tiger',
    'whale',
    'horse with stripes'
  ])
  await encoder.close()
  await writeModel(
    file,
    await fit(
      { features, labels: features.map((_, i) => classes[i % 3]), signatures: table },
      { weights: 'class' }
    )
  )
  return {
    file,
    words,
    features,
    async signature(text) {
      const again = await openEncoder(words, { cache })
      const {
        vectors: { data }
      } = await again.encode([text])
      await again.close()
      return Array.from(data)
    }
  }
}
