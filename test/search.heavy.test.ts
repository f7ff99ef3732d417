// The built command: the sample's pictures in a library, searched for deer; killed for real and resumed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createClient,
  createRandom,
  fit,
  openDataset,
  openLibrary,
  searchLibrary,
  startServer,
  writeModel,
  type SearchResult
} from '../packages/node/dist/index.js'
import { npyHeaderBytes } from '../packages/data/dist/internal.js'
import { repository } from './helpers/repository.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-search-'))
afterAll(() => rmSync(folder, { recursive: true }))

function unseen(...args: string[]): { code: number | null; out: string; notes: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26
  })
  return { code: status, out: stdout, notes: stderr }
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const labels = new Map<string, string>()

beforeAll(async () => {
  const { classes, labels: numbers, rowNames = [] } = await openDataset('sample')
  rowNames.forEach((name, row) => labels.set(name, classes[numbers[row]]))
  writeFileSync(
    join(folder, 'photos.csv'),
    [
      'photo,label,taken_at',
      ...rowNames.map((name, row) => `${name},${classes[numbers[row]]},2026-0${1 + (row % 9)}-01`)
    ].join('\n')
  )
  for (const args of [
    [
      'fit',
      'sample',
      '--split',
      'deer-ship',
      '--weights',
      'class',
      '--gamma',
      '1',
      '--ridge',
      '1',
      '-o',
      'zoo.unseen',
      '--run',
      'run',
      '-q'
    ],
    [
      'index',
      'zoo.unseen',
      'sample',
      '--rows',
      'test',
      '--meta',
      'photos.csv',
      '--ids',
      'photo',
      '-o',
      'library',
      '-q'
    ]
  ]) {
    const { code, notes } = unseen(...args)
    expect(code, notes).toBe(0)
  }
})

describe('the sample in a library', () => {
  const search = (...args: string[]): SearchResult =>
    JSON.parse(unseen('search', 'library', ...args, '--json').out) as SearchResult

  it('has deer that were never learned from, among pictures of all ten classes', () => {
    const all = search('deer', '--top', '20', '--background', 'all')
    expect([all.rows, all.by, all.hits.length]).toEqual([1000, 'margin', 20])
    const deer = ({ hits }: SearchResult): number => hits.filter(({ id }) => labels.get(id) === 'deer').length
    // Chance has 2 of 20. Where only ships compete, horses come first: seen classes must be among the
    // background.
    expect(deer(all)).toBeGreaterThanOrEqual(7)
    expect(deer(search('deer', '--top', '20'))).toBeLessThan(7)
    expect(all.hits.every(({ id, metadata }) => metadata['label'] === labels.get(id))).toBe(true)
  })

  it('tells deer from ships by default, and takes a condition', () => {
    const { hits, wanted } = search(
      'deer',
      '--top',
      '20',
      '--where',
      "label in ('deer', 'ship') and taken_at >= '2026-03-01'"
    )
    expect(wanted).toBeGreaterThan(100)
    expect(wanted).toBeLessThan(200)
    expect(hits.filter(({ id }) => labels.get(id) === 'deer').length).toBeGreaterThanOrEqual(19)
    for (const { metadata } of hits) expect(String(metadata['taken_at']) >= '2026-03-01').toBe(true)
    const refused = unseen(
      'search',
      'library',
      'deer',
      '--where',
      "label in (select * from read_csv('/etc/passwd'))"
    )
    expect([refused.code, refused.notes]).toEqual([2, expect.stringContaining('library.query')])
  })

  it('is searched for a class described on the spot, with a contact sheet of its pictures', () => {
    const { code, out, notes } = unseen(
      'search',
      'library',
      'elk',
      '--like',
      'deer',
      '--attribute',
      'long legs=0.9',
      '--top',
      '6',
      '--contact-sheet',
      'elk.html'
    )
    expect(code, notes).toBe(0)
    expect(out.trim().split('\n')).toHaveLength(7)
    expect(readFileSync(join(folder, 'elk.html'), 'utf8').match(/<img [^>]*data:image\/webp/g)).toHaveLength(
      6
    )
  })

  it('notices a model that was trained again', () => {
    expect(
      unseen(
        'fit',
        'sample',
        '--split',
        'deer-ship',
        '--weights',
        'class',
        '--gamma',
        '1',
        '--ridge',
        '3',
        '-o',
        'again.unseen',
        '--run',
        'again',
        '-q'
      ).code
    ).toBe(0)
    for (const args of [
      ['index', 'again.unseen', 'sample', '-o', 'library'],
      ['search', 'library', 'deer', '--model', 'again.unseen']
    ]) {
      const { code, notes } = unseen(...args)
      expect([code, notes]).toEqual([2, expect.stringMatching(/trained again since.*\[library.model\]/s)])
    }
  })
})

