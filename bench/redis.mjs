/**
 * A search on several machines: two workers through Redis against two threads, on the same cores.
 *
 * Both search the same data in turn, threads first, and must find the same; the workers are processes of
 * `unseen worker --threads 1` that wait at a redis-server of this benchmark's own. What counts is the
 * whole search as its user waits for it: data that are packed, sent and opened included. Of each side the
 * best round is compared, since other work of the machine disturbs every round differently.
 * Floor: 0.85 of the speed of threads. Beside it the processor time of all processes that take part (Linux),
 * which says what the way through Redis costs even where other work makes the clock useless.
 *
 * Run: npm run bench -- redis [--rounds N] [--rows N] [--json]
 *   --rounds  of each side (default: 3)
 *   --rows    of each class (default: 30)
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProgress, duration, result, table } from './lib/report.mjs'
import { capRows, hasData, loadSplit } from './real-data.mjs'

const FLOOR = 0.85
const SET = 'awa-rgsift'
const command = fileURLToPath(new URL('../packages/node/bin/unseen.js', import.meta.url))

/** Resolves with the process once it has said `word`. */
function started(file, args, word) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.stdout.on('data', text => text.includes(word) && resolve(child))
    child.on('exit', code => reject(new Error(`${file} ended with ${code}`)))
  })
}

/** Processor seconds of these processes so far; Linux counts them in hundredths. */
function processorSeconds(pids) {
  return pids.reduce((sum, pid) => {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
    return sum + (Number(user) + Number(system)) / 100
  }, 0)
}

async function freePort() {
  const server = createServer()
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}

async function loadInput(unseen, rows) {
  if (hasData(SET)) {
    const { train, signatures } = loadSplit(SET)
    const { features, labels } = capRows(train, rows)
    return {
      name: SET,
      input: { features, labels: labels.map(label => signatures.classes[label]), signatures }
    }
  }
  const { train } = await unseen.takeSplit(await unseen.openDataset('sample'))
  return { name: 'sample', input: train }
}

export async function run({ json = false, args = [] } = {}) {
  const number = (name, otherwise) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise)
  const rounds = number('--rounds', 3)
  if (spawnSync('redis-server', ['--version']).status !== 0)
    throw new Error('there is no redis-server on this machine (Debian: apt install redis-server)')
  const progress = createProgress()
  const [unseen, { redisExecutor }] = await Promise.all([
    import('../packages/node/dist/index.js'),
    import('../packages/node/dist/queue/index.js')
  ])
  const { name, input } = await loadInput(unseen, number('--rows', 30))
  const folder = mkdtempSync(join(tmpdir(), 'unseen-bench-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const children = [
    await started(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      'Ready to accept'
    )
  ]
  const times = { threads: [], redis: [] }
  const processor = { threads: [], redis: [] }
  let found
  try {
    for (let k = 0; k < 2; k++)
      children.push(
        await started(
          process.execPath,
          [command, 'worker', '--redis', url, '--threads', '1', '--cache', folder, '--quiet'],
          'waits for work'
        )
      )
    const search = async (side, executor) => {
      const counted = existsSync('/proc/self/stat') ? [process.pid, ...children.map(({ pid }) => pid)] : []
      const before = processorSeconds(counted)
      const begin = performance.now()
      const { results } = await unseen.tune(input, {
        executor,
        retrain: false,
        onProgress: ({ done, total }) =>
          progress.show(`${side}, round ${times[side].length + 1} of ${rounds}: ${done} of ${total} points`)
      })
      times[side].push((performance.now() - begin) / 1000)
      if (counted.length > 0) processor[side].push(processorSeconds(counted) - before)
      const text = JSON.stringify(results)
      if ((found ??= text) !== text) throw new Error(`${side} found something else`)
      progress.note(`${side}: ${duration(times[side].at(-1))}`)
    }
    for (let round = 0; round < rounds; round++) {
      await search('threads', unseen.threadExecutor({ threads: 2 }))
      const executor = await redisExecutor({ url, say: line => progress.note(line) })
      await search('redis', executor)
      await executor.close()
    }
  } finally {
    for (const child of children) {
      child.removeAllListeners('exit')
      child.kill('SIGKILL')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const points = JSON.parse(found).reduce((sum, chain) => sum + chain.points.length, 0)
  const speed = Object.fromEntries(
    Object.entries(times).map(([side, seconds]) => [side, points / Math.min(...seconds)])
  )
  const results = [
    result(
      `search on ${name}, 2 workers through Redis`,
      speed.redis,
      'points/s',
      'threadExecutor, 2 threads',
      speed.threads
    )
  ]
  const [{ ratio }] = results
  const measured = processor.redis.length > 0
  if (measured)
    results.push(
      result(
        'the same, processor time',
        Math.min(...processor.redis),
        's',
        'threadExecutor, 2 threads',
        Math.min(...processor.threads)
      )
    )
  if (json) console.log(JSON.stringify(results, null, 2))
  else {
    const shown = list => list.map(seconds => seconds.toFixed(1)).join(', ') || '-'
    const line = (title, side) => [title, shown(times[side]), shown(processor[side]), speed[side].toFixed(1)]
    console.log(
      table(
        [
          ['', 'rounds, s', 'processor, s', 'best, points/s'],
          line('2 threads', 'threads'),
          line('2 workers through Redis', 'redis')
        ],
        [0, 1, 2]
      )
    )
    console.log(
      `\n${name}, ${input.labels.length} rows, ${points} points; the same results to the byte. Speed through Redis: ${ratio.toFixed(2)} of the threads', floor ${FLOOR}: ${ratio >= FLOOR ? 'met' : 'MISSED'}.${measured ? ` Processor time: ${results[1].ratio.toFixed(2)} of the threads'.` : ''}`
    )
  }
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
