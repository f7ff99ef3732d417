// `unseen data list | get | info`, in this process, against a server of our own.
import { cifarBinaryFiles } from '../../src/catalogue/cifar10.js'
import { catalogue } from '../../src/catalogue/entries.js'
import type { CatalogueEntry } from '../../src/catalogue/entry.js'
import { unpackSource } from '../../src/catalogue/get.js'
import { run } from '../../src/run.js'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tarOf, withLink } from '../../../data/test/helpers/archives.js'
import { sendFile, serve } from '../helpers/http-server.js'
import { smallXlsa17 } from '../../../data/test/helpers/small-xlsa17.js'
import { testTerminal } from '../helpers/terminal.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-catalogue-'))
const cacheBefore = process.env['UNSEEN_CACHE']
let archive: Uint8Array
beforeAll(async () => {
  process.env['UNSEEN_CACHE'] = join(folder, 'cache')
  archive = await smallXlsa17()
})
afterAll(() => {
  if (cacheBefore === undefined) delete process.env['UNSEEN_CACHE']
  else process.env['UNSEEN_CACHE'] = cacheBefore
  rmSync(folder, { recursive: true })
})

async function unseen(...args: string[]) {
  const terminal = testTerminal()
  const code = await run(['data', ...args], terminal)
  return { code, printed: terminal.printed.join('\n'), noted: terminal.noted.join('\n') }
}

describe('the catalogue', () => {
  it('has entries whose facts hang together', () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length)
    for (const { name, sources, next, citation, homepage, terms } of catalogue) {
      expect(name).toMatch(/^[a-z0-9-]+$/)
      expect([sources.length, next.length, citation.length].every(length => length > 0)).toBe(true)
      expect(homepage).toMatch(/^https:/)
      expect(terms).toMatch(/\.$/)
      for (const source of sources) {
        if (source.kind === 'archive') {
          expect(source.url).toMatch(new RegExp(`^https://.*/${source.fileName}$`))
          expect(source.limitBytes).toBeGreaterThan(source.bytes)
          expect(source.files.every(file => file.split('/').length > source.strip)).toBe(true)
          if (source.checksum !== undefined)
            expect(source.checksum.hex).toMatch(
              source.checksum.algorithm === 'md5' ? /^[0-9a-f]{32}$/ : /^[0-9a-f]{64,128}$/
            )
        }
        if (source.kind === 'npm') expect(source.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
      }
    }
  })

  it('is listed, for people and as JSON', async () => {
    const { code, printed } = await unseen('list')
    expect(code).toBe(0)
    for (const { name } of catalogue) expect(printed).toMatch(new RegExp(`^${name} `, 'm'))
    const entries = JSON.parse((await unseen('list', '--json')).printed) as CatalogueEntry[]
    expect(entries.map(({ name }) => name)).toEqual(catalogue.map(({ name }) => name))
  })

  it('tells all of an entry, and says what is not known', async () => {
    const { code, printed } = await unseen('info', 'CUB')
    expect(code).toBe(0)
    expect(printed).toMatch(/checksum +not known/)
    expect(printed).toContain('200 classes, 11,788 images')
    expect((await unseen('info', 'cifar10')).printed).toContain('md5 c32a1d4ab5d03f1284b67883e8d87530')
    expect(JSON.parse((await unseen('info', 'cub', '--json')).printed)).toMatchObject({
      name: 'cub',
      fetched: []
    })
  })

  it('refuses what is neither a name nor a path', async () => {
    expect(await unseen('info', 'unicorns')).toMatchObject({
      code: 2,
      noted: expect.stringMatching(/"unicorns" is neither .*cifar10, awa2/) as string
    })
    expect(await unseen('get', 'unicorns')).toMatchObject({
      code: 2,
      noted: expect.stringContaining('[dataset.name]') as string
    })
  })
})

