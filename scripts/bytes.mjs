// npm run bytes: the checksum of everything Unseen writes on the sample, to see whether a change left the bytes
// alone. `npm run bytes -- OTHER` makes the same with another built checkout and says what differs; exit code 1
// where anything does. What tells of the machine or the moment (times, the checkout's folder) is taken out, and a
// star says so in the table.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { main, root, ScriptError } from './run.mjs'
import { setup } from './setup.mjs'

/** Commands, run one after the other in an empty folder: what each prints is a part, and every file it leaves. */
const commands = [
  'fit sample -o means.unseen --references means --run run-fit --no-rehearse -q',
  'fit sample -o class.unseen --weights class --compare cosine --run run-class --rehearse -q',
  'tune sample -o tuned.unseen --family paper --no-rehearse --threads 1 --run run-tune -q',
  'compare sample --methods quick --threads 1 --run run-compare --json -q',
  'describe means.unseen lynx --like cat --attribute tail=0.2 --json -o lynx.unseen -q',
  'recognise lynx.unseen sample --rows test --format csv -q',
  'recognise class.unseen sample --rows test --format jsonl --among all -q',
  'evaluate class.unseen sample --json -q',
  'export lynx.unseen --onnx lynx.onnx -q',
  'index means.unseen sample -o library -q',
  'search library cat --json -q',
  'data doctor sample --json -q',
  ...['npy', 'npz', 'safetensors', 'mat', 'csv', 'tsv', 'parquet', 'jsonl'].map(
    format => `data convert sample -o as-${format} --format ${format} -q`
  ),
  'data convert sample -o small --store uint8 -q',
  'report run-tune -o report.html -q',
  'report run-tune --json -q'
]

/** How long something took differs from run to run; so does the checksum of a line of a journal that says it. */
const TIMES = [
  [/"seconds":\s*(\{[^}]*\}|[-\d.e]+)/g, '"seconds":0'],
  [/\d+(\.\d+)? (s|ms|min)\b/g, 'TIME']
]
const LINE_CHECKSUM = /^[0-9a-f]{16} (?=\{)/gm

const sha256 = bytes => createHash('sha256').update(bytes).digest('hex')

/** name → checksum; a name ends in '*' where times were taken out. */
async function bytesOf(checkout) {
  const command = join(checkout, 'packages/node/bin/unseen.js')
  if (!existsSync(join(checkout, 'packages/node/dist/index.js')))
    throw new ScriptError(`${checkout} is no built checkout: run \`npm run build\` there.`)
  const sums = new Map()
  const put = (name, bytes) => {
    const text = /\.(json|jsonl|html)$|^unseen /.test(name) ? Buffer.from(bytes).toString('utf8') : undefined
    // The sample lies in the checkout, and a library says where its rows come from.
    const still = TIMES.reduce(
      (t, [what, by]) => t?.replace(what, by),
      text?.replaceAll(checkout, 'CHECKOUT/')
    )
    if (still === text) sums.set(name, sha256(bytes))
    else sums.set(`${name} *`, sha256(still.replace(LINE_CHECKSUM, '')))
  }
  const unseen = await import(pathToFileURL(join(checkout, 'packages/node/dist/index.js')).href)
  const { digests } = await import('../test/helpers/determinism.mjs')
  for (const form of ['dense', 'sparse'])
    for (const [name, sum] of Object.entries(await digests(unseen, form, unseen.serialExecutor)))
      sums.set(`determinism, ${form}: ${name}`, sum)

  const folder = mkdtempSync(join(tmpdir(), 'unseen-bytes-'))
  try {
    for (const line of commands) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...line.split(' ')], {
        cwd: folder,
        maxBuffer: 2 ** 28,
        env: { ...process.env, UNSEEN_CACHE: join(folder, 'cache'), NO_COLOR: '1' }
      })
      // 1 is an answer with something to say.
      if (status !== 0 && status !== 1)
        throw new ScriptError(`unseen ${line} ended with ${status}.\n${stderr}`)
      if (stdout.length > 0) put(`unseen ${line}`, stdout)
    }
    for (const file of filesOf(folder)) put(file, readFileSync(join(folder, file)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  put("Studio's project file", await projectFile(checkout))
  return sums
}

const filesOf = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.lock'))
    .map(entry => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .filter(path => !path.startsWith('cache'))
    .sort()

/** The sample opened and trained by Studio's engine, on its sources, as the page's worker does. */
async function projectFile(checkout) {
  const { createServer } = await import('vite')
  const server = await createServer({
    configFile: false,
    root: checkout,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: sourcesOf(checkout) }
  })
  try {
    const { testStudio } = await server.ssrLoadModule('/packages/studio/test/helpers/studio.ts')
    const { engine } = await testStudio()
    const content = {
      name: 'sample',
      document: { classes: [{ name: 'elk', values: [1, 0], how: 'attributes', versions: [] }], pages: {} },
      colours: ['horse'],
      address: '#/describe',
      runs: []
    }
    return new Uint8Array(await (await engine.project.write(content)).arrayBuffer())
  } finally {
    await server.close()
  }
}

/** Every door of every package by its source, the longer address first. */
function sourcesOf(checkout) {
  const doors = readdirSync(join(checkout, 'packages')).flatMap(folder => {
    const { name, exports = {} } = JSON.parse(
      readFileSync(join(checkout, 'packages', folder, 'package.json'), 'utf8')
    )
    return Object.entries(exports).flatMap(([door, { types }]) =>
      types === undefined
        ? []
        : [
            [
              door.replace('.', name),
              join(checkout, 'packages', folder, types.replace('dist/', 'src/').replace('.d.ts', '.ts'))
            ]
          ]
    )
  })
  return doors
    .filter(([, source]) => existsSync(source))
    .sort(([a], [b]) => b.length - a.length)
    .map(([find, replacement]) => ({ find, replacement }))
}

await main(async () => {
  await setup()
  const [path] = process.argv.slice(2)
  const here = await bytesOf(root)
  const there = path === undefined ? undefined : await bytesOf(`${resolve(path)}/`)
  const names = [...new Set([...here.keys(), ...(there?.keys() ?? [])])].sort()
  let different = 0
  for (const name of names) {
    const [a, b] = [here.get(name), there?.get(name)]
    if (there !== undefined && a !== b) different++
    const verdict = there === undefined ? '' : a === b ? '  equal    ' : '  DIFFERENT'
    console.log(`${(a ?? 'absent').slice(0, 16).padEnd(16)}${verdict}  ${name}`)
  }
  const starred = names.filter(name => name.endsWith(' *')).length
  console.log(
    `\n${names.length} parts, ${starred} of them without times and folders (*)` +
      (there === undefined ? '' : `; ${names.length - different} equal, ${different} different`)
  )
  return different === 0 ? 0 : 1
})
