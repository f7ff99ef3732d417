// Every command on a disk that is full, on one that is read-only, and in a folder that went away: one line that
// says what, where and what to do, an exit code of its own, and nothing half-written.
import { spawnSync } from 'node:child_process'
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModel, writeNpy } from '../packages/node/dist/index.js'
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
  ['serve', 'token', 'add', 'anna', '--tokens', join(place, 'tokens.json')]
]
const name = (args: readonly string[]): string =>
  args.slice(0, args[0] === 'data' || args[1] === 'token' ? 3 : 1).join(' ')

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
  const indexed = unseen(['index', at('zoo.unseen'), at('rows.npy'), '-o', at('library')])
  expect(indexed.status, indexed.err).toBe(0)
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Only root may mount, as in continuous integration: there these cases must run. */
const mayMount = process.getuid?.() === 0
if (!mayMount) console.warn('Full and read-only disks are left out: it takes root to mount one.')

/** A disk of a few pages; false where it could not be mounted. */
function mount(place: string, ...options: readonly string[]): boolean {
  mkdirSync(place, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', place]).status === 0
}

describe.skipIf(!mayMount).each([
  ['full', (place: string) => mount(place, 'size=16k') && fill(place)],
  ['read-only', (place: string) => mount(place, 'ro')]
] as const)('on a disk that is %s', (how, prepare) => {
  const place = at(how)
  beforeAll(() => expect(prepare(place), 'no disk could be mounted').toBe(true))
  afterAll(() => void spawnSync('umount', [place]))

  it.each(writers(place).map(args => [name(args), args] as const))('%s says so', (_, args) => {
    expectRefusal(unseen(args))
  })
})

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
    mkdirSync(at('gone'), { recursive: true })
    const script = `cd "${at('gone')}" && rmdir "${at('gone')}" && exec "$0" "$@"`
    const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, command, ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000
    })
    expectRefusal({ status, out: '', err: stderr }, [SYSTEM, FAILED])
  })
})

describe('standard output', () => {
  const printing = [
    ['recognise', at('zoo.unseen'), at('rows.npy'), '--format', 'csv'],
    ['search', at('library'), 'deer', '--json'],
    ['data', 'info', 'sample'],
    ['describe', '--help'],
    ['library', at('library')]
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
