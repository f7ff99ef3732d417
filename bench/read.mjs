/**
 * Readers of files against numpy, scipy and h5py on the same files, in turns.
 *
 * The real AwA set (npz, 33 MB packed) where it is at hand, and files made by the peer: npy, npz, CSV,
 * MATLAB, HDF5. Both sides are warm processes that open the file anew each time, by its path; the best of the
 * rounds counts, and the sums of all numbers must agree. HDF5 includes starting the thread it is read in.
 * Floor: less than twice the peer's time for the AwA file. Run: npm run bench -- read [--json], or node
 * bench/read.mjs [--json].
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createProgress, result, table, verdict } from './lib/report.mjs'
import { dataPath, hasData } from './real-data.mjs'

const ROUNDS = 7
/** Multiples of the peer's time. */
const FLOORS = { 'AwA, real npz': 2 }
const REAL = 'awa-rgsift'

function findPython() {
  return ['/usr/bin/python3', 'python3'].find(command => {
    try {
      execFileSync(command, ['-c', 'import numpy'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** The files to be read, and a peer that reads them when asked by name. */
async function openPeer(python, folder, awa) {
  const peer = spawn(python, [fileURLToPath(new URL('read_peer.py', import.meta.url)), folder, awa], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]()
  const files = []
  for (let { value, done } = await lines.next(); !done && value !== ''; { value, done } = await lines.next())
    files.push(JSON.parse(value))
  return {
    files,
    async read(name) {
      peer.stdin.write(`${name}\n`)
      const [time, sum] = (await lines.next()).value.split(' ').map(Number)
      return { time, sum }
    },
    stop: () => peer.stdin.end()
  }
}

async function readOurs(readFile, file) {
  const begin = performance.now()
  const { arrays } = await readFile(file)
  const time = performance.now() - begin
  let sum = 0
  for (const { type, data } of arrays)
    if (type !== 'text') for (let i = 0; i < data.length; i++) sum += Number(data[i])
  return { time, sum }
}

async function measure(progress) {
  const python = findPython()
  if (python === undefined) throw new Error('There is nothing to compare with: no python3 has numpy.')
  if (!hasData(REAL))
    progress.note(
      'The AwA file is left out: the shared data are not beside the repository (UNSEEN_SHARED names their place).'
    )
  const { readFile } = await import('../packages/node/dist/index.js')
  const folder = mkdtempSync(join(tmpdir(), 'unseen-read-'))
  try {
    const peer = await openPeer(python, folder, hasData(REAL) ? dataPath(REAL) : '-')
    const rows = []
    for (const { name, file, peer: library } of peer.files) {
      const best = { ours: Infinity, theirs: Infinity }
      for (let round = 0; round < ROUNDS; round++) {
        progress.show(`${name}, round ${round + 1} of ${ROUNDS}`)
        const ours = await readOurs(readFile, file)
        const theirs = await peer.read(name)
        if (Math.abs(ours.sum - theirs.sum) > 1e-9 * Math.abs(theirs.sum))
          throw new Error(
            `${name}: the sum of all numbers is ${ours.sum} here and ${theirs.sum} by ${library}.`
          )
        best.ours = Math.min(best.ours, ours.time)
        best.theirs = Math.min(best.theirs, theirs.time)
      }
      rows.push({ name, library, ...best })
    }
    peer.stop()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function run({ json = false } = {}) {
  const rows = await measure(createProgress())
  const results = rows.map(({ name, library, ours, theirs }) => result(name, ours, 'ms', library, theirs))
  if (json) console.log(JSON.stringify(results, null, 2))
  else {
    const floor = ({ name, ours, theirs }) =>
      FLOORS[name] === undefined ? '' : `${FLOORS[name]} ${verdict(ours / theirs, FLOORS[name])}`
    console.log(
      table(
        [
          ['file', 'ours ms', 'peer ms', 'ratio', 'peer', 'floor'],
          ...rows.map(row => [
            row.name,
            row.ours.toFixed(1),
            row.theirs.toFixed(1),
            (row.ours / row.theirs).toFixed(2),
            row.library,
            floor(row)
          ])
        ],
        [0, 4, 5]
      )
    )
  }
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run({ json: process.argv.includes('--json') })
