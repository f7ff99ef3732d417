// A class described by a sentence in the browser: the encoder's files are loaded there, and give the numbers
// that Node gives.
import { type Encoder, wordEncoder } from '@unseen/networks'
import { memoryWordStore, readWordVectors } from '@unseen/networks/internal'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  embedTable,
  fromBytes,
  Matrix,
  openEncoder,
  rowsOf,
  saveDataset,
  writeZip
} from '../../packages/node/dist/index.js'
import { winkJson, writeTinyEncoder } from '../../packages/node/test/encoders/tiny-encoders.js'
import { startBrowser, type OpenStudio } from '../helpers/studio.js'

const classes = ['horse', 'tiger', 'whale', 'zebra']
const waits = { timeout: 120_000 }

describe('A sentence as a description', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  let folder: string
  beforeAll(async () => {
    browser = await startBrowser()
    folder = mkdtempSync(join(tmpdir(), 'unseen-sentence-'))
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A data set of four classes whose signatures this encoder made of their names, as one archive. */
  const archiveOf = async (encoder: Encoder, name: string): Promise<string> => {
    const { table } = await embedTable(encoder, name, classes, classes)
    const features = Float32Array.from(
      { length: 36 * 4 },
      (_, at) => (at % 4 === Math.floor(at / 4) % 3 ? 1 : 0.1) + 0.01 * ((at * 7) % 5)
    )
    const place = join(folder, `${name} data`)
    await saveDataset(
      {
        name,
        classes,
        signatures: [table],
        provenance: {},
        features: rowsOf(Matrix.dense(36, 4, features)),
        labels: Int32Array.from({ length: 36 }, (_, row) => row % 3),
        splits: [{ name: 'zebra', seen: classes.slice(0, 3), unseen: ['zebra'] }]
      },
      place
    )
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter(file =>
      statSync(join(place, file)).isFile()
    )
    const path = join(folder, `${name}.zip`)
    writeFileSync(
      path,
      await writeZip(
        files.map(file => ({ name: `zoo/${file}`, bytes: Uint8Array.from(readFileSync(join(place, file))) }))
      )
    )
    return path
  }
  const openSentences = async (archive: string): Promise<OpenStudio> => {
    const studio = await browser.open()
    await studio.page.getByTestId('data-files').setInputFiles(archive)
    await studio.action('files.take').click()
    await studio.page.locator('[data-place="describe"]').waitFor()
    await studio.page.getByRole('tab', { name: 'Sentence' }).click()
    await studio.action('describe.encoder').waitFor()
    return studio
  }
  const vectorShown = async (page: Page): Promise<number[]> => {
    await page.getByRole('tab', { name: 'Vector' }).click()
    const text = await page.getByLabel('Signature').inputValue()
    await page.getByRole('tab', { name: 'Sentence' }).click()
    return text.split(' ').map(Number)
  }

  it('is the mean of word vectors, where their file is loaded; another file is refused', async () => {
    const words = {
      words: ['horse', 'tiger', 'whale', 'zebra', 'stripe', 'sea'],
      vectors: [
        [1, 0.2, 0.1],
        [0.7, 1, 0],
        [0, 0.1, 1],
        [0.9, 0.9, 0.1],
        [0.1, 1, 0.2],
        [0.1, 0, 0.9]
      ]
    }
    const file = { name: 'words.json', mimeType: 'application/json', buffer: Buffer.from(winkJson(words)) }
    const other = {
      ...file,
      name: 'other.json',
      buffer: Buffer.from(winkJson({ ...words, vectors: words.vectors.map(([a, b, c]) => [b, a, c]) }))
    }
    const encoder = wordEncoder(
      await memoryWordStore(readWordVectors(new Blob([file.buffer]).stream(), file.name)),
      'words',
      'tiny words'
    )
    const studio = await openSentences(await archiveOf(encoder, 'words'))
    const { page, axe, close } = studio
    expect(await axe()).toEqual([])
    await page.getByTestId('encoder-files').setInputFiles(other)
    await page.getByRole('alert').getByText('encoder.missing').waitFor()
    expect(await axe()).toEqual([])
    await page
      .getByTestId('encoder-files')
      .setInputFiles({ ...file, name: 'half.json', buffer: file.buffer.subarray(0, 200) })
    await page.getByRole('alert').getByText('format.truncated').waitFor()
    await page.getByTestId('encoder-files').setInputFiles(file)
    await page.getByLabel('Words').fill('quick stripes of the sea')
    await page.keyboard.press('Enter')
    const { vectors, remarks } = await encoder.encode(['quick stripes of the sea'])
    await expect
      .poll(() => page.getByRole('status').allTextContents(), waits)
      .toContain(remarks.map(({ message }) => message).join(''))
    expect(await axe()).toEqual([])
    expect(await vectorShown(page)).toEqual([...vectors.data])

    // What nobody knows changes nothing; undo takes the sentence back.
    await page.getByLabel('Words').fill('xyzzy')
    await page.getByRole('alert').getByText('encoder.input').waitFor()
    expect(await vectorShown(page)).toEqual([...vectors.data])
    await page.getByRole('tab', { name: 'Sentence' }).focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => vectorShown(page)).not.toEqual([...vectors.data])
    await close()
  })

  it('is read by a transformer with its tokenizer, as Node reads it', async () => {
    const place = writeTinyEncoder(join(folder, 'tiny'))
    const encoder = await openEncoder(place, { cache: join(folder, 'cache') })
    const { page, action, axe, close } = await openSentences(await archiveOf(encoder, 'sentences'))
    const files = ['onnx/model_quantized.onnx', 'tokenizer.json', 'tokenizer_config.json'].map(name =>
      join(place, name)
    )
    await page.getByTestId('encoder-files').setInputFiles(files.slice(1))
    await page.getByRole('alert').getByText('The network is missing').waitFor()
    await page.getByTestId('encoder-files').setInputFiles(files)
    await page.getByRole('textbox', { name: 'Sentence' }).fill('A horse with stripes')
    const { vectors } = await encoder.encode(['A horse with stripes'])
    await expect
      .poll(async () => (await vectorShown(page)).map(value => value.toFixed(5)), waits)
      .toEqual([...vectors.data].map(value => value.toFixed(5)))
    expect(await axe()).toEqual([])

    // It leaves with the model.
    await page.locator('body').press('t')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      action('project.model').last().click()
    ])
    const model = fromBytes(new Uint8Array(readFileSync(await download.path())))
    const shown = model.find('zebra').signature
    shown.forEach((value, at) => expect(value).toBeCloseTo(vectors.data[at], 5))
    await encoder.close()
    await close()
  })
})
