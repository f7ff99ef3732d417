// What Studio's page is told of networks, on a machine that has none and reaches nobody.
import { answerNetworks, isNetworkPath } from '../../src/studio/networks.js'
import { sendFile } from '../../src/studio/site-files.js'
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../helpers/http-server.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-studio-networks-'))
const before = { PATH: process.env['PATH'], UNSEEN_CACHE: process.env['UNSEEN_CACHE'] }
beforeAll(() => {
  writeFileSync(join(folder, 'npm'), `#!${process.execPath}\nprocess.exit(1)\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  process.env['PATH'] = [folder, before.PATH].join(delimiter)
  process.env['UNSEEN_CACHE'] = join(folder, 'cache')
})
afterAll(() => {
  process.env['PATH'] = before.PATH
  if (before.UNSEEN_CACHE === undefined) delete process.env['UNSEEN_CACHE']
  else process.env['UNSEEN_CACHE'] = before.UNSEEN_CACHE
  rmSync(folder, { recursive: true })
})

const start = async (): Promise<string> =>
  (
    await serve((request, response) => {
      void answerNetworks((request.url ?? '').slice(1), request, response)
    })
  ).address

describe('the networks of Studio', () => {
  it('are listed with licence and size, and whether they are here; never where', async () => {
    const answer = await fetch(`${await start()}/local/networks.json`)
    const list = (await answer.json()) as Record<string, unknown>[]
    expect(list.find(({ name }) => name === 'resnet50')).toMatchObject({
      here: false,
      length: 2048,
      licence: expect.stringContaining('MIT') as string
    })
    expect(JSON.stringify(list)).not.toContain(folder)
  })

  it('that are not here, or that nobody knows, are not found', async () => {
    const at = await start()
    for (const name of ['resnet50', 'nobody', '..%2Fpackage.json'])
      expect((await fetch(`${at}/local/networks/${name}`)).status).toBe(404)
  })

  it('are fetched with each step told, and the problem at the end where nobody is reached', async () => {
    const answer = await fetch(`${await start()}/local/networks/resnet50`, { method: 'POST' })
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, Record<string, unknown>>)
    expect(lines[0]['progress']).toMatchObject({ step: 'fetching' })
    expect(lines.at(-1)?.['problem']).toMatchObject({ code: 'network.unreachable' })
  })

  it('are closed when whoever asked goes away', async () => {
    const path = join(folder, 'large.onnx')
    writeFileSync(path, Buffer.alloc(64 * 2 ** 20))
    const { address } = await serve((_, response) => void sendFile(path, response))
    const answer = await fetch(address)
    await answer.body?.cancel()
    const open = (): string[] =>
      readdirSync('/proc/self/fd').flatMap(name => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`) === path ? [name] : []
        } catch {
          return []
        }
      })
    await expect.poll(open).toEqual([])
  })

  it('have paths of their own', () => {
    expect(['local/networks.json', 'local/networks/x', 'local/files.json'].map(isNetworkPath)).toEqual([
      true,
      true,
      false
    ])
  })
})
