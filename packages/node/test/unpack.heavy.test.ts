// Archives are unpacked into their folder or not at all.
import { type UnpackOptions, archiveGuard } from '../src/files/archive-guard.js'
import { unpackTar } from '../src/files/unpack-tar.js'
import { unpackZip } from '../src/files/unpack-zip.js'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { tarOf, withLink, zipOf, type TarEntry } from '../../data/test/helpers/archives.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-unpack-'))
afterAll(() => rmSync(folder, { recursive: true }))

const limits = { entries: 100, totalBytes: 50e6, fileBytes: 40e6 }
const options: UnpackOptions = { files: ['top/a.txt', 'top/deep/b.txt'], strip: 1, limits }
const good = { 'top/a.txt': 'A', 'top/deep/b.txt': 'B', 'top/unwanted.txt': 'C' }
const goodEntries: TarEntry[] = [
  { path: 'top/', type: 'Directory' },
  ...Object.entries(good).map(([path, content]) => ({ path, content }))
]

let archives = 0
/** Writes the archive, unpacks it into an empty folder inside a watched one, and says what came out. */
async function unpack(kind: 'tar' | 'zip', bytes: Uint8Array, changed: Partial<UnpackOptions> = {}) {
  const around = join(folder, `case-${archives++}`)
  const archive = join(around, 'archive')
  const into = join(around, 'x', 'y', 'into')
  mkdirSync(into, { recursive: true })
  writeFileSync(archive, bytes)
  const error = await (kind === 'tar' ? unpackTar : unpackZip)(archive, into, {
    ...options,
    ...changed
  }).then(
    () => undefined,
    (reason: unknown) => reason
  )
  const outside = [
    readdirSync(around),
    readdirSync(join(around, 'x')),
    readdirSync(join(around, 'x', 'y'))
  ].flat()
  expect(outside.sort()).toEqual(['archive', 'into', 'x', 'y'])
  return { into, error, files: readdirSync(into, { recursive: true }).map(String).sort() }
}

describe.each(['tar', 'tar.gz', 'zip'] as const)('%s', kind => {
  const make = async (files: Record<string, string>) => {
    if (kind === 'zip') return zipOf(files)
    const tar = tarOf(Object.entries(files).map(([path, content]) => ({ path, content })))
    return kind === 'tar' ? tar : gzipSync(tar)
  }
  const reader = kind === 'zip' ? 'zip' : 'tar'

  it('gives the wanted files alone', async () => {
    const { into, error, files } = await unpack(reader, await make(good))
    expect(error).toBe(undefined)
    expect(files).toEqual(['a.txt', 'deep', join('deep', 'b.txt')])
    expect(readFileSync(join(into, 'deep', 'b.txt'), 'utf8')).toBe('B')
  })

  it.each([
    ['..', '../evil'],
    ['.. within', 'top/../../evil'],
    ['an absolute name', '/evil'],
    ['a drive', 'C:evil'],
    ['a backslash', 'top\\evil'],
    ['a control character', 'top/e\u001b[2Jvil'],
    ['letters that only differ in case', 'top/A.TXT'],
    ['a file where a folder is', 'top/deep'],
    ['a folder where a file is', 'top/a.txt/evil'],
    ['a device of Windows', 'top/NUL.txt'],
    ['a stream of Windows', 'top/a.txt:evil'],
    ['a trailing dot', 'top/a.txt.']
  ])('is refused for %s', async (_, name) => {
    const { error, files } = await unpack(reader, await make({ ...good, [name]: 'evil' }))
    expect(error).toMatchObject({
      name: 'UnseenError',
      code: expect.stringMatching(/^archive.unsafe$|^format.header$/) as string
    })
    expect(files).toEqual([])
  })

  it('is refused for too many entries, too large files, too much in all', async () => {
    for (const tight of [
      { ...limits, entries: 2 },
      { ...limits, fileBytes: 0 },
      { ...limits, totalBytes: 2 }
    ]) {
      const { error, files } = await unpack(reader, await make(good), { limits: tight })
      expect(error).toMatchObject({ code: 'archive.unsafe' })
      expect(files).toEqual([])
    }
  })

  it('is refused when a wanted file is missing', async () => {
    const { error, files } = await unpack(reader, await make({ 'top/a.txt': 'A' }))
    expect(error).toMatchObject({
      code: 'network.broken',
      message: expect.stringContaining('has no file top/deep/b.txt') as string
    })
    expect(files).toEqual([])
  })

  it('is refused when it is cut, or no archive', async () => {
    const whole = await make({ ...good, 'top/a.txt': 'A'.repeat(5000) })
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      Buffer.from('not an archive at all'),
      Buffer.alloc(0)
    ]) {
      expect((await unpack(reader, bytes)).error).toMatchObject({ name: 'UnseenError' })
    }
  })

  it('is refused when it is a bomb', async () => {
    if (kind === 'tar') return
    const bomb = { ...good, 'top/zeros': '\0'.repeat(30e6) }
    const { error, files } = await unpack(reader, await make(bomb))
    expect(error).toMatchObject({
      code: 'archive.unsafe',
      message: expect.stringMatching(/more than 100 : 1/) as string
    })
    expect(files).toEqual([])
  })

  it('is given up on request', async () => {
    expect((await unpack(reader, await make(good), { signal: AbortSignal.abort() })).error).toMatchObject({
      name: 'AbortError'
    })
  })
})

