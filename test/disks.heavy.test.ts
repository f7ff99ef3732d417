// Every command on a disk that is full, on one that is read-only, and in a folder that went away: one line that
// says what, where and what to do, an exit code of its own, and nothing half-written.
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModel, writeNpy } from '../packages/node/dist/index.js'
import { makeAnimals } from './helpers/animals.js'
import { describeWithResnet50 } from './helpers/network.js'
import { describeWithRedis, startRedis } from './helpers/redis.js'
import { repository } from './helpers/repository.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-disks-'))
const at = (name: string): string => join(folder, name)
const SYSTEM = 3
const FAILED = 2

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}
function unseen(args: readonly string[], options: object = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, UNSEEN_CACHE: at('cache') },
    ...options
  })
  return { status, out: stdout ?? '', err: stderr }
}

/** The same while this process answers: with `untilPrinted` it is told to end once it has said something. */
async function unseenAside(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { cwd = folder, untilPrinted = false } = {}
): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], { cwd, env: { ...process.env, ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    out += String(text)
    if (untilPrinted) child.kill('SIGINT')
  })
  child.stderr.on('data', (text: Buffer) => {
    err += String(text)
  })
  const status = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { status, out, err }
}

/** Gives a megabyte for any archive, and says of any package that it has one. */
async function startMirror(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const { url = '/', headers } = request
    if (/\.(?:tgz|zip)$/.test(url)) {
      response.end(Buffer.alloc(2 ** 20, 'x'))
      return
    }
    const name = decodeURIComponent(url.slice(1))
    const versionOf = (version: string): object => ({
      name,
      version,
      dist: { tarball: `http://${headers.host ?? ''}/${name}/-/${version}.tgz` }
    })
    const versions = { '1.0.4': versionOf('1.0.4'), '1.2.2': versionOf('1.2.2') }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.4' }, versions }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

/** Whatever writes, with `place` as the folder it is to write into. */
const writers = (place: string): readonly (readonly string[])[] => [
  ['fit', 'sample', '-o', join(place, 'new.unseen'), '--references', 'means', '--run', join(place, 'run')],
  ['tune', 'sample', '--family', 'paper', '--run', join(place, 'search')],
  ['compare', 'sample', '--methods', 'eszsl', '--run', join(place, 'comparison')],
  ['describe', at('zoo.unseen'), 'elk', '--like', 'deer', '-o', join(place, 'more.unseen')],
  ['forget', at('zoo.unseen'), 'deer', '-o', join(place, 'less.unseen')],
  ['rehearse', 'sample', '--model', at('zoo.unseen'), '-o', join(place, 'rehearsed.unseen')],
  ['recognise', at('zoo.unseen'), at('rows.npy'), '-o', join(place, 'answers.csv')],
  ['export', at('zoo.unseen'), '--onnx', join(place, 'zoo.onnx')],
  ['index', at('zoo.unseen'), at('rows.npy'), '-o', join(place, 'library')],
  ['report', at('run'), '-o', join(place, 'report.html')],
  ['data', 'convert', 'sample', '-o', join(place, 'copy')],
  ['data', 'new', '--features', at('rows.npy'), '--labels', at('labels.csv'), '-o', join(place, 'made')],
  ['serve', at('zoo.unseen'), '--port', '0', '--data', join(place, 'classes')],
  ['serve', 'token', 'add', 'anna', '--tokens', join(place, 'tokens.json')],
  ['reproduce', 'fig2', '--trials', '1', '-o', join(place, 'paper.html')],
  ['show', at('clouds.unseen'), 'deer', at('rows.npy'), '--number', '0,1', '-o', join(place, 'shown.unseen')],
  ['data', 'get', 'cifar10-sample', '-o', join(place, 'sample')],
  ['data', 'extract', at('photos'), '--model', at('small.onnx'), '-o', join(place, 'features.npy')],
  ['data', 'embed', join(place, 'animals'), '--names', '--encoder', at('small-words')],
  [
    ...['teach', at('photos'), '--attributes', at('colours.csv'), '--model', at('small.onnx')],
    ...['-o', join(place, 'taught.unseen')]
  ]
]
/** Whatever writes nothing, and works wherever it is called. */
const readers: readonly (readonly string[])[] = [
  ['demo', '--json'],
  ['verify', at('report.html'), '--json'],
  ['network', 'list', '--json'],
  ['data', 'list', '--json']
]
const name = (args: readonly string[]): string =>
  args.slice(0, ['data', 'network'].includes(args[0]) || args[1] === 'token' ? 2 : 1).join(' ')

function expectRefusal({ status, err }: Ended, codes: readonly number[] = [SYSTEM]): void {
  expect(err).toMatch(/^unseen: .+ \[[a-z]+\.[a-z-]+\]$/m)
  expect(err).not.toMatch(/^ {4}at /m)
  expect(codes, err).toContain(status)
}

beforeAll(async () => {
  const made = unseen(['fit', 'sample', '-o', at('zoo.unseen'), '--references', 'means', '--run', at('run')])
  expect(made.status, made.err).toBe(0)
  const { columns } = (await readModel(at('zoo.unseen'))).trained
  writeFileSync(
    at('rows.npy'),
    writeNpy({
      name: 'rows',
      shape: [20, columns],
      data: Float32Array.from({ length: 20 * columns }, (_, i) => (i * 7) % 11)
    })
  )
  writeFileSync(
    at('labels.csv'),
    `label\n${Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'a' : 'b')).join('\n')}\n`
  )
  await makeAnimals(folder)
  for (const args of [
    ['index', at('zoo.unseen'), at('rows.npy'), '-o', at('library')],
    ['fit', 'sample', '-o', at('clouds.unseen'), '--weights', 'gauss', '--run', at('run-clouds')],
    ['report', at('run'), '-o', at('report.html')],
    ['data', 'new', '--features', at('animals.npy'), '--labels', at('animals.csv'), '-o', at('animals')]
  ]) {
    const { status, err } = unseen(args)
    expect(status, err).toBe(0)
  }
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Only root may mount; in continuous integration, which is root, these cases must run. */
const mayMount = process.getuid?.() === 0 || process.env['CI'] === 'true'
if (!mayMount) console.warn('Full and read-only disks are left out: it takes root to mount one.')

/** A disk of a few pages; false where it could not be mounted. */
function mount(place: string, ...options: readonly string[]): boolean {
  mkdirSync(place, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', place]).status === 0
}

describe.skipIf(!mayMount).each([
  ['full', (place: string) => mountAnimals(place) && fill(place)],
  [
    'read-only',
    (place: string) => mountAnimals(place) && spawnSync('mount', ['-o', 'remount,ro', place]).status === 0
  ]
] as const)('on a disk that is %s', (how, prepare) => {
  const place = at(how)
  beforeAll(() => expect(prepare(place), 'no disk could be mounted').toBe(true))
  afterAll(() => void spawnSync('umount', [place]))

  it.each(writers(place).map(args => [name(args), args] as const))('%s says so', (_, args) => {
    const before = filesIn(place)
    expectRefusal(unseen(args))
    expect(filesIn(place)).toEqual(before)
  })

  it.each([
    ['network get resnet50', ['network', 'get', 'resnet50']],
    ['network get minilm', ['network', 'get', 'minilm']],
    ['data get cub', ['data', 'get', 'cub', '--url', '/cub.zip', '-o', at('cub')]]
  ] as const)('%s says so, where the cache is there', async (_, args) => {
    await using mirror = await startMirror()
    const given = args.map(arg => (arg === '/cub.zip' ? mirror.url + arg : arg))
    const ended = await unseenAside(given, {
      UNSEEN_CACHE: join(place, 'cache'),
      npm_config_registry: `${mirror.url}/`
    })
    expectRefusal(ended)
    expect(ended.err).toContain(place)
  })

  it.each(readers.map(args => [name(args), args] as const))('%s works all the same', (_, args) => {
    const { status, out, err } = unseen(args, {
      cwd: place,
      env: { ...process.env, UNSEEN_CACHE: join(place, 'cache') }
    })
    expect(status, err).toBe(0)
    expect(() => JSON.parse(out) as unknown).not.toThrow()
  })

  it('studio works all the same', async () => {
    const { status, out, err } = await unseenAside(
      ['studio', 'sample', '--no-open', '--json'],
      { UNSEEN_CACHE: join(place, 'cache') },
      { cwd: place, untilPrinted: true }
    )
    expect(status, err).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ url: expect.stringContaining('http://127.0.0.1:') as unknown })
  })
})

describeWithResnet50('ask', () => {
  it.skipIf(!mayMount)('says so on a disk that is full', () => {
    const place = at('full for answers')
    expect(mount(place, 'size=16k') && fill(place)).toBe(true)
    try {
      const asked = [
        'ask',
        at('photos'),
        'red: a red thing',
        'blue: a blue thing',
        '-o',
        join(place, 'a.html')
      ]
      // With the cache of this machine, where the network lies.
      expectRefusal(unseen(asked, { env: process.env }))
      expect(readdirSync(place)).toEqual(['filler'])
    } finally {
      spawnSync('umount', [place])
    }
  })
})

describeWithRedis('a worker', () => {
  it.skipIf(!mayMount)('with a full disk says so, and so does who asked; it goes on', async () => {
    const place = at('full for a worker')
    expect(mount(place, 'size=16k') && fill(place)).toBe(true)
    const redis = await startRedis()
    const worker = spawn(
      process.execPath,
      [command, 'worker', '--threads', '1', '--redis', redis.url, '--cache', join(place, 'data')],
      { cwd: folder, env: { ...process.env, UNSEEN_CACHE: at('cache') } }
    )
    let said = ''
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (text: Buffer) => {
        said += String(text)
      })
    try {
      await expect.poll(() => said, { timeout: 60_000 }).toContain('waits for work')
      const search = ['tune', 'sample', '--family', 'paper', '--no-rehearse', '--run', at('through a worker')]
      const ended = await unseenAside([...search, '--redis', redis.url], { UNSEEN_CACHE: at('cache') })
      expectRefusal(ended, [SYSTEM, FAILED])
      expect(ended.err).toContain('the disk is full (ENOSPC)')
      await expect.poll(() => said).toContain('the disk is full (ENOSPC)')
      expect(said).not.toMatch(/^ {4}at /m)
      expect(worker.exitCode).toBe(null)
    } finally {
      worker.kill('SIGKILL')
      await redis.close()
      spawnSync('umount', [place])
    }
  })
})

/** Every file below a folder; empty folders are nothing. */
const filesIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(({ parentPath, name: file }) => join(parentPath, file))
    .sort()

/** A disk of some megabytes with a data set on it. */
function mountAnimals(place: string): boolean {
  if (!mount(place, 'size=2m')) return false
  cpSync(at('animals'), join(place, 'animals'), { recursive: true })
  return true
}

function fill(place: string): boolean {
  const file = openSync(join(place, 'filler'), 'w')
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096))
  } catch {
    return true
  } finally {
    closeSync(file)
  }
}

