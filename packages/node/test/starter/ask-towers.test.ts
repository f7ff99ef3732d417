// Photos and words by two towers of one space, from a hub on loopback and from a folder: cosines worked out by hand.
import { run } from '../../src/run.js'
import { askPhotos } from '../../src/starter/ask-photos.js'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testTerminal } from '../helpers/terminal.js'
import { type Files, hub } from '../networks/loopback-hub.js'
import { tinyTowers } from '../networks/tiny-towers.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-towers-'))
const photos = join(place, 'photos')
let homes = 0
beforeAll(async () => {
  mkdirSync(photos)
  for (const [name, background] of [
    ['warm', { r: 204, g: 51, b: 0 }],
    ['cold', { r: 0, g: 51, b: 204 }]
  ] as const)
    await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toFile(join(photos, `${name}.png`))
  writeFileSync(join(photos, 'broken.png'), 'no picture')
})
afterAll(() => rmSync(place, { recursive: true }))
beforeEach(() => {
  const home = join(place, `home-${homes++}`)
  for (const name of ['HF_ENDPOINT', 'HF_HUB_CACHE', 'HF_HUB_OFFLINE', 'HF_TOKEN', 'HF_TOKEN_PATH'])
    vi.stubEnv(name, '')
  vi.stubEnv('HF_HOME', home)
  vi.stubEnv('UNSEEN_CACHE', join(home, 'unseen'))
})
afterEach(() => vi.unstubAllEnvs())

function folderOf(files: Files): string {
  const folder = join(place, `folder-${homes++}`)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** of (0.8, 0.2, 0) with one of the colours */
const cosine = (part: number): number => part / Math.hypot(0.8, 0.2)

describe('ask with two towers', () => {
  it('of a hub answers by the cosine and the scale of CLIP, and no class is known', async () => {
    const own = await hub(tinyTowers())
    const {
      photos: answers,
      towers,
      network,
      skipped,
      candidates
    } = await askPhotos([photos], ['red', 'green', 'a sea: blue'], { network: 'hub:ORG/NAME' })
    expect(network).toBe(`hub:ORG/NAME@${own.commit()}`)
    expect(towers).toEqual({ template: 'a photo of a {name}.', scale: 100 })
    expect(skipped.map(({ file }) => file)).toEqual(['broken.png'])
    expect(candidates.map(({ text }) => text)).toEqual([
      'a photo of a red.',
      'a photo of a green.',
      'a photo of a a sea, blue.'
    ])
    const [cold, warm] = answers
    expect([cold.name, cold.ranked[0].class]).toEqual(['cold.png', 'a sea'])
    expect(warm.ranked.map(one => one.class)).toEqual(['red', 'green', 'a sea'])
    expect(warm.ranked[0].score).toBeCloseTo(cosine(0.8), 6)
    expect(warm.ranked[1].score).toBeCloseTo(cosine(0.2), 6)
    expect(warm.ranked[1].probability).toBeCloseTo(Math.exp(-100 * cosine(0.6)), 12)
    expect(warm.ranked.every(({ kind }) => kind === 'described')).toBe(true)
  })

  it("of a folder, with a template of one's own, on the command line", async () => {
    const folder = folderOf(tinyTowers({ model_type: 'something new' }))
    const terminal = testTerminal()
    const status = await run(
      [
        'ask',
        photos,
        'red',
        'blue',
        '--network',
        folder,
        '--template',
        'all {name}',
        '-o',
        join(place, 'a.html')
      ],
      terminal
    )
    expect(terminal.noted.join(' ')).toContain('the scale of this network is not known')
    expect(status).toBe(0)
    expect(terminal.printed.join('\n')).toMatch(/warm\.png +red +100 %/)
    expect(terminal.printed.at(-1)).toContain('names in "all {name}", cosines times 100.')
    expect(readFileSync(join(place, 'a.html'), 'utf8')).toContain('&#34;all {name}&#34;')
  })

  it('refuses networks without a space of both, and templates without a name', async () => {
    const files = Object.entries(tinyTowers()).filter(([name]) => name !== 'onnx/text_model.onnx')
    await hub(Object.fromEntries(files))
    await expect(askPhotos([photos], ['red', 'blue'], { network: 'hub:ORG/NAME' })).rejects.toMatchObject({
      code: 'path.missing'
    })
    await expect(askPhotos([photos], ['red', 'blue'], { network: 'resnet51' })).rejects.toMatchObject({
      code: 'path.missing'
    })
    const folder = folderOf(tinyTowers())
    await expect(
      askPhotos([photos], ['red', 'blue'], { network: folder, template: 'a photo' })
    ).rejects.toMatchObject({ code: 'options.value', where: { option: 'template' } })
    await expect(askPhotos([photos], ['red', 'blue'], { template: 'a {name}' })).rejects.toMatchObject({
      code: 'options.value'
    })
  })
})
