/**
 * The default search of Gaussian weights on CUB and AwA, beside numpy with OpenBLAS doing the same work in the same run.
 *
 * Both begin with rows in memory, normalise them, hold out the same classes, try the same points and count errors,
 * which are held against each other. One thread each, processor time, so that other work on the machine counts
 * little; then the search of family `auto` on all threads, by processor and by the clock.
 *
 * Run: npm run bench -- gauss [--quick] [--json] [SET ...], or node bench/gauss.mjs ...
 *   --quick  few rows: only shows that everything runs
 *   SET      only sets whose name contains this, e.g. `awa`
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProgress, duration, result, table } from './lib/report.mjs'
import { capRows, hasData, loadSplit } from './real-data.mjs'

/** Most seconds of the clock for family `auto`, on two cores with nothing else to do. */
const sets = [
  { name: 'cub-vgg', most: 90 },
  { name: 'awa-rgsift', most: 45 }
]
const QUICK_ROWS = 20
const normalise = 'l2-sqrt'

/** Runs it, with seconds of the clock and of the processor, in all threads. */
async function timed(run) {
  const [clock, before] = [performance.now(), process.cpuUsage()]
  const value = await run()
  const { user, system } = process.cpuUsage(before)
  return { value, clock: (performance.now() - clock) / 1000, processor: (user + system) / 1e6 }
}

/** What the peer makes of the same search; undefined where it cannot run. */
function peerOf({ features, labels }, signatures, found, note) {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-gauss-'))
  const seen = [...new Set(labels)].sort((a, b) => a - b)
  const at = new Map(seen.map((label, s) => [signatures.classes[label], s]))
  const { columns, data } = signatures.matrix
  const points = found.points.map(({ point }) => point)
  try {
    const meta = {
      columns: features.columns,
      seen: seen.length,
      width: 0.5,
      noise: 0.1,
      shrinkage: [...new Set(points.map(({ shrinkage }) => shrinkage))],
      predictive: [...new Set(points.map(({ predictive }) => predictive))],
      folds: found.folds.map(fold => fold.map(name => at.get(name)).sort((a, b) => a - b))
    }
    writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta))
    writeFileSync(join(folder, 'features'), features.data)
    writeFileSync(
      join(folder, 'labels'),
      Int32Array.from(labels, label => seen.indexOf(label))
    )
    const rows = seen.flatMap(label => Array.from(data.subarray(label * columns, (label + 1) * columns)))
    writeFileSync(join(folder, 'signatures'), Float64Array.from(rows))
    const peer = fileURLToPath(new URL('gauss_peer.py', import.meta.url))
    return JSON.parse(
      execFileSync('python3', [peer, folder], {
        encoding: 'utf8',
        env: { ...process.env, OPENBLAS_NUM_THREADS: '1' }
      })
    )
  } catch (error) {
    note(`numpy is left out: ${String(error.message).split('\n')[0]}`)
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** By how many images the errors of a point differ at most, over the folds. */
function apart(found, peer) {
  return Math.max(
    ...found.points.map(({ point, errors }) => {
      const theirs = peer.points.find(
        each => each.shrinkage === point.shrinkage && each.predictive === point.predictive
      )
      return Math.max(...errors.map((wrong, fold) => Math.abs(wrong - theirs.errors[fold])))
    })
  )
}

export async function run({ json = false, args = [] } = {}) {
  const unseen = await import('../packages/node/dist/index.js')
  const progress = createProgress()
  const quick = args.includes('--quick')
  const only = args.filter(arg => !arg.startsWith('--'))
  const lines = [
    [
      'set',
      'gauss, processor',
      'numpy, processor',
      'ratio',
      'errors apart',
      'auto, processor',
      'auto, clock',
      'most'
    ]
  ]
  const results = []
  for (const { name, most } of sets) {
    if (only.length > 0 && !only.some(part => name.includes(part))) continue
    if (!hasData(name)) {
      progress.note(`${name} is left out: its data is not there.`)
      continue
    }
    const { train: all, signatures } = loadSplit(name)
    const train = quick ? capRows(all, QUICK_ROWS) : all
    const input = { ...train, signatures }
    const search = (family, executor) =>
      timed(() => unseen.tune(input, { family, executor, retrain: false, normalise }))
    progress.show(`${name}: Gaussian weights, one thread`)
    const ours = await search('gauss', unseen.serialExecutor)
    progress.show(`${name}: numpy, one thread`)
    const peer = peerOf(train, signatures, ours.value, text => progress.note(text))
    progress.show(`${name}: class weights and Gaussian weights, all threads`)
    const auto = await search('auto', unseen.threadExecutor())
    lines.push([
      name,
      duration(ours.processor),
      peer && duration(peer.processor),
      peer && (ours.processor / peer.processor).toFixed(1),
      peer && apart(ours.value, peer),
      duration(auto.processor),
      duration(auto.clock),
      duration(most)
    ])
    results.push(
      peer === undefined
        ? result(`${name}, Gaussian weights, processor`, ours.processor, 's')
        : result(`${name}, Gaussian weights, processor`, ours.processor, 's', 'numpy', peer.processor),
      result(`${name}, auto, processor`, auto.processor, 's'),
      result(`${name}, auto, clock`, auto.clock, 's', 'most', most)
    )
  }
  console.log(json ? JSON.stringify(results, null, 2) : table(lines, [0]))
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
