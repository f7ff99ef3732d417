// The walks of `npm run weigh`: how many source files a reader passes who follows one thing from its beginning to its
// end. They are not guessed from imports, most of which lead elsewhere, but taken from what runs: the thing is done
// once, and a file is passed where one of its functions was called.
//
// - `unseen tune`: `unseen tune sample --split deer-ship`
// - `unseen recognise`: `unseen recognise MODEL features.npy`, the model being the one just made
// - a slider step: one key on the first slider of Studio's Describe, the sample being open, trained and rehearsed,
//   until nothing of ours runs any more; on the page and in the engine's worker
//
// Left out is what is on the way of everything:
// - what is called when modules are only loaded
// - the frame: what `--help` of the command calls too, but for the command's own file, and what a key without a
//   meaning calls in Studio
// - the words of the house (folders base and lib) and the painting (.tsx)
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createServer, runnerImport } from 'vite'
import { root as here, ScriptError } from './run.mjs'

const SHARED = /\/src\/(base|lib)\/|\.tsx$/

/** Every walk with the files it passes, of a checkout that is built. */
export async function walks(root, packages) {
  for (const { folder } of packages) {
    const built = folder.endsWith('studio') ? 'types' : 'dist'
    if (!existsSync(join(folder, built))) {
      throw new ScriptError(
        `${folder} is not built, so that nothing can be walked: \`npm run build\` there, or --no-walks.`
      )
    }
  }
  const temporary = mkdtempSync(join(tmpdir(), 'unseen-walks-'))
  try {
    const commands = await walkCommands(root, packages, temporary)
    return [...commands, { walk: 'a slider step', files: await walkSlider(root, temporary) }]
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function walkCommands(root, packages, temporary) {
  const node = packages.find(({ name }) => name === 'unseen').folder
  const hook = join(temporary, 'hook.mjs')
  writeFileSync(hook, hookText(packages))
  let runs = 0
  /** Runs a program of Node and says which functions were called how often: file -> function -> times. */
  const watch = async args => {
    const folder = join(temporary, `coverage-${runs++}`)
    const { code, output } = await runNode(['--import', pathToFileURL(hook).href, ...args], {
      cwd: temporary,
      env: { ...process.env, NODE_V8_COVERAGE: folder }
    })
    if (code !== 0) throw new ScriptError(`node ${args.join(' ')} failed:\n${output}`)
    return readCoverage(folder, root)
  }
  // Everything is loaded once, and nothing else done.
  const loader = join(temporary, 'load.mjs')
  const built = packages
    .flatMap(({ folder }) => builtFiles(join(folder, 'dist')))
    .filter(file => !file.endsWith('cli.js'))
  writeFileSync(
    loader,
    `for (const file of ${JSON.stringify(built.map(file => pathToFileURL(file).href))}) await import(file).catch(() => {})\nprocess.exit(0)\n`
  )
  const loaded = await watch([loader])

  const walk = async (name, ...args) => {
    const bin = join(node, 'bin/unseen.js')
    const [help, all] = [await watch([bin, name, '--help']), await watch([bin, name, ...args])]
    const frame = new Set(calledFiles(help, loaded))
    const files = calledFiles(all, loaded).filter(
      file => file.endsWith(`/commands/${name}.ts`) || (!frame.has(file) && !SHARED.test(file))
    )
    return { walk: `unseen ${name}`, files }
  }
  const features = join(root, 'data/cifar10-sample/features.npy')
  return [
    await walk('tune', 'sample', '--split', 'deer-ship', '-o', 'walk.unseen'),
    await walk('recognise', 'walk.unseen', features)
  ]
}

/** Node loads some packages from bundles; here it takes their modules, as bundlers do. */
function hookText(packages) {
  const modules = Object.fromEntries(
    packages.flatMap(({ doors }) => doors.map(({ name, built }) => [name, pathToFileURL(built).href]))
  )
  const text = `const modules = ${JSON.stringify(modules)}; export const resolve = (name, context, next) => next(modules[name] ?? name, context)`
  return `import { register } from 'node:module'\nregister(${JSON.stringify(`data:text/javascript,${encodeURIComponent(text)}`)})\n`
}

function runNode(args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
    child.on('error', reject)
    child.on('close', code => resolve({ code, output }))
  })
}

const builtFiles = folder =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter(file => file.endsWith('.js') && !/^(bundle|assets)\b|^sw\.js$/.test(file))
        .map(file => join(folder, file))
    : []

/** Of all threads of a process; a function is known by its place. */
function readCoverage(folder, root) {
  const calls = new Map()
  for (const name of readdirSync(folder))
    addCalls(calls, JSON.parse(readFileSync(join(folder, name), 'utf8')).result, url =>
      url.startsWith('file:') ? sourceOf(fileURLToPath(url), root) : undefined
    )
  return calls
}

