// The page Recognise with a network: images of one's own, and a camera.
import { Matrix, type Model } from '@unseen/core'
import { readZip } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import type { OpenDataset } from 'unseen'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAt, pictures, sample, sampleModel, showNumbers, shown } from '../helpers/recognise.js'
import { describeWithResnet50, resnet50File } from '../helpers/network.js'
import { startBrowser, type OpenStudio } from '../helpers/studio.js'

describe('Recognise', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  let dataset: OpenDataset
  let model: Model
  beforeAll(async () => {
    studio = await startBrowser()
    ;({ dataset, model } = await sampleModel())
  })
  afterAll(() => studio.close())

  describeWithResnet50('with a camera', () => {
    /** The page with a network chosen, by way of an image. */
    const withNetwork = async (opened: OpenStudio): Promise<void> => {
      const { page } = opened
      await page.getByTestId('verdict').waitFor()
      await page.locator('input[type=file][accept="image/*"]').setInputFiles({
        name: 'grey.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 32, height: 32, channels: 3, background: '#888' } })
          .png()
          .toBuffer()
      })
      await page.getByLabel('ONNX file').setInputFiles({
        name: 'features.onnx',
        mimeType: 'application/octet-stream',
        buffer: readFileSync(await resnet50File())
      })
      await page.getByRole('button', { name: /^grey\.png: .*\.$/ }).waitFor({ timeout: 240_000 })
    }

    it('takes a picture and recognises it, and lets go of the camera', async () => {
      const camera = await startBrowser([
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream'
      ])
      const opened = await camera.openSample({ place: 'recognise' })
      const { page } = opened
      await withNetwork(opened)
      await page.getByRole('button', { name: 'Camera', exact: true }).click()
      const video = page.getByLabel('What the camera sees')
      await video.waitFor()
      expect(await opened.axe()).toEqual([])
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, 'camera.png') })
      }
      const track = await video.evaluateHandle(
        (element: HTMLVideoElement) => (element.srcObject as MediaStream).getTracks()[0]
      )
      expect(await track.evaluate(({ readyState }) => readyState)).toBe('live')
      await page.getByRole('button', { name: 'Take a picture' }).click()
      await page.getByRole('img', { name: /^camera, / }).waitFor({ timeout: 240_000 })
      await page.getByText('2 of 2').waitFor()
      expect(await track.evaluate(({ readyState }) => readyState)).toBe('ended')
      await page.getByRole('button', { name: 'Camera', exact: true }).click()
      await video.waitFor()
      const again = await video.evaluateHandle(
        (element: HTMLVideoElement) => (element.srcObject as MediaStream).getTracks()[0]
      )
      await page.keyboard.press('Escape')
      await video.waitFor({ state: 'detached' })
      expect(await again.evaluate(({ readyState }) => readyState)).toBe('ended')
      await opened.close()
      await camera.close()
    })

    it('says plainly that the camera was refused, and tries again', async () => {
      const camera = await startBrowser([
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream=deny'
      ])
      const opened = await camera.openSample({ place: 'recognise' })
      const { page } = opened
      await withNetwork(opened)
      await page.getByRole('button', { name: 'Camera', exact: true }).click()
      const alert = page.getByRole('alert')
      await alert.getByText('This page may not use the camera.').waitFor()
      expect(await opened.axe()).toEqual([])
      await alert.getByRole('button', { name: 'Try again' }).click()
      await alert.getByText('This page may not use the camera.').waitFor()
      await alert.getByRole('button', { name: 'Close' }).click()
      await page.getByTestId('verdict').waitFor()
      await opened.close()
      await camera.close()
    })
  })

  describeWithResnet50('with a network for images', () => {
    it('makes features in the page as Node makes them, and recognises them', async () => {
      const row = dataset.labels.indexOf(dataset.classes.indexOf('deer'))
      const columns = dataset.thumbnails!.columns
      const image = await sharp(join(sample, 'images.webp'))
        .extract({ left: 32 * (row % columns), top: 32 * Math.floor(row / columns), width: 32, height: 32 })
        .png()
        .toBuffer()
      const { page, close } = await openAt(studio.openSample, row, 'Only described')
      const chooser = page.locator('input[type=file][accept="image/*"]')
      await chooser.setInputFiles({ name: 'my-deer.png', mimeType: 'image/png', buffer: image })
      await page.getByText('1 photo waits for the network').waitFor()
      // It still waits after a reload, and the network that is chosen then needs not be chosen again.
      await page.reload()
      await page.getByText('1 photo waits for the network').waitFor()
      await page.getByLabel('ONNX file').setInputFiles({
        name: 'features.onnx',
        mimeType: 'application/octet-stream',
        buffer: readFileSync(await resnet50File())
      })
      await page.getByText('1 of 1').waitFor({ timeout: 240_000 })
      await page.getByRole('button', { name: 'Only described' }).click()
      await showNumbers(page)
      const { openBackbone } = await import('unseen')
      await using backbone = await openBackbone('resnet50')
      const features = await backbone.features([
        { pixels: new Uint8Array(await sharp(image).removeAlpha().raw().toBuffer()), width: 32, height: 32 }
      ])
      const [[best]] = model.recognise(Matrix.from(features))
      await expect.poll(async () => (await shown(page))[0].class).toBe(best.class)
      expect((await shown(page))[0].score).toBeCloseTo(best.score, 2)
      // After a reload the image is there with its features: the same scores, and no network is asked for.
      await page.getByText('Kept with the project').waitFor()
      const scores = await shown(page)
      await page.reload()
      await page.getByRole('button', { name: 'Only described' }).click()
      await page.getByRole('img', { name: 'my-deer.png' }).waitFor()
      await showNumbers(page)
      await expect.poll(() => shown(page)).toEqual(scores)
      await chooser.setInputFiles({ name: 'again.png', mimeType: 'image/png', buffer: image })
      await page.getByText('2 of 2').waitFor({ timeout: 240_000 })
      await showNumbers(page)
      await expect.poll(() => shown(page)).toEqual(scores)
      // Both leave with the project.
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
      const members = await readZip(bytesSource(readFileSync(await download.path())))
      expect(members.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'images/0001.png',
          'images/0002.png',
          'images/features.npy',
          'images/images.json'
        ])
      )
      await close()
    })

    it('says that there is no network to fetch what runs it; the rest works on', async () => {
      const own = await startBrowser()
      const { page, context } = await own.openSample({ place: 'recognise', keepsSite: true })
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page.getByTestId('verdict').waitFor()
      await page.locator('input[type=file][accept="image/*"]').setInputFiles({
        name: 'grey.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 32, height: 32, channels: 3, background: '#888' } })
          .png()
          .toBuffer()
      })
      // The browser is told, and workers meet a server that is gone.
      await context.setOffline(true)
      await own.server.close()
      await page.getByLabel('ONNX file').setInputFiles({
        name: 'features.onnx',
        mimeType: 'application/octet-stream',
        buffer: readFileSync(await resnet50File())
      })
      await page.getByText('There is no network.').waitFor()
      await page.getByRole('button', { name: 'Try now' }).click()
      await page.getByText('There is no network.').waitFor()
      await page.getByRole('button', { name: 'Not now' }).click()
      await page.getByTestId('verdict').waitFor()
      await own.browser.close()
    })

    it('refuses a network that makes other features, and says what to do', async () => {
      const { page, close } = await openAt(studio.openSample, 0, 'Only described')
      await page.locator('input[type=file][accept="image/*"]').setInputFiles({
        name: 'x.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
          .png()
          .toBuffer()
      })
      await page.getByLabel('ONNX file').setInputFiles({
        name: 'no.onnx',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('not a network')
      })
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: 'Not now' }).click()
      await page.getByTestId('verdict').waitFor()
      await close()
    })
  })
})
