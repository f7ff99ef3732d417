/** The kernels against C (AVX2, FMA), numpy, torch and their own TypeScript reference, one thread each.
 *
 * Everything works on the same arrays: N 2000 rows, S 40 classes, d 4096 features, dense or with 80 %
 * zeros. Peers are child processes that run one kernel per request, so that all take turns; the best
 * of nine rounds counts, and every answer is checked against ours. A peer that cannot run here is left
 * out and the reason printed. OpenBLAS uses AVX-512 where the processor has it, C is held to AVX2;
 * OPENBLAS_CORETYPE=Haswell in the environment holds OpenBLAS to AVX2 as well.
 *
 * Kernels are taken from packages/core/dist, which `npm run bench` builds first; by hand it is
 * `node scripts/build-kernels.mjs && npx tsc -p packages/core`.
 * Run: npm run bench -- kernels [--json], or node bench/kernels.mjs [--json].
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const N = 2000,
  S = 40,
  D = 4096,
  ROUNDS = 9,
  VISITS = 200,
  SIDE = 1024,
  CHOLESKY = 2000
/** Rows per call, as the library does it: a first long call would stay in the baseline compiler. */
const CHUNK = 50
const here = name => fileURLToPath(new URL(name, import.meta.url))

/** Floors and stretches of DESIGN section 12, as multiples of the peer's time: [of C, of numpy]. */
const kernels = [
  { name: 'forward', title: 'relu forward', c: [3.2, 2.0], numpy: [0.3, 0.19] },
  { name: 'adjointSum', title: 'relu adjoint', c: [3.2, 2.0], numpy: [0.3, 0.19] },
  { name: 'mask', title: 'V-gradient', c: [2.2, 1.7], numpy: [0.33, 0.26] },
  { name: 'forwardSparse', title: 'relu forward, 80 % zeros', c: [3.0, 2.2], numpy: [0.18, 0.14] },
  { name: 'adjointSumSparse', title: 'relu adjoint, 80 % zeros', c: [3.2, 2.2], numpy: [0.12, 0.08] },
  { name: 'maskSparse', title: 'V-gradient, 80 % zeros', c: [3.2, 2.2], numpy: [0.12, 0.08] },
  { name: 'visit', title: `${VISITS} row visits`, c: [2.8, 2.0], numpy: [0.6, 0.45] },
  { name: 'visitSparse', title: `${VISITS} row visits, 80 % zeros`, c: [3.0, 2.2], numpy: [0.4, 0.28] },
  { name: 'gemm', title: `GEMM ${SIDE} x ${SIDE} x ${N}`, numpy: [3.5, 2.7], slow: true },
  { name: 'syrk', title: `SYRK ${SIDE} x ${N}`, numpy: [3.5, 2.7], slow: true },
  { name: 'cholesky', title: `Cholesky ${CHOLESKY}, float64`, numpy: [3.8, 3.0], slow: true }
]

