// The cache folder, locks between processes, folders that appear whole.
import { cacheRoot } from '../src/files/cache-folder.js'
import { withLock } from '../src/files/lock.js'
import { makeFolderWhole } from '../src/files/whole-folder.js'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-cache-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('takes UNSEEN_CACHE before XDG_CACHE_HOME before the home folder', () => {
  const home = join(homedir(), '.cache', 'unseen')
  expect(cacheRoot({}, 'linux')).toBe(home)
  expect(cacheRoot({ XDG_CACHE_HOME: 'relative', UNSEEN_CACHE: '' }, 'linux')).toBe(home)
  expect(cacheRoot({ XDG_CACHE_HOME: '/x' }, 'linux')).toBe(join('/x', 'unseen'))
  expect(cacheRoot({ XDG_CACHE_HOME: '/x', UNSEEN_CACHE: 'mine' }, 'linux')).toBe(resolve('mine'))
})

it('lets one work at a time', async () => {
  const path = join(folder, 'deep', 'shared')
  let inside = 0
  let most = 0
  let waits = 0
  const work = () =>
    withLock(
      path,
      async () => {
        most = Math.max(most, ++inside)
        // The others have met the lock by then, however long they took.
        while (waits < 2) await sleep(1)
        inside--
      },
      {
        onWait: () => {
          waits++
        }
      }
    )
  await Promise.all([work(), work(), work()])
  expect([most, inside, waits]).toEqual([1, 0, 2])
  expect(readdirSync(join(folder, 'deep'))).toEqual([])
})

it('gives the lock back after an error', async () => {
  const path = join(folder, 'failing')
  await expect(
    withLock(path, async () => {
      throw new Error('no')
    })
  ).rejects.toThrow('no')
  expect(await withLock(path, async () => 7)).toBe(7)
})

it('waits for a living process, until it is told to stop', async () => {
  const path = join(folder, 'held')
  await withLock(path, () =>
    expect(withLock(path, async () => 0, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/aborted/i)
  )
})

it.each([
  ['of a process that is gone', { pid: 2 ** 30, host: hostname() }, new Date()],
  [
    'of another machine that fell silent',
    { pid: process.pid, host: 'elsewhere' },
    new Date(Date.now() - 120_000)
  ]
])('takes over a lock %s', async (name, holder, touched) => {
  const path = join(folder, name)
  writeFileSync(`${path}.lock`, JSON.stringify(holder))
  utimesSync(`${path}.lock`, touched, touched)
  const onWait = vi.fn()
  expect(await withLock(path, async () => readFileSync(`${path}.lock`, 'utf8'), { onWait })).toContain(
    `"pid":${process.pid}`
  )
  expect(onWait).not.toHaveBeenCalled()
})

it('makes a folder whole, clearing what a killed run left', async () => {
  const path = join(folder, 'whole')
  mkdirSync(`${path}.part`)
  writeFileSync(join(`${path}.part`, 'half'), '')
  mkdirSync(path)
  await makeFolderWhole(path, async part => writeFileSync(join(part, 'file'), 'x'))
  expect(readdirSync(path)).toEqual(['file'])
  expect(readdirSync(folder).filter(name => name.startsWith('whole'))).toEqual(['whole'])
})

it('leaves nothing behind when filling fails, and never overwrites', async () => {
  const path = join(folder, 'absent')
  await expect(
    makeFolderWhole(path, async part => {
      writeFileSync(join(part, 'file'), 'x')
      throw new Error('broken off')
    })
  ).rejects.toThrow('broken off')
  expect(readdirSync(folder).filter(name => name.startsWith('absent'))).toEqual([])
  mkdirSync(path)
  writeFileSync(join(path, 'mine'), 'x')
  await expect(makeFolderWhole(path, async () => undefined)).rejects.toMatchObject({ code: 'path.exists' })
  expect(readdirSync(path)).toEqual(['mine'])
})
