// Every command line that the pages below docs/ show, run as it stands by a shell: the packages packed and installed, a
// folder for each page with small files of the names that the page uses. What needs a network, a hub or another machine
// is named with the test that runs it.
import { type Model, fit, openDataset, writeModel, writeNpy } from '../packages/node/dist/index.js'
import { smallNetwork } from '../packages/node/test/extract/small-networks.js'
import { installPacked } from './helpers/packed.js'
import { repository } from './helpers/repository.js'
import { makeSmallWords } from './helpers/small-words.js'
import { blocksOf, documents } from './helpers/snippets.js'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'unseen-shown-'))
afterAll(() => rmSync(home, { recursive: true }))
let env: Record<string, string | undefined> = {}
beforeAll(() => {
  env = installPacked(home)
})

/** Begin of a line, and the test that runs such a command: it needs more than a folder of small files. */
const elsewhere: readonly (readonly [string, string])[] = [
  ['unseen data get', 'packages/node/test/catalogue/commands.test.ts'],
  ['unseen ask', 'test/first-answer.heavy.test.ts'],
  ['unseen teach', 'test/first-answer.heavy.test.ts'],
  ['unseen export zoo.unseen --web zoo-page', 'test/web.heavy.test.ts'],
  ['unseen network get', 'test/networks.heavy.test.ts'],
  ['unseen network info', 'test/networks.heavy.test.ts'],
  ['unseen network remove', 'test/networks.heavy.test.ts'],
  [
    'unseen data new --images photos --attributes animals.csv --unseen zebra -o animals --model',
    'test/networks.heavy.test.ts'
  ],
  ['unseen data extract photos --model hub:', 'packages/node/test/networks/hub.test.ts'],
  ['unseen data embed animals --names --encoder clip-b32', 'packages/node/test/networks/hub.test.ts'],
  ['unseen data embed animals --names', 'test/words.test.ts'],
  ['unseen worker', 'test/redis.heavy.test.ts'],
  ['unseen tune zoo/ --redis', 'test/redis.heavy.test.ts'],
  ['unseen compare DATA --methods all', 'test/compare.heavy.test.ts'],
  ['unseen compare DATA --run', 'test/compare.heavy.test.ts']
]

/** What a page writes for something of the reader's own, and what is taken here. */
const placeholders: readonly (readonly [RegExp, string])[] = [
  [/ (?:DATA|awa-rgsift)\b/, ' sample'],
  [/ MODEL\b/, ' zoo.unseen'],
  [/ PATH\b/, ' sample'],
  [/ \[DATA\|MODEL\]/, ''],
  [/ \[--json\]/, ' --json']
]

/** The same command in less time: fewer trials, one family, an encoder of five words. */
const quicker: readonly (readonly [string, string])[] = [
  ['unseen data embed animals --sentences', ' --encoder small-words'],
  ['unseen tune sample', ' --family class-weights'],
  ['unseen compare sample --split', ' --trials 1']
]

/** These stay up until they are stopped; each prints its address. */
const staying: readonly (readonly [string, string])[] = [
  ['unseen serve token', ''],
  ['unseen serve', ' --port 0'],
  ['unseen studio', ' --no-open --port 0']
]

const find = (list: readonly (readonly [string, string])[], line: string): string | undefined =>
  list.find(([start]) => line.startsWith(start))?.[1]

/** The lines of a page that are commands, without what is said behind them. */
const linesOf = (page: string): string[] => [
  ...new Set(
    blocksOf(page)
      .flatMap(({ code }) => code.split('\n'))
      .map(line => line.replace(/^\$ /, ''))
      .filter(line => /^(?:npx )?unseen [a-z]/.test(line))
      .map(line =>
        line
          .replace(/^npx /, '')
          .replace(/\s+#.*$/, '')
          .trim()
      )
  )
]

const pages = documents.filter(page => page.startsWith('docs/') && linesOf(page).length > 0)

interface Said {
  readonly code: number | null
  readonly out: string
}

function run(folder: string, line: string): Said {
  const { status, stdout, stderr } = spawnSync(line, {
    cwd: folder,
    env,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 2 ** 26
  })
  return { code: status, out: `${stdout}${stderr}` }
}

/** Starts what stays up, asks at its address, and stops it as Ctrl-C does. */
async function visit(folder: string, line: string): Promise<number | null> {
  const child = spawn(`exec ${line}`, { cwd: folder, env, shell: true })
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (text: Buffer): void => {
      said += text.toString()
      const [, port] = /http:\/\/[\w.:[\]]+?:(\d+)/.exec(said) ?? []
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(code => reject(new Error(`It ended with ${code}: ${said}`)))
  })
  const { status } = await fetch(address + (line.includes('serve') ? '/healthz' : '/'))
  expect(status, line).toBe(200)
  child.kill('SIGINT')
  return ended
}