function randomNumbers(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

function makeData() {
  const random = randomNumbers(1)
  const draw = (length, next) => Float32Array.from({ length }, next)
  const zeros = draw(N * D, () => (random() < 0.8 ? 0 : random()))
  const starts = new Uint32Array(N + 1),
    indices = [],
    values = []
  for (let i = 0; i < N; i++) {
    for (let m = 0; m < D; m++) {
      if (zeros[i * D + m] === 0) continue
      indices.push(m)
      values.push(zeros[i * D + m])
    }
    starts[i + 1] = indices.length
  }
  const spd = new Float64Array(CHOLESKY * CHOLESKY)
  for (let i = 0; i < CHOLESKY; i++)
    for (let j = 0; j <= i; j++) spd[i * CHOLESKY + j] = spd[j * CHOLESKY + i] = i === j ? CHOLESKY : random()
  return {
    x: draw(N * D, random),
    v: draw(D * S, () => random() * 0.7),
    w: draw(D, () => random() - 0.4),
    beta: draw(N * S, () => random() - 0.4),
    starts,
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
    spd
  }
}

/** Our kernels on one memory: run(name) gives { time, check }. */
function ours(make, scratchBytes, data) {
  let bytes = 1024 + scratchBytes
  const place = size => (bytes = Math.ceil((bytes + size) / 64) * 64) - Math.ceil(size / 64) * 64
  const places = Object.fromEntries(
    Object.entries(data).map(([name, array]) => [name, place(array.byteLength)])
  )
  const out = place(N * S * 4),
    grad = place(D * S * 4),
    out64 = place(D * 8),
    w64 = place(D * 8),
    w2 = place(D * 4),
    a = place(D * 4)
  const square = place(SIDE * SIDE * 8),
    factor = place(CHOLESKY * CHOLESKY * 8)
  const memory = new WebAssembly.Memory({ initial: Math.ceil((bytes + 64) / 65536) })
  for (const [name, array] of Object.entries(data))
    new array.constructor(memory.buffer, places[name], array.length).set(array)
  const k = make(memory)
  const f32 = (at, length) => new Float32Array(memory.buffer, at, length)
  const f64 = (at, length) => new Float64Array(memory.buffer, at, length)
  const { x, v, w, beta, starts, indices, values } = places
  const eachChunk = call => {
    for (let i = 0; i < N; i += CHUNK) call(i, Math.min(CHUNK, N - i))
  }
  const sum = array => array.reduce((total, value) => total + value, 0)
  const start = data.starts

  const runs = {
    forward: () => eachChunk((i, n) => k.forward(x + i * D * 4, n, v, w, out + i * S * 4, D, S)),
    forwardSparse: () =>
      eachChunk((i, n) => k.forwardSparse(starts + i * 4, indices, values, n, v, w, out + i * S * 4, S)),
    adjointSum: () => eachChunk((i, n) => k.adjointSum(x + i * D * 4, n, v, beta + i * S * 4, out64, D, S)),
    adjointSumSparse: () =>
      eachChunk((i, n) =>
        k.adjointSumSparse(starts + i * 4, indices, values, n, v, beta + i * S * 4, out64, S)
      ),
    mask: () => eachChunk((i, n) => k.mask(x + i * D * 4, n, v, beta + i * S * 4, grad, D, S)),
    maskSparse: () =>
      eachChunk((i, n) => k.maskSparse(starts + i * 4, indices, values, n, v, beta + i * S * 4, grad, S)),
    visit() {
      for (let i = 0; i < VISITS; i++) {
        k.forward(x + i * D * 4, 1, v, w2, out + i * S * 4, D, S)
        const norm = k.adjointRow(x + i * D * 4, v, beta + i * S * 4, a, D, S)
        k.update(a, 1e-3 / (1 + norm), w64, w2, D)
      }
    },
    visitSparse() {
      for (let i = 0; i < VISITS; i++) {
        const from = start[i] * 4,
          count = start[i + 1] - start[i]
        k.forwardSparse(starts + i * 4, indices, values, 1, v, w2, out + i * S * 4, S)
        const norm = k.adjointRowSparse(indices + from, values + from, count, v, beta + i * S * 4, a, S)
        k.updateSparse(indices + from, a, count, 1e-3 / (1 + norm), w64, w2)
      }
    },
    gemm: () => k.gemmTN(x, D, x + SIDE * 4, D, square, SIDE, SIDE, SIDE, N, false),
    syrk: () => k.gemmTN(x, D, x, D, square, SIDE, SIDE, SIDE, N, true),
    cholesky: () => k.cholesky64(factor, CHOLESKY)
  }
  const check = {
    forward: () => sum(f32(out, N * S)),
    adjoint: () => sum(f64(out64, D)),
    mask: () => sum(f32(grad, D * S)),
    visit: () => sum(f32(w2, D)),
    gemm: () => sum(f64(square, SIDE * SIDE)),
    syrk: () =>
      f64(square, SIDE * SIDE).reduce((total, value, at) => {
        const i = Math.floor(at / SIDE),
          j = at % SIDE
        return total + (i === j ? value : i > j ? 2 * value : 0)
      }, 0),
    cholesky: () =>
      f64(factor, CHOLESKY * CHOLESKY).reduce(
        (total, value, at) => (at % (CHOLESKY + 1) === 0 ? total + value : total),
        0
      )
  }

  return {
    async run(name) {
      f64(out64, D).fill(0)
      f32(grad, D * S).fill(0)
      f64(w64, D).set(data.w)
      f32(w2, D).set(data.w)
      f64(square, SIDE * SIDE).fill(0)
      f64(factor, CHOLESKY * CHOLESKY).set(data.spd)
      const begin = performance.now()
      runs[name]()
      const time = performance.now() - begin
      return { time, check: check[Object.keys(check).find(prefix => name.startsWith(prefix))]() }
    },
    stop() {}
  }
}

/** A child process that answers each name with "milliseconds checksum". */
function child(command, args) {
  const environment = {
    ...process.env,
    OPENBLAS_NUM_THREADS: '1',
    OMP_NUM_THREADS: '1',
    MKL_NUM_THREADS: '1'
  }
  const peer = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env: environment })
  const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]()
  peer.on('error', () => {})
  peer.stdin.on('error', () => {})
  return {
    async run(name) {
      peer.stdin.write(`${name}\n`)
      const { value = 'none' } = await lines.next()
      if (value === 'none') return undefined
      const [time, check] = value.split(' ').map(Number)
      return { time, check }
    },
    stop: () => peer.stdin.end()
  }
}

