// Makes a clone ready to use: installs what package-lock.json names, then builds what has changed.
// A second run repeats nothing and says nothing. Only Node itself is needed to start it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { main, root, run, ScriptError } from './run.mjs'

const installStamp = join(root, 'node_modules/.unseen-setup')
const buildStamp = join(root, '.unseen/build')
const studioStamp = join(root, '.unseen/studio')

/** Installs where needed, and makes the kernels: all that the tests on the sources want. */
export async function prepare() {
  requireNode()
  const lock = hash(['package-lock.json'])
  if (read(installStamp) !== lock) {
    if (!alreadyInstalled()) await install()
    write(installStamp, lock)
  }
  const { makeKernels } = await import('./build.mjs')
  await makeKernels()
}

/**
 * Installs and builds where needed; `rebuild` builds in any case, `rebuildStudio` only the site. Also
 * vitest's global set-up, hence the name.
 */
export async function setup({ rebuild = false, rebuildStudio = rebuild } = {}) {
  await prepare()
  // Taken before the build, so that an edit made meanwhile is built next time.
  const sources = hash(sourceFiles())
  if (rebuild || read(buildStamp) !== sources || !outputsExist()) {
    console.error('Building the packages')
    const { build } = await import('./build.mjs')
    await build()
    write(buildStamp, sources)
  }
  const site = hash(studioFiles())
  if (rebuildStudio || read(studioStamp) !== site || !existsSync(join(root, 'packages/studio/dist/sw.js'))) {
    console.error('Building Studio')
    const { buildStudio } = await import('./build.mjs')
    await buildStudio()
    write(studioStamp, site)
  }
}

function requireNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    throw new ScriptError(
      `Unseen needs Node 20 or newer, and this is ${process.version}. Install a current Node and run the command again.`
    )
}

/** True where somebody ran npm by hand and every package is there in the version of the lock file. */
function alreadyInstalled() {
  const installed = read(join(root, 'node_modules/.package-lock.json'))
  if (!installed) return false
  const have = JSON.parse(installed).packages
  const want = Object.entries(JSON.parse(read(join(root, 'package-lock.json'))).packages)
  return want.every(([path, { version, link, optional }]) => {
    if (!path.startsWith('node_modules/') || link) return true
    return path in have ? have[path].version === version : optional
  })
}

async function install() {
  console.error('Installing dependencies (npm ci)')
  // No package needs its install script, and some would download from outside the registry.
  const { code, output } = await run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { quiet: true }
  ).catch(() => {
    throw new ScriptError('npm was not found. It comes with Node: check that both are on the PATH.')
  })
  if (code === 0) return
  // npm explains all of its options after a mismatch: only what comes before is news.
  const [reason] = output.split(/^npm error Clean install/m)
  throw new ScriptError(`${reason.trim()}\n\nInstalling the dependencies failed. ${adviceFor(output)}`)
}

function adviceFor(output) {
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ERR_SOCKET_TIMEOUT/.test(output)) {
    return 'The npm registry cannot be reached: the first run needs the network. Check the connection or the proxy and run the command again.'
  }
  if (/code EUSAGE/.test(output))
    return 'package-lock.json does not agree with package.json: run `npm install` and commit both.'
  return 'Run `npm ci` to see more.'
}

/** Every file the build reads, in a fixed order; the generated kernels are an output. */
function sourceFiles() {
  const packages = readdirSync(join(root, 'packages')).map(name => `packages/${name}`)
  return [
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.json',
    'scripts/build.mjs',
    'scripts/build-kernels.mjs',
    ...packages.flatMap(path => [
      `${path}/package.json`,
      `${path}/tsconfig.json`,
      ...filesUnder(`${path}/src`),
      ...filesUnder(`${path}/assembly`)
    ])
  ].filter(file => file !== 'packages/core/src/kernels/binary.ts' && existsSync(join(root, file)))
}

/** Every file the site is made of. */
function studioFiles() {
  const own = ['index.html', 'vite.config.mjs', 'package.json'].map(name => `packages/studio/${name}`)
  const libraries = ['core', 'data', 'networks', 'client', 'report'].map(name => `packages/${name}/src`)
  const folders = [
    'packages/studio/src',
    'packages/studio/public',
    'packages/studio/build',
    ...libraries,
    'data/cifar10-sample'
  ]
  return ['package-lock.json', ...own, ...folders.flatMap(filesUnder)].filter(
    file => file !== 'packages/core/src/kernels/binary.ts'
  )
}

function filesUnder(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort()
}

/** A build whose results were deleted has to be made again. */
function outputsExist() {
  const { references } = JSON.parse(read(join(root, 'tsconfig.json')))
  const kernels =
    !existsSync(join(root, 'scripts/build-kernels.mjs')) ||
    existsSync(join(root, 'packages/core/src/kernels/binary.ts'))
  return (
    kernels &&
    existsSync(join(root, 'packages/page/dist/site/page.js')) &&
    ['core', 'data'].every(name => existsSync(join(root, `packages/${name}/dist/bundle/index.js`))) &&
    references.every(
      ({ path }) =>
        existsSync(join(root, path, path.endsWith('studio') ? 'types' : 'dist')) ||
        filesUnder(`${path}/src`).length === 0
    )
  )
}

function hash(files) {
  const sum = createHash('sha256')
  for (const file of files)
    sum
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return sum.digest('hex')
}

const read = file => (existsSync(file) ? readFileSync(file, 'utf8') : '')

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

// `npm run build`
if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(() => setup({ rebuild: true }))
