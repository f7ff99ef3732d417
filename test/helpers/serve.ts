// Servers as processes of their own, and the model of the sample that they serve.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startProcess, type ServerProcess } from '../../bench/serve/kill-storm.mjs'
import { readModel, type Model } from '../../packages/node/dist/index.js'
import { repository } from './repository.js'

export const command = join(repository, 'packages/node/bin/unseen.js')

/** Trains on the sample as a user would, into a file; the run's folder goes beside it. */
export async function fitSample(
  file: string,
  folder: string,
  options: readonly string[] = ['--references', 'means']
): Promise<Model> {
  const { status, stderr } = spawnSync(
    process.execPath,
    [command, 'fit', 'sample', '-o', file, ...options, '--run', `${file}.run`],
    { cwd: folder, encoding: 'utf8' }
  )
  expect(status, stderr).toBe(0)
  return readModel(file)
}

/** `endAll` ends what a test that failed has left running. */
export function serverProcesses(): {
  serve(...args: string[]): Promise<ServerProcess>
  /** The same with variables of the environment. */
  start(args: string[], options?: { env?: Record<string, string> }): Promise<ServerProcess>
  stop(server: ServerProcess): Promise<number | null>
  endAll(): Promise<void>
} {
  const running = new Set<ServerProcess>()
  const start = async (
    args: string[],
    options?: { env?: Record<string, string> }
  ): Promise<ServerProcess> => {
    const server = await startProcess(command, args, options)
    running.add(server)
    void server.ended.then(() => running.delete(server))
    return server
  }
  return {
    start,
    serve: (...args) => start(args),
    async stop({ child, ended }) {
      child.kill('SIGTERM')
      return (await ended).code
    },
    async endAll() {
      for (const { child, ended } of running) {
        child.kill('SIGKILL')
        await ended
      }
    }
  }
}

/** The code of the error that a promise ends with; 'fine' where it ends well. */
export const failureCode = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error as { code: string }).code
  )