describe('over HTTP', () => {
  it('is searched for classes of the served model, and for one described in the request', async () => {
    const server = await startServer({
      models: [join(folder, 'zoo.unseen')],
      libraries: [join(folder, 'library')],
      port: 0,
      workers: 1
    })
    const ask = async (
      body: unknown,
      name = 'library'
    ): Promise<{ status: number; found: SearchResult & { code: string } }> => {
      const answer = await fetch(`${server.url}/v1/libraries/${name}/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })
      return { status: answer.status, found: (await answer.json()) as SearchResult & { code: string } }
    }
    try {
      expect(await (await fetch(`${server.url}/v1/libraries`)).json()).toMatchObject({
        libraries: [
          {
            name: 'library',
            rows: 1000,
            columns: [
              { name: 'label', type: 'VARCHAR' },
              { name: 'taken_at', type: 'DATE' }
            ]
          }
        ]
      })
      const options = { class: 'deer', top: 7, where: "label <> 'horse'", background: 'all' }
      const { status, found } = await ask(options)
      expect([status, found]).toEqual([
        200,
        {
          ...(JSON.parse(
            unseen(
              'search',
              'library',
              'deer',
              '--top',
              '7',
              '--where',
              options.where,
              '--background',
              'all',
              '--json'
            ).out
          ) as SearchResult),
          prepared: found.prepared
        }
      ])
      expect(
        (
          await createClient(server.url)
            .model('zoo')
            .describe([{ name: 'elk', like: 'deer', attributes: { 'long legs': 0.9 } }])
        ).classes
      ).toHaveLength(1)
      expect((await ask({ class: 'elk' })).found.background).toEqual(['deer', 'ship'])
      expect((await ask({ class: 'moose', description: { like: 'elk' }, background: [] })).found.by).toBe(
        'cosine'
      )
      for (const [body, code, name] of [
        [{ class: 'okapi' }, 'classes.unknown'],
        [{ class: 'deer', where: "id in (select content from read_text('/etc/hostname'))" }, 'library.query'],
        // What took all memory and went on after SIGTERM.
        [{ class: 'deer', where: "length(repeat(id||'x',3000000)) > 1" }, 'library.query'],
        [{ class: 'deer', top: 1e9 }, 'serve.request'],
        [{ class: 'deer' }, 'serve.unknown', 'nothing']
      ] as const) {
        const refused = await ask(body, name)
        expect([refused.status >= 400 && refused.status < 500, refused.found.code]).toEqual([true, code])
      }
    } finally {
      await server.close()
    }
  })
})

describe('many rows', () => {
  const [rows, columns, seen] = [220_000, 12, 8]
  const classes = Array.from({ length: seen + 3 }, (_, k) => `class ${k}`)
  const args = (library: string): string[] => [
    command,
    'index',
    'narrow.unseen',
    'many.npy',
    '-o',
    library,
    '-q',
    '--json'
  ]

  beforeAll(async () => {
    const random = createRandom(4)
    const draw = (count: number, width: number): number[][] =>
      Array.from({ length: count }, () => Array.from({ length: width }, () => random.next()))
    const labels = Array.from({ length: 10 * seen }, (_, row) => classes[row % seen])
    await writeModel(
      join(folder, 'narrow.unseen'),
      await fit(
        {
          features: draw(10 * seen, columns),
          labels,
          signatures: { classes, matrix: draw(classes.length, 6) }
        },
        { weights: 'class' }
      )
    )
    const data = Float32Array.from({ length: rows * columns }, () => random.next())
    writeFileSync(
      join(folder, 'many.npy'),
      Buffer.concat([npyHeaderBytes('<f4', [rows, columns]), new Uint8Array(data.buffer)])
    )
    const { status, stderr } = spawnSync(process.execPath, args('whole'), { cwd: folder, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })

  const lines = (library: string): number =>
    existsSync(join(folder, library, 'journal.jsonl'))
      ? readFileSync(join(folder, library, 'journal.jsonl'), 'utf8').split('\n').length - 1
      : 0
  const files = (library: string): string[] =>
    readdirSync(join(folder, library), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(join(folder, library).length))
      .sort()

  it('killed at random points and resumed end with the same bytes', async () => {
    const random = createRandom(6)
    for (let kills = 0; kills < 4; kills++) {
      const before = lines('killed')
      const child = spawn(process.execPath, args('killed'), { cwd: folder, stdio: 'ignore' })
      const ended = new Promise(resolve => child.on('close', resolve))
      while (lines('killed') <= before && child.exitCode === null) await sleep(10)
      await sleep(random.below(300))
      child.kill('SIGKILL')
      await ended
    }
    expect(lines('killed')).toBeGreaterThan(1)
    const { status, stdout, stderr } = spawnSync(process.execPath, args('killed'), {
      cwd: folder,
      encoding: 'utf8'
    })
    expect(status, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ rows })
    expect(files('killed')).toEqual(files('whole'))
    for (const file of files('whole'))
      expect(
        readFileSync(join(folder, 'killed', file)).equals(readFileSync(join(folder, 'whole', file))),
        file
      ).toBe(true)
  })

  it('are searched alike by any number of threads, and stopped on request', async () => {
    const found: SearchResult[] = []
    for (const threads of [1, 2, 3]) {
      rmSync(join(folder, 'whole', 'rivals'), { recursive: true, force: true })
      const open = await openLibrary(join(folder, 'whole'), { threads })
      found.push(await searchLibrary(open, 'class 9', { top: 300, where: 'unseen_row % 2 = 1' }))
      const stop = new AbortController()
      stop.abort()
      await expect(searchLibrary(open, 'class 9', { signal: stop.signal })).rejects.toMatchObject({
        code: 'cancelled'
      })
      await open.close()
    }
    expect(found[0]).toMatchObject({ prepared: true, wanted: rows / 2 })
    expect(found[1]).toEqual(found[0])
    expect(found[2]).toEqual(found[0])
    expect(found[0].hits.every(({ row }) => row % 2 === 1)).toBe(true)
  })
})
