// A Redis server of one's own: on a free port of this machine, with a folder that goes with it.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'

export interface RedisServer {
  readonly url: string
  readonly port: number
  /** Ends it at once, as a failure would; what was not kept is lost. */
  kill(): Promise<void>
  /** The same address again. */
  start(): Promise<void>
  /** Ends it for good. */
  close(): Promise<void>
}

/** `keeps`: what was written is there again after a restart. */
export async function startRedis({
  keeps = false,
  password
}: { readonly keeps?: boolean; readonly password?: string } = {}): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'unseen-redis-'))
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const started = spawn(
      'redis-server',
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--appendonly',
        keeps ? 'yes' : 'no',
        '--appendfsync',
        'always',
        ...(password === undefined ? [] : ['--requirepass', password])
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] }
    )
    server = started
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (text: Buffer) => {
        if (text.includes('Ready to accept connections')) resolve()
      })
      started.once('exit', code => reject(new Error(`redis-server ended with ${code}`)))
    })
  }
  const kill = async (): Promise<void> => {
    const ending = server
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise(resolve => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }
  // A test that fails before it closes the server leaves none behind.
  process.once('exit', () => server?.kill('SIGKILL'))
  await start()
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    async close() {
      await kill()
      rmSync(folder, { recursive: true })
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/**
 * A `describe` whose tests start a Redis server. Where there is none they are skipped and say so; with
 * UNSEEN_REQUIRE_REDIS=1, as in continuous integration, they fail instead.
 */
export function describeWithRedis(name: string, body: () => void): void {
  if (hasRedis) {
    describe(name, body)
    return
  }
  const reason = 'there is no redis-server on this machine (Debian: apt install redis-server)'
  if (process.env['UNSEEN_REQUIRE_REDIS'] === '1') {
    describe(name, () => {
      it('has a Redis server', () => {
        throw new Error(`UNSEEN_REQUIRE_REDIS is set, but ${reason}`)
      })
    })
    return
  }
  console.warn(`Skipped '${name}': ${reason}.`)
  describe.skip(name, () => {
    it.skip(reason)
  })
}