describe('get', () => {
  it('takes the two files of a set out of the archive, which is fetched once', async () => {
    const server = await serve((request, response) => sendFile(request, response, archive))
    const url = `${server.address}/xlsa17.zip`
    const { code, printed } = await unseen('get', 'cub', '-o', join(folder, 'cub'), '--url', url)
    expect(code).toBe(0)
    expect(printed).toContain(`unseen data doctor ${join(folder, 'cub')}`)
    expect(readdirSync(join(folder, 'cub')).sort()).toEqual(['att_splits.mat', 'res101.mat'])
    expect((await unseen('get', 'sun', '-o', join(folder, 'sun'), '--url', url)).code).toBe(0)
    expect(server.visits.length).toBe(1)
    const summary = await unseen('info', join(folder, 'cub'))
    expect(summary.printed).toContain('30 x 16 features')
    expect(summary.printed).toMatch(/split +proposed: 3 seen, 2 unseen; 12 training rows, 18 test rows/)
    expect(JSON.parse((await unseen('info', join(folder, 'cub'), '--json')).printed)).toMatchObject({
      rows: 30,
      columns: 16,
      classes: 5
    })
  })

  it('copies the sample that comes along, which opens', async () => {
    expect((await unseen('get', 'cifar10-sample', '-o', join(folder, 'sample'))).code).toBe(0)
    expect(JSON.parse((await unseen('info', join(folder, 'sample'), '--json')).printed)).toMatchObject({
      name: 'cifar10-sample',
      rows: 2000,
      columns: 2048,
      classes: 10
    })
  })

  it('takes the batches of CIFAR-10 out of the official archive', async () => {
    const official = catalogue
      .find(({ name }) => name === 'cifar10')
      ?.sources.find(source => source.kind === 'archive')
    if (official === undefined) throw new Error('cifar10 has no official archive')
    const from = join(folder, 'batches.tar.gz')
    writeFileSync(
      from,
      gzipSync(
        tarOf([
          { path: 'cifar-10-batches-bin/', type: 'Directory' },
          ...[...official.files, 'cifar-10-batches-bin/readme.html'].map(path => ({ path, content: path }))
        ])
      )
    )
    await unpackSource(official, from, join(folder, 'batches'))
    expect(readdirSync(join(folder, 'batches')).sort()).toEqual([...cifarBinaryFiles].sort())
  })

  it('takes an archive brought by hand', async () => {
    const from = join(folder, 'xlsa17.zip')
    writeFileSync(from, archive)
    const { code, printed } = await unseen(
      'get',
      'cub',
      '-o',
      join(folder, 'by-hand'),
      '--from',
      from,
      '--json'
    )
    expect([code, JSON.parse(printed)]).toMatchObject([
      0,
      { name: 'cub', folder: join(folder, 'by-hand'), source: 'official' }
    ])
  })

  it('never overwrites', async () => {
    const full = join(folder, 'full')
    mkdirSync(full)
    writeFileSync(join(full, 'mine'), '')
    expect(await unseen('get', 'cub', '-o', full, '--from', join(folder, 'xlsa17.zip'))).toMatchObject({
      code: 2,
      noted: expect.stringContaining('exists already') as string
    })
    expect(readdirSync(full)).toEqual(['mine'])
  })

  it('leaves nothing where a hostile archive was to go', async () => {
    const server = await serve((request, response) => sendFile(request, response, withLink(archive)))
    expect(
      await unseen('get', 'cub', '-o', join(folder, 'hostile'), '--url', `${server.address}/x.zip`)
    ).toMatchObject({ code: 2, noted: expect.stringContaining('[archive.unsafe]') as string })
    expect(readdirSync(folder).filter(name => name.startsWith('hostile'))).toEqual([])
  })

  it('says how to bring the file by hand when there is no network', async () => {
    const { code, noted } = await unseen(
      'get',
      'cifar10',
      '--url',
      'http://127.0.0.1:1/c.tar.gz',
      '-o',
      join(folder, 'away')
    )
    expect(code).toBe(2)
    expect(noted).toMatch(
      /127.0.0.1:1 cannot be reached.*cifar-10-binary.tar.gz \(md5 c32a.*--from cifar-10-binary.tar.gz.*\[network.unreachable\]/
    )
    expect(existsSync(join(folder, 'away'))).toBe(false)
  })

  it.each([
    [['cub', '--limit', '5'], /has no images to choose from/],
    [['cub', '--source', 'npm'], /does not come from "npm"/],
    [['cub', '--from', '/absent'], /is not there/],
    [['cifar10', '--limit', '0'], /whole number from 1/],
    [['cub', '--url', 'ftp://x/y'], /is no address/],
    [['cifar10-sample', '--url', 'https://x/y'], /does not come from|is no address/]
  ])('refuses %j', async (args, text) => {
    expect(await unseen('get', ...args, '-o', join(folder, 'refused'))).toMatchObject({
      code: 2,
      noted: expect.stringMatching(text) as string
    })
    expect(existsSync(join(folder, 'refused'))).toBe(false)
  })

  it('refuses a file brought by hand that is not the published one', async () => {
    const from = join(folder, 'cifar-10-binary.tar.gz')
    writeFileSync(from, 'something else')
    expect(await unseen('get', 'cifar10', '--from', from, '-o', join(folder, 'forged'))).toMatchObject({
      code: 2,
      noted: expect.stringContaining('not c32a1d4ab5d03f1284b67883e8d87530') as string
    })
  })
})
