// A server in a process of its own, for the benchmark: options as JSON, the address on standard output.
import { startServer } from '../../packages/node/dist/server/start.js'

const { worker, ...options } = JSON.parse(process.argv[2])
const server = await startServer({
  ...options,
  ownProcess: true,
  logLevel: 'error',
  log: line => process.stderr.write(line),
  ...(worker && { workerScript: new URL(worker, import.meta.url) })
})
process.stdout.write(`${server.url}\n`)
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
