// Downloads that are killed for real: the built command, a real server, SIGKILL and SIGINT in the middle.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendFile, serve } from '../packages/node/test/helpers/http-server.js'
import { smallXlsa17 } from '../packages/data/test/helpers/small-xlsa17.js'
import { repository } from './helpers/repository.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-killed-'))
afterAll(() => rmSync(folder, { recursive: true }))
let archive: Uint8Array
beforeAll(async () => {
  archive = await smallXlsa17({ dimensions: 4096 })
})

interface Run {
  readonly child: ChildProcess
  /** what it noted so far, without the progress that is told on a slow machine */
  noted(): string
  readonly ended: Promise<{ code: number | null; signal: string | null; printed: string; noted: string }>
}

function unseen(cache: string, ...args: string[]): Run {
  const child = spawn(process.execPath, [join(repository, 'packages/node/bin/unseen.js'), ...args], {
    cwd: folder,
    env: { ...process.env, UNSEEN_CACHE: cache },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let printed = ''
  let noted = ''
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    noted += text.toString()
  })
  const withoutProgress = (): string => noted.replace(/^(Fetching|Writing)\b.*\d %.*\n/gm, '')
  return {
    child,
    noted: withoutProgress,
    ended: new Promise(resolve =>
      child.on('close', (code, signal) => resolve({ code, signal, printed, noted: withoutProgress() }))
    )
  }
}

/** The bytes of the part that the cache has. */
function partBytes(cache: string): number {
  if (!existsSync(cache)) return 0
  const part = readdirSync(cache, { recursive: true })
    .map(String)
    .find(name => name.endsWith('.zip.part'))
  return part === undefined ? 0 : statSync(join(cache, part)).size
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}

describe.skipIf(process.platform === 'win32')('a download', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)('goes on after %s', async signal => {
    const cache = join(folder, `cache-${signal}`)
    const half = Math.floor(archive.length / 2)
    const server = await serve((request, response, visit) => {
      if (visit > 0) return sendFile(request, response, archive)
      // Half of it, then silence.
      response
        .writeHead(200, { 'content-length': archive.length, etag: '"one"' })
        .write(archive.subarray(0, half))
    })
    const args = [
      'data',
      'get',
      'cub',
      '-o',
      join(folder, `cub-${signal}`),
      '--url',
      `${server.address}/xlsa17.zip`
    ]
    const first = unseen(cache, ...args)
    await until(() => partBytes(cache) === half)
    first.child.kill(signal)
    const stopped = await first.ended
    if (signal === 'SIGINT')
      expect(stopped).toMatchObject({
        code: 130,
        noted: expect.stringMatching(/are kept; the same command goes on from there.\nStopped./) as string
      })
    else expect(stopped.signal).toBe('SIGKILL')
    expect(partBytes(cache)).toBe(half)
    expect(existsSync(join(folder, `cub-${signal}`))).toBe(false)

    const second = await unseen(cache, ...args).ended
    expect(second).toMatchObject({ code: 0, noted: '' })
    expect(server.visits.map(({ range }) => range)).toEqual([undefined, `bytes=${half}-`])
    expect(readdirSync(join(folder, `cub-${signal}`)).sort()).toEqual(['att_splits.mat', 'res101.mat'])
    const info = await unseen(cache, 'data', 'info', join(folder, `cub-${signal}`), '--json').ended
    expect(JSON.parse(info.printed)).toMatchObject({ rows: 30, columns: 4096, classes: 5 })
  })

  it('is made once by two processes that want it at the same time', async () => {
    const cache = join(folder, 'cache-two')
    // Answers once the second has met the first, however long it takes to start.
    const server = await serve(
      (request, response) =>
        void until(() => runs.some(run => run.noted() !== '')).then(() =>
          sendFile(request, response, archive)
        )
    )
    const runs: readonly Run[] = ['one', 'two'].map(name =>
      unseen(
        cache,
        'data',
        'get',
        'sun',
        '-o',
        join(folder, name),
        '--url',
        `${server.address}/xlsa17.zip`,
        '--json'
      )
    )
    const results = await Promise.all(runs.map(({ ended }) => ended))
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect(server.visits.length).toBe(1)
    expect(results.map(({ noted }) => noted).join('')).toBe(
      'Another process fetches the same file; waiting for it.\n'
    )
  })
})
