/**
 * Compiles packages/core/assembly to WebAssembly, once for ordinary and once for shared memory, and
 * writes both as base64 into packages/core/src/kernels/binary.ts. Nothing is done when neither the
 * sources nor this script have changed.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const assembly = new URL('../packages/core/assembly/', import.meta.url)
const target = new URL('../packages/core/src/kernels/binary.ts', import.meta.url)

/** memoryBase leaves the first KiB alone; stub runtime and no assertions leave the module without data. */
const common = [
  '--outFile',
  'kernels.wasm',
  '--optimizeLevel',
  '3',
  '--shrinkLevel',
  '0',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--memoryBase',
  '1024',
  '--use',
  'abort='
]
const variants = {
  kernelsBase64: ['--enable', 'simd', '--disable', 'threads'],
  sharedKernelsBase64: [
    '--enable',
    'simd',
    '--enable',
    'threads',
    '--sharedMemory',
    '--maximumMemory',
    '65536'
  ]
}

export async function buildKernels() {
  const names = (await readdir(assembly)).filter(name => name.endsWith('.ts')).sort()
  const sources = new Map()
  for (const name of names) sources.set(name, await readFile(new URL(name, assembly), 'utf8'))
  const stamp = `// made by scripts/build-kernels.mjs from sources ${await hash(sources)}`
  const present = await readFile(target, 'utf8').catch(() => '')
  if (present.startsWith(stamp)) return

  const lines = [stamp]
  for (const [name, flags] of Object.entries(variants)) {
    const binary = await compile(sources, [...common, ...flags])
    lines.push(`export const ${name} = '${Buffer.from(binary).toString('base64')}'`)
  }
  await writeFile(target, lines.join('\n') + '\n')
}

async function hash(sources) {
  const digest = createHash('sha256').update(await readFile(fileURLToPath(import.meta.url)))
  for (const [name, text] of sources) digest.update(name).update(text)
  return digest.digest('hex')
}

async function compile(sources, flags) {
  const { main } = await import('assemblyscript/asc')
  let binary
  const { error, stderr } = await main(['index.ts', ...flags], {
    readFile: name => sources.get(name) ?? null,
    writeFile: (name, contents) => {
      binary = contents
    },
    listFiles: () => []
  })
  if (error) throw new Error(`the kernels do not compile: ${error.message}\n${stderr.toString()}`)
  return binary
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKernels()
