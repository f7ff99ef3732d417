// One process at a time, and no lock outlives its owner.
import { lockOrRefuse } from '../src/files/lock.js'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('refuses the second, lets the next one in after it was given back', async () => {
  const path = join(folder, 'twice')
  const unlock = await lockOrRefuse(path)
  await expect(lockOrRefuse(path)).rejects.toMatchObject({
    code: 'run.locked',
    message: expect.stringContaining(String(process.pid)) as string
  })
  await unlock()
  expect(readdirSync(folder)).toEqual([])
  await (
    await lockOrRefuse(path)
  )()
})

it('takes over from a process that was killed, or whose number another one has now', async () => {
  const path = join(folder, 'killed')
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  const { pid } = child
  writeFileSync(path, JSON.stringify({ pid, host: hostname(), began: 'another time' }))
  if (process.platform === 'linux') await (await lockOrRefuse(path))()
  child.kill('SIGKILL')
  await new Promise(resolve => child.on('exit', resolve))
  writeFileSync(path, JSON.stringify({ pid, host: hostname(), began: '' }))
  await (
    await lockOrRefuse(path)
  )()
  writeFileSync(path, 'half a lo')
  await (
    await lockOrRefuse(path)
  )()
  expect(existsSync(path)).toBe(false)
})

it('does not take over from another machine', async () => {
  const path = join(folder, 'elsewhere')
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'another-machine', began: '' }))
  await expect(lockOrRefuse(path)).rejects.toMatchObject({
    code: 'run.locked',
    message: expect.stringContaining('another-machine') as string
  })
})

it('of many at once, one gets it', async () => {
  const path = join(folder, 'many')
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockOrRefuse(path)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