const animals = ['horse', 'tiger', 'whale']
const attributes =
  'class,stripes,hooves,water\nhorse,0,1,0\ntiger,1,0,0\nwhale,0,0,1\nzebra,1,1,0\npanda,0.5,0,0.4\n'
const rows = Array.from({ length: 30 }, (_, i) =>
  [0, 1, 2].map(k => (k === i % 3 ? 1 : 0.1) + 0.01 * ((i * 7 + k) % 5))
)
const signatures = {
  name: 'attributes',
  classes: ['horse', 'tiger', 'whale', 'zebra'],
  matrix: [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1],
    [1, 1, 0]
  ],
  attributes: ['stripes', 'hooves', 'water']
}
const names = rows.map((_, i) => `${animals[i % 3]}/${i}.png`)

/** Files by the names that pages use: photos of three animals, their features, attributes, a model, small networks. */
async function fill(folder: string, page: string): Promise<void> {
  const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content)
  const npy = writeNpy({ name: 'f', shape: [30, 3], type: 'float32', data: Float32Array.from(rows.flat()) })
  const labels = rows.map((_, i) => animals[i % 3])
  mkdirSync(join(folder, 'photos'))
  for (const animal of animals) mkdirSync(join(folder, 'photos', animal))
  for (const [i, name] of names.entries())
    await sharp({
      create: { width: 8, height: 8, channels: 3, background: { r: 8 * i, g: 80 * (i % 3), b: 40 } }
    }).toFile(join(folder, 'photos', name))
  put('animals.csv', attributes)
  put('labels.csv', ['label', ...labels, ''].join('\n'))
  put('resnet.npy', npy)
  for (const name of ['mobilenet.onnx', 'resnet50.onnx', 'network.onnx']) put(name, smallNetwork())
  const own: Model = await fit({ features: rows, labels, signatures }, { weights: 'class' })
  if (page === 'docs/search.md') {
    put('features.npy', npy)
    put('features.rows.csv', ['file,label', ...names.map((name, i) => `${name},${labels[i]}`), ''].join('\n'))
    put(
      'photos.csv',
      ['file,taken_at', ...names.map((name, i) => `${name},2026-02-${10 + (i % 9)}`), ''].join('\n')
    )
    await writeModel(join(folder, 'zoo.unseen'), own)
    return
  }
  const { rowNames = [] } = await openDataset('sample')
  put(
    'photos.csv',
    ['photo,taken_at', ...rowNames.map((name, i) => `${name},2026-0${1 + (i % 9)}-11`), ''].join('\n')
  )
  // A page may train the model that its later lines use.
  if (!linesOf(page).some(line => line.startsWith('unseen tune')))
    await writeModel(join(folder, 'zoo.unseen'), own)
  if (page === 'docs/words.md') {
    const made = run(
      folder,
      'unseen data new --features resnet.npy --labels labels.csv --attributes animals.csv --unseen zebra,panda -o animals'
    )
    expect(made.code, made.out).toBe(0)
    put(
      'classes.csv',
      'class,sentence\nhorse,horse\ntiger,tiger\nwhale,whale\nzebra,horse with stripes\npanda,tiger in water\n'
    )
    await makeSmallWords(folder, join(folder, 'cache'))
  }
}

it('what is run elsewhere is shown somewhere, and the test is there', () => {
  const all = pages.flatMap(linesOf)
  for (const [start, test] of elsewhere) {
    expect(
      all.filter(line => line.startsWith(start)),
      start
    ).not.toEqual([])
    expect(existsSync(join(repository, test)), test).toBe(true)
  }
})

describe.each(pages)('%s', page => {
  const folder = join(home, page.replace(/\W/g, '-'))
  const lines = linesOf(page).filter(line => find(elsewhere, line) === undefined)
  beforeAll(async () => {
    mkdirSync(folder)
    await fill(folder, page)
  })
  // In the order of the page, as later commands take what earlier ones made.
  it('shows commands that work', async () => {
    for (const line of lines) {
      const meant = placeholders.reduce((text, [what, by]) => text.replace(what, by), line)
      const stays = find(staying, meant)
      if (stays) expect(await visit(folder, meant + stays), line).toBe(0)
      else {
        const { code, out } = run(folder, meant + (find(quicker, meant) ?? ''))
        expect(code, `${line}\n${out}`).toBe(0)
        expect(out, line).not.toBe('')
      }
    }
  })
})