function addCalls(calls, scripts, fileOf) {
  for (const { url, functions } of scripts) {
    const file = fileOf(url)
    if (file === undefined) continue
    if (!calls.has(file)) calls.set(file, new Map())
    for (const { functionName, ranges } of functions) {
      const [{ startOffset, count }] = ranges
      const key = `${functionName} ${startOffset}`
      // The module itself is no function.
      if (key !== ' 0') calls.get(file).set(key, Math.max(count, calls.get(file).get(key) ?? 0))
    }
  }
}

/** The source of a built file, relative to the root: packages/core/src/fit.ts. */
function sourceOf(file, root) {
  const path = relative(root, file).replaceAll('\\', '/')
  const [, folder, rest] = /^(packages\/[^/]+)\/(?:dist|src)\/(.+)\.[jt]sx?$/.exec(path) ?? []
  return ['ts', 'tsx']
    .map(ending => `${folder}/src/${rest}.${ending}`)
    .find(each => existsSync(join(root, each)))
}

/** Files with a function that was called more often than by loading. */
function calledFiles(calls, before = new Map()) {
  const called = ([file, functions]) =>
    [...functions].some(([key, times]) => times > (before.get(file)?.get(key) ?? 0))
  return [...calls]
    .filter(called)
    .map(([file]) => file)
    .sort()
}

/** Studio's own server of development, which leaves every module a file of its own. */
async function walkSlider(root, temporary) {
  const { module } = await runnerImport(join(here, 'test/helpers/chromium.ts'))
  const studio = join(root, 'packages/studio')
  const server = await createServer({
    root: studio,
    configFile: join(studio, 'vite.config.mjs'),
    logLevel: 'error',
    cacheDir: join(temporary, 'vite'),
    // Found all at once: a dependency that is found later loads the page again.
    optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}'] },
    server: { port: 0, hmr: false, watch: null, fs: { strict: false } }
  })
  const browser = await module.launchChromium()
  try {
    await server.listen()
    const [url] = server.resolvedUrls.local
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block'
    })
    context.setDefaultTimeout(240_000)
    const page = await context.newPage()
    const profiler = await profilerOf(page)
    await page.goto(url)
    await page.locator('[data-action="project.sample"]').first().click()
    await page.getByTestId('expected').waitFor()

    const fileOf = address => {
      const path = decodeURIComponent(address.split('?')[0])
      if (path.startsWith(`${url}@fs/`)) return sourceOf(path.slice(`${url}@fs`.length), root)
      return path.startsWith(url) ? sourceOf(join(studio, path.slice(url.length)), root) : undefined
    }
    /** What is called until nothing is for a while: the answer to a step, and what is saved of it, take their time. */
    const watch = async () => {
      const calls = new Map()
      for (let quiet = 0; quiet < 4;) {
        await page.waitForTimeout(500)
        const now = new Map()
        for (const scripts of await profiler.take()) addCalls(now, scripts, fileOf)
        quiet = calledFiles(now).length === 0 ? quiet + 1 : 0
        for (const [file, functions] of now)
          calls.set(
            file,
            new Map([...(calls.get(file) ?? []), ...[...functions].filter(([, times]) => times > 0)])
          )
      }
      return new Set(calledFiles(calls))
    }
    await profiler.start()
    await watch()
    await page.locator('body').press('F8')
    const frame = await watch()
    const slider = page.locator('[data-attribute] input[type=range]').first()
    await slider.focus()
    await watch()
    await slider.press('ArrowRight')
    return [...(await watch())].filter(file => !frame.has(file) && !SHARED.test(file))
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Counts calls on the page and in its workers, since the last time it was asked. */
async function profilerOf(page) {
  const session = await page.context().newCDPSession(page)
  const workers = []
  const waiting = new Map()
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId))
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    waiting.get(id)?.(result)
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false
  })
  let number = 0
  const ask = (sessionId, method, params = {}) =>
    new Promise(resolve => {
      const id = ++number
      waiting.set(id, resolve)
      // A worker that has ended has nothing to say.
      session
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
        .catch(() => resolve(undefined))
    })
  const everywhere = (method, params) =>
    Promise.all([session.send(method, params), ...workers.map(each => ask(each, method, params))])
  return {
    async start() {
      await everywhere('Profiler.enable')
      await everywhere('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    },
    take: async () =>
      (await everywhere('Profiler.takePreciseCoverage')).flatMap(answer =>
        answer === undefined ? [] : [answer.result]
      )
  }
}
