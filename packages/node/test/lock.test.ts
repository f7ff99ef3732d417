// One process at a time, and no lock outlives its owner.
import { lockOrRefuse, withLock } from '../src/files/lock.js'
import { changeModel, readModel, writeModel } from '../src/files/model-file.js'
import { smallModel } from './helpers/small-model.js'
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

it('is waited for as long as patience lasts, and says who has it', async () => {
  const path = join(folder, 'busy')
  const unlock = await lockOrRefuse(`${path}.lock`)
  const waited: string[] = []
  const options = { patience: 0, onWait: (who: string) => void waited.push(who) }
  await expect(withLock(path, () => Promise.resolve(1), options)).rejects.toMatchObject({
    code: 'run.locked',
    message: expect.stringContaining(`in use by process ${process.pid}`) as string
  })
  expect(waited).toEqual([`process ${process.pid}`])
  await unlock()
  expect(await withLock(path, () => Promise.resolve(1), options)).toBe(1)
})

it('of many changes of a model at once, none is lost', async () => {
  const path = join(folder, 'zoo.unseen')
  const model = await smallModel({ references: 'means' })
  await writeModel(path, model)
  const names = Array.from({ length: 6 }, (_, at) => `class ${at}`)
  await Promise.all(
    names.map(name => changeModel(path, now => ({ model: now.describe(name, now.classes[0].signature) })))
  )
  expect((await readModel(path)).unseen.slice(model.unseen.length).sort()).toEqual(names)
})

it('leaves nothing beside a model that is not there', async () => {
  const path = join(folder, 'nowhere', 'zoo.unseen')
  await expect(changeModel(path, model => ({ model }))).rejects.toMatchObject({ code: 'path.missing' })
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
})
