// A server in a process of its own, for the benchmark: options as JSON, the address on standard output; with
// `watch` then a line each second of how long its event loop stood still and what memory it has, and one of what
// its threads keep whenever its parent asks.
import { startServer } from '../../packages/node/dist/server/start.js'
import { whatIsKept } from './kept.mjs'
import { sayEachSecond } from './loop.mjs'

const { worker, watch = false, ...options } = JSON.parse(process.argv[2])
const server = await startServer({
  ...options,
  ownProcess: true,
  logLevel: 'error',
  log: line => process.stderr.write(line),
  ...(worker && { workerScript: new URL(worker, import.meta.url) })
})
process.stdout.write(`${server.url}\n`)
if (watch) {
  sayEachSecond(() => {
    const { user, system } = process.cpuUsage()
    return { megabytes: process.memoryUsage.rss() / 2 ** 20, processor: (user + system) / 1e6 }
  })
  process.on('message', () => void whatIsKept().then(kept => process.send(kept)))
}
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