describe('in a folder that went away', () => {
  it.each(writers('.').map(args => [name(args), args] as const))('%s says so', (_, args) => {
    expectRefusal(unseenNowhere(args), [SYSTEM, FAILED])
  })

  it.each(readers.map(args => [name(args), args] as const))('%s works or says so', (_, args) => {
    const ended = unseenNowhere(args)
    if (ended.status !== 0) expectRefusal(ended, [SYSTEM, FAILED])
    expect(ended.err).not.toMatch(/^ {4}at /m)
  })
})

function unseenNowhere(args: readonly string[]): Ended {
  mkdirSync(at('gone'), { recursive: true })
  const script = `cd "${at('gone')}" && rmdir "${at('gone')}" && exec "$0" "$@"`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, UNSEEN_CACHE: at('cache') }
  })
  return { status, out: stdout, err: stderr }
}

describe('standard output', () => {
  const printing = [
    ['recognise', at('zoo.unseen'), at('rows.npy'), '--format', 'csv'],
    ['search', at('library'), 'deer', '--json'],
    ['data', 'info', 'sample'],
    ['describe', '--help'],
    ['library', at('library')],
    ['demo'],
    ['verify', at('report.html')],
    ['network', 'list']
  ]
  it.each(printing.map(args => [name(args), args] as const))('that is full: %s says so', (_, args) => {
    const device = openSync('/dev/full', 'w')
    const ended = unseen(args, { stdio: ['ignore', device, 'pipe'] })
    closeSync(device)
    expectRefusal(ended)
    expect(ended.err).toContain('Standard output')
  })

  it.each(printing.map(args => [name(args), args] as const))('that is closed: %s ends quietly', (_, args) => {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', 'set -o pipefail; "$0" "$@" | true', process.execPath, command, ...args],
      { cwd: folder, encoding: 'utf8', timeout: 120_000 }
    )
    expect(stderr).not.toMatch(/^ {4}at |EPIPE/m)
    expect(status, stderr).toBe(0)
  })
})

it.skipIf(!mayMount)('a library that cannot be written is searched all the same', () => {
  const place = at('sealed')
  expect(mount(place, 'size=4m')).toBe(true)
  try {
    cpSync(at('library'), join(place, 'library'), { recursive: true })
    rmSync(join(place, 'library', 'rivals'), { recursive: true, force: true })
    expect(spawnSync('mount', ['-o', 'remount,ro', place]).status).toBe(0)
    const { status, out, err } = unseen(['search', join(place, 'library'), 'deer', '--json'])
    expect(status, err).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ class: 'deer', rows: 20 })
  } finally {
    spawnSync('umount', [place])
  }
})
