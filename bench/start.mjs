// How long the command line takes to say something: `unseen --help` against `node -e 0`; goal: within 150 ms.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { result, table } from './lib/report.mjs'

const GOAL = 150
const command = fileURLToPath(new URL('../packages/node/bin/unseen.js', import.meta.url))
const cases = [
  ['node -e 0', ['-e', '0']],
  ['unseen', [command]],
  ['unseen --help', [command, '--help']],
  ['unseen fit --help', [command, 'fit', '--help']],
  ['unseen data list', [command, 'data', 'list']]
]

/** Times of a process from start to end, in milliseconds, smallest first. */
function measure(args, runs) {
  return Array.from({ length: runs }, () => {
    const started = performance.now()
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`)
    return performance.now() - started
  }).sort((a, b) => a - b)
}

export async function run({ json = false, args = [] } = {}) {
  const runs = Number(args[0] ?? 15)
  const rows = cases.map(([name, words]) => {
    const times = measure(words, runs)
    return { name, least: times[0], median: times[Math.floor(times.length / 2)] }
  })
  const [node] = rows
  if (!json) {
    console.log(
      table([
        ['command', 'least ms', 'median ms', 'beyond node (medians)'],
        ...rows.map(({ name, least, median }) => [
          name,
          least.toFixed(0),
          median.toFixed(0),
          (median - node.median).toFixed(0)
        ])
      ])
    )
    const judged = value => (value <= GOAL ? 'within' : 'beyond')
    console.log(
      `\n${runs} runs each; the least is what other processes disturbed least. Goal for \`unseen --help\`: ${GOAL} ms; the least is ${judged(rows[2].least)}, the median ${judged(rows[2].median)} it.`
    )
  }
  const results = rows.map(({ name, median }) =>
    name === 'node -e 0' ? result(name, median, 'ms') : result(name, median, 'ms', 'node -e 0', node.median)
  )
  if (json) console.log(JSON.stringify(results, null, 2))
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
