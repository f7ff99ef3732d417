// More of the built server: killed again and again, and recognising images with a network.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killStorm } from '../bench/serve/kill-storm.mjs'
import {
  Matrix,
  createClient,
  openDataset,
  takeSplit,
  writeNpy,
  type Model,
  type ModelClient
} from '../packages/node/dist/index.js'
import { repository } from './helpers/repository.js'
import { command, failureCode, fitSample, serverProcesses } from './helpers/serve.js'
import { describeWithResnet50, resnet50File } from './helpers/network.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-serve-'))
const pets = join(folder, 'pets.unseen')
const { serve, stop, endAll } = serverProcesses()
let model: Model

const npyOf = (list: readonly (readonly number[])[]): Uint8Array =>
  writeNpy({ name: 'rows', shape: [list.length, list[0].length], data: Float64Array.from(list.flat()) })

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

describe('a few images of a described class', () => {
  it('move it, are on the disk before they are acknowledged, and can be taken back', async () => {
    const file = join(folder, 'clouds.unseen')
    const clouds = await fitSample(file, folder, ['--weights', 'gauss', '--no-rehearse'])
    const { features, labels } = (await takeSplit(await openDataset('sample'))).test
    const [name] = clouds.unseen
    const all = Matrix.from(features)
    const rowsOf = (numbers: readonly number[]): number[][] =>
      numbers.map(i => {
        const row = new Float64Array(all.columns)
        Matrix.readRow(all, i, row)
        return Array.from(row)
      })
    const own = labels.flatMap((label, i) => (label === name ? [i] : [])).slice(0, 4)
    const [shown, probe] = [rowsOf(own), rowsOf([0, 1, 2, 150, 199])]
    const best = async (zoo: ModelClient): Promise<unknown> =>
      (await zoo.recognise(probe, { top: 2 })).answers.map(({ ranked }) => ranked)
    const expected = (model: Model): unknown =>
      JSON.parse(JSON.stringify(model.recognise(probe, { top: 2 }))) as unknown
    const data = ['--data', join(folder, 'clouds')]

    const server = await serve(file, ...data)
    const zoo = createClient(server.url).model('clouds')
    expect(await zoo.examples(name)).toMatchObject({ class: name, images: 0, described: true })
    await zoo.showExamples(name, shown.slice(0, 2), { names: ['one.jpg', 'two.jpg'] })
    const told = await zoo.showExamples(name, { npy: npyOf(shown.slice(2)) })
    // The same image twice is one image.
    expect(await zoo.showExamples(name, shown.slice(0, 1))).toMatchObject({ images: 4 })
    expect(told.ids[0]).toMatch(/ one\.jpg$/)
    const moved = clouds.show(name, shown)
    expect(told).toMatchObject({ images: 4, share: moved.shown[0].share, worth: moved.shown[0].worth })
    expect(await best(zoo)).toEqual(expected(moved))
    expect(await failureCode(zoo.showExamples(name, [[1, 2]]))).toBe('features.columns')
    expect(await failureCode(zoo.showExamples(name, shown, { names: ['one.jpg'] }))).toBe('serve.request')
    expect(await failureCode(zoo.showExamples(clouds.seen[0], shown))).toBe('classes.seen')
    expect(
      await failureCode(
        zoo.takeBack(
          name,
          probe.slice(0, 1).map(row => row.map(x => x + 1))
        )
      )
    ).toBe('classes.unknown')
    server.child.kill('SIGKILL')
    await server.ended

    const again = await serve(file, ...data)
    const later = createClient(again.url).model('clouds')
    expect(await later.examples(name)).toMatchObject({ images: 4, ids: told.ids })
    expect(await best(later)).toEqual(expected(moved))
    expect(await later.takeBack(name, shown.slice(3))).toMatchObject({ images: 3 })
    expect(await later.takeBack(name)).toMatchObject({ images: 0, described: true })
    expect(await best(later)).toEqual(expected(clouds))
    expect(await failureCode(later.takeBack(name))).toBe('classes.none')
    // A class that has images alone comes and goes with them.
    await later.showExamples('new one', shown)
    expect((await later.classes()).classes.map(each => each.name)).toContain('new one')
    expect(await later.takeBack('new one')).toMatchObject({ images: 0, described: false })
    await stop(again)
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