describe('tar', () => {
  it.each<[string, TarEntry]>([
    ['symbolic link', { path: 'top/link', type: 'SymbolicLink', linkpath: '../../..' }],
    ['symbolic link', { path: 'top/link', type: 'SymbolicLink', linkpath: 'a.txt' }],
    ['hard link', { path: 'top/link', type: 'Link', linkpath: '/etc/passwd' }],
    ['device', { path: 'top/device', type: 'CharacterDevice' }],
    ['device', { path: 'top/disk', type: 'BlockDevice' }],
    ['pipe', { path: 'top/pipe', type: 'FIFO' }]
  ])('is refused for a %s', async (what, entry) => {
    const { error, files } = await unpack('tar', tarOf([...goodEntries, entry]))
    expect(error).toMatchObject({
      code: 'archive.unsafe',
      message: expect.stringContaining(`is a ${what}`) as string
    })
    expect(files).toEqual([])
  })

  it('is refused for a link and a file that goes through it', async () => {
    const { error } = await unpack(
      'tar',
      tarOf([
        { path: 'top/deep', type: 'SymbolicLink', linkpath: '../../..' },
        { path: 'top/deep/b.txt', content: 'evil' },
        { path: 'top/a.txt' }
      ])
    )
    expect(error).toMatchObject({ code: 'archive.unsafe' })
  })

  it('is refused for a claimed size that cannot be', async () => {
    const { error, files } = await unpack('tar', tarOf([...goodEntries, { path: 'top/huge', size: 8e12 }]))
    expect(error).toMatchObject({
      code: 'archive.unsafe',
      message: expect.stringContaining('claims 8.0 TB') as string
    })
    expect(files).toEqual([])
  })

  it('gives ordinary rights, whatever the archive asks for', async () => {
    const { into } = await unpack(
      'tar',
      tarOf([
        { path: 'top/a.txt', mode: 0o4777 },
        { path: 'top/deep/b.txt', mode: 0 }
      ])
    )
    for (const name of ['a.txt', 'deep/b.txt']) expect(statSync(join(into, name)).mode & 0o7133).toBe(0)
    expect(readFileSync(join(into, 'deep/b.txt'), 'utf8')).toBe('')
  })
})

describe('zip', () => {
  it('is refused for a symbolic link', async () => {
    const { error, files } = await unpack(
      'zip',
      withLink(await zipOf({ 'top/link': '/etc/passwd', ...good }))
    )
    expect(error).toMatchObject({
      code: 'archive.unsafe',
      message: expect.stringContaining('is a symbolic link') as string
    })
    expect(files).toEqual([])
  })

  it('is refused when its bytes were changed', async () => {
    const zip = Buffer.from(await zipOf(good))
    zip[zip.indexOf('A', zip.indexOf('top/a.txt') + 9)] = 66
    expect((await unpack('zip', zip)).error).toMatchObject({
      code: 'format.value',
      message: expect.stringContaining('checksum') as string
    })
  })
})

it('admits only names that stay inside, whatever they are', () => {
  const part = fc.oneof(
    fc.constantFrom('.', '..', '', 'a', 'A', 'con', 'x:', 'C:', '\\', '~'),
    fc.string({ unit: 'binary', maxLength: 6 })
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }).map(parts => parts.join('/')),
      name => {
        try {
          archiveGuard('x', limits).admit({ name, size: 0, kind: 'file', kindName: '' })
        } catch (error) {
          expect(error).toMatchObject({ code: 'archive.unsafe' })
          return
        }
        expect(join('/root/into', name).startsWith('/root/into/')).toBe(true)
        expect(name).not.toMatch(/[\\:\u0000-\u001f]|(^|\/)\.\.?(\/|$)/)
      }
    )
  )
})
