// More of the built server: killed again and again, and recognising images with a network.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killStorm } from '../bench/serve/kill-storm.mjs'
import { createClient, openDataset, type Model } from '../packages/node/dist/index.js'
import { repository } from './helpers/repository.js'
import { command, failureCode, fitSample, serverProcesses } from './helpers/serve.js'
import { describeWithResnet50, resnet50File } from './helpers/network.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-serve-'))
const pets = join(folder, 'pets.unseen')
const { serve, stop, endAll } = serverProcesses()
let model: Model

beforeAll(async () => {
  model = await fitSample(pets, folder)
})

afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true })
})

describe('killed at random under a storm of describes, 20 times', () => {
  it('loses nothing that it acknowledged, and shows nothing half', async () => {
    const storm = await killStorm({
      command,
      model: pets,
      length: model.classes[0].signature.length,
      kills: 20,
      args: ['--data', join(folder, 'storm')]
    })
    expect(storm.wrong).toEqual([])
    expect(storm.acknowledged).toBeGreaterThan(50)
    expect(existsSync(join(folder, 'storm', 'pets'))).toBe(true)
  })
})

describeWithResnet50('images', () => {
  it('are recognised by the network that made the features', async () => {
    const network = await resnet50File()
    const server = await serve(pets, '--data', join(folder, 'images'), '--backbone', network)
    const zoo = createClient(server.url).model('pets')
    const sheet = readFileSync(join(repository, 'data/cifar10-sample/images.webp'))
    const numbers = [1300, 1301, 1302]
    const images = await Promise.all(
      numbers.map(async row => ({
        name: `${row}.png`,
        bytes: await sharp(sheet)
          .extract({ left: 32 * (row % 50), top: 32 * Math.floor(row / 50), width: 32, height: 32 })
          .png()
          .toBuffer()
      }))
    )
    const { features } = await openDataset('sample')
    const expected = model.recognise((await features?.read(numbers[0], numbers[0] + numbers.length)) ?? [])
    const { answers } = await zoo.recognise({ images })
    answers.forEach(({ name, ranked: [best] }, at) => {
      expect([name, best.class]).toEqual([images[at].name, expected[at][0].class])
      expect(best.score).toBeCloseTo(expected[at][0].score, 2)
    })
    const alone = async (body: Uint8Array<ArrayBuffer>) =>
      (
        (await (
          await fetch(`${server.url}/v1/models/pets/recognise?top=2`, {
            method: 'POST',
            headers: { 'content-type': 'image/png' },
            body
          })
        ).json()) as { answers: { ranked: object[] }[] }
      ).answers[0].ranked
    const ranked = await alone(Uint8Array.from(images[0].bytes))
    expect(ranked).toHaveLength(2)
    // The same picture as a large body: what follows a PNG's end is no part of it.
    expect(await alone(Uint8Array.from([...images[0].bytes, ...new Array<number>(100_000).fill(0)]))).toEqual(
      ranked
    )
    expect((await zoo.show()).images).toBe(true)
    expect(
      await failureCode(
        zoo.recognise({ images: [{ name: 'x.png', bytes: new TextEncoder().encode('no picture') }] })
      )
    ).toBe('image.unreadable')
    await stop(server)
  })
})
