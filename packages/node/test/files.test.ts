// Files are read in pieces and written whole or not at all.
import { openFile } from '../src/files/file-source.js'
import { writeFileWhole } from '../src/files/write-file.js'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('reads the pieces that are asked for', async () => {
  const path = join(folder, 'pieces')
  writeFileSync(
    path,
    Uint8Array.from({ length: 1000 }, (_, i) => i & 255)
  )
  const source = await openFile(path)
  expect(source.byteLength).toBe(1000)
  expect([...(await source.slice(254, 258))]).toEqual([254, 255, 0, 1])
  expect((await source.slice(990, 2000)).length).toBe(10)
  truncateSync(path, 500)
  expect((await source.slice(400, 900)).length).toBe(100)
  await source.close()
})

it('says what is wrong with a path', async () => {
  await expect(openFile(join(folder, 'absent'))).rejects.toMatchObject({
    code: 'path.missing',
    message: expect.stringContaining('does not exist') as string
  })
  await expect(openFile(folder)).rejects.toMatchObject({
    code: 'path.missing',
    message: expect.stringContaining('is a folder') as string
  })
})

it('writes a file whole, in folders that it makes', async () => {
  const path = join(folder, 'new/deep/file.txt')
  await writeFileWhole(path, 'text')
  expect(readFileSync(path, 'utf8')).toBe('text')
  await writeFileWhole(
    path,
    (async function* () {
      yield Uint8Array.of(65)
      yield Uint8Array.of(66)
    })()
  )
  expect(readFileSync(path, 'utf8')).toBe('AB')
})

it('leaves what was there when the content breaks off, and no remains', async () => {
  const path = join(folder, 'kept/file.txt')
  await writeFileWhole(path, 'old')
  const broken = (async function* () {
    yield Uint8Array.of(65)
    throw new Error('broken off')
  })()
  await expect(writeFileWhole(path, broken)).rejects.toThrow('broken off')
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(join(folder, 'kept'))).toEqual(['file.txt'])
  writeFileSync(join(folder, 'kept/plain'), '')
  await expect(writeFileWhole(join(folder, 'kept/plain/below'), 'x')).rejects.toMatchObject({
    code: 'path.write'
  })
})