/** The peers that can run here; `note` hears why others cannot. */
function findPeers(folder, note) {
  const peers = {}
  try {
    const program = join(folder, 'kernels')
    execFileSync(
      'gcc',
      ['-O3', '-march=native', '-mno-avx512f', '-ffast-math', '-o', program, here('kernels.c')],
      { stdio: 'ignore' }
    )
    peers.c = child(program, [folder, N, D].map(String))
  } catch {
    note('C is left out: gcc is not installed or this processor has no AVX2.')
  }
  for (const [library, modules] of [
    ['numpy', 'numpy, scipy.linalg'],
    ['torch', 'torch']
  ]) {
    const python = ['/usr/bin/python3', 'python3'].find(command => {
      try {
        execFileSync(command, ['-c', `import ${modules}`], { stdio: 'ignore' })
        return true
      } catch {
        return false
      }
    })
    if (python)
      peers[library] = child(python, [here('kernels_peer.py'), library, folder, N, D, S].map(String))
    else note(`${library} is left out: no python3 has it.`)
  }
  return peers
}

async function measure(data, note) {
  const { SCRATCH_BYTES, wasmKernels } = await import('../packages/core/dist/kernels/wasm.js')
  const { referenceKernels } = await import('../packages/core/dist/kernels/reference.js')
  const folder = mkdtempSync(join(tmpdir(), 'unseen-kernels-'))
  try {
    for (const [name, array] of Object.entries(data)) writeFileSync(join(folder, name), array)
    const sides = {
      wasm: ours(memory => wasmKernels(memory, 1024), SCRATCH_BYTES, data),
      reference: ours(referenceKernels, 0, data),
      ...findPeers(folder, note)
    }
    const rows = []
    for (const kernel of kernels) {
      const best = {}
      let check
      for (let round = 0; round < ROUNDS; round++) {
        for (const [side, { run }] of Object.entries(sides)) {
          // The reference is slow and only a yardstick.
          if (side === 'reference' && (round > 1 || kernel.slow)) continue
          const answer = await run(kernel.name)
          if (!answer) continue
          check ??= answer.check
          if (Math.abs(answer.check - check) > 1e-3 * Math.abs(check))
            throw new Error(`${kernel.name}: ${side} gives ${answer.check}, wasm ${check}`)
          best[side] = Math.min(best[side] ?? Infinity, answer.time)
        }
      }
      rows.push({ ...kernel, best })
    }
    for (const side of Object.values(sides)) side.stop()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function table(rows) {
  const goal = (ratio, bounds) => {
    if (!bounds || !ratio) return '-'
    const [floor, stretch] = bounds
    return `${ratio.toFixed(2)} of ${floor}/${stretch} ${ratio <= stretch ? 'stretch' : ratio <= floor ? 'floor' : 'ABOVE'}`
  }
  const number = value => (value === undefined ? '-' : value.toFixed(1))
  const lines = [
    [
      'kernel',
      'wasm ms',
      'ts',
      'C',
      'numpy',
      'torch',
      'wasm / C (floor/stretch)',
      'wasm / numpy (floor/stretch)'
    ]
  ]
  for (const { title, best, c, numpy } of rows) {
    lines.push([
      title,
      number(best.wasm),
      number(best.reference),
      number(best.c),
      number(best.numpy),
      number(best.torch),
      goal(best.wasm / best.c, c),
      goal(best.wasm / best.numpy, numpy)
    ])
  }
  const widths = lines[0].map((_, at) => Math.max(...lines.map(line => line[at].length)))
  return lines
    .map(line =>
      line
        .map((cell, at) => (at === 0 || at > 5 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

export async function run({ json = false } = {}) {
  const rows = await measure(makeData(), text => console.error(text))
  const results = rows.flatMap(({ title, best }) =>
    Object.entries(best)
      .filter(([side]) => side !== 'wasm')
      .map(([peer, time]) => ({ name: title, value: best.wasm, unit: 'ms', peer, ratio: best.wasm / time }))
  )
  console.log(json ? JSON.stringify(results, null, 2) : table(rows))
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run({ json: process.argv.includes('--json') })
