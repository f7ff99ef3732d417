// The published package, as a stranger meets it: packed, installed in an empty project without the network,
// then used in Node, in a Vite build and from a plain page. All three must give the same answer.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './helpers/chromium.js'
import { serveFolder } from './helpers/server.js'
import { repository } from './helpers/repository.js'

const execute = promisify(execFile)

/** npm hands its settings down in the environment; the empty project must not inherit ours. */
const cleanEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
)

/** A module whose `answer` is what the package does with a tiny problem, as text. */
const small = (specifier: string) => `
import * as unseen from '${specifier}'

const classes = ['horse', 'tiger', 'panda', 'whale', 'zebra', 'dolphin']
const matrix = [[1, 0, 0, 1, 0], [0, 1, 0, 0, 1], [0, 0, 1, 1, 1], [0, 0, 1, 0, 0], [1, 1, 0, 1, 0], [0.1, 0, 1, 0, 0.2]]
const labels = [], features = []
for (let i = 0; i < 24; i++) {
  const s = i % 4
  labels.push(classes[s])
  features.push(matrix[s].map((value, m) => value + 0.1 * ((i * 7 + m * 3) % 5)))
}

const trained = unseen.fit({ features, labels, signatures: { classes, matrix } })

async function answerOf() {
  const model = await trained
  const { shares } = model.mixture('zebra')
  const rows = [[1, 0.9, 0.1, 1.1, 0], [0, 0.1, 1, 0, 0.1]]
  const unseenOnly = await model.recognise(rows)
  const all = await model.recognise(rows, { among: 'all' })
  return JSON.stringify({ unseenOnly, all, mixture: shares })
}

export const names = Object.keys(unseen)
export const total = trained.then((model) => model.mixture('zebra').shares.reduce((sum, { share }) => sum + share, 0))
export const answer = answerOf()
`

/** A page with a script and an icon of its own, so that the browser asks for nothing else. */
const page = (script: string) =>
  `<!doctype html><title>Unseen</title><link rel="icon" href="data:,">${script}`
const show = 'const result = await answer; document.body.dataset.answer = result'

describe('the package @unseen/core', () => {
  let project: string
  let browser: Browser | undefined
  let nodeAnswer: string

  beforeAll(async () => {
    project = await realpath(await mkdtemp(join(tmpdir(), 'unseen-package-')))
    const packed = await npm(
      ['pack', '--json', '--pack-destination', project],
      join(repository, 'packages/core')
    )
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ name: 'empty', private: true, type: 'module' })
    )
    await npm(['install', '--offline', '--ignore-scripts', `./${filename}`], project)
    await writeFile(join(project, 'small.js'), small('@unseen/core'))
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await rm(project, { recursive: true, force: true })
  })

  async function npm(args: string[], cwd: string): Promise<string> {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--cache', join(project, '.cache')]
    return (
      await execute('npm', [...args, ...quiet], {
        cwd,
        env: cleanEnvironment,
        shell: process.platform === 'win32'
      })
    ).stdout
  }

  async function inNode(script: string): Promise<string> {
    return (
      await execute(process.execPath, ['--input-type=module', '-e', script], {
        cwd: project,
        env: cleanEnvironment
      })
    ).stdout.trim()
  }

  /**
   * Opens a page of a folder and returns the answer it shows; an error on the page fails the test with its
   * text.
   */
  async function inBrowser(folder: string): Promise<string | undefined> {
    const server = await serveFolder(folder)
    const tab = await browser!.newPage()
    try {
      const failed = new Promise<never>((_, reject) => {
        tab.on('pageerror', reject)
        // A module that is missing is no error of the page: it only never runs.
        tab.on('response', response => {
          if (!response.ok()) reject(new Error(`${response.url()}: ${response.status()}`))
        })
      })
      const shown = tab
        .goto(`${server.url}/`)
        .then(() => tab.waitForSelector('body[data-answer]', { state: 'attached', timeout: 240_000 }))
        .then(() => tab.evaluate(() => document.body.dataset['answer']))
      return await Promise.race([shown, failed])
    } finally {
      await tab.close()
      await server.close()
    }
  }

  it('holds the built files and nothing else', async () => {
    const installed = join(project, 'node_modules/@unseen/core')
    const extra = (await readdir(installed)).filter(
      name => !['dist', 'package.json', 'README.md', 'LICENSE'].includes(name)
    )
    expect(extra).toEqual([])
    expect(await readdir(join(project, 'node_modules/@unseen'))).toEqual(['core'])
    const files = await readdir(join(installed, 'dist'), { recursive: true, withFileTypes: true })
    expect(
      files.filter(file => file.isFile() && !/\.(js|d\.ts)$/.test(file.name)).map(file => file.name)
    ).toEqual([])
  })

  it('imports in Node', async () => {
    const names = JSON.parse(
      await inNode("import { names } from './small.js'; console.log(JSON.stringify(names))")
    ) as string[]
    expect(names).toEqual(expect.arrayContaining(['UnseenError', 'Matrix', 'Model', 'fit']))
  })

  it('describes a class as a mixture in Node', async () => {
    expect(Number(await inNode("import { total } from './small.js'; console.log(await total)"))).toBeCloseTo(
      1,
      9
    )
  })

  it('fits and recognises in Node', async () => {
    nodeAnswer = await inNode("import { answer } from './small.js'; console.log(await answer)")
    // The first row is a zebra and the second a dolphin, though neither was in the training rows.
    const { unseenOnly } = JSON.parse(nodeAnswer) as { unseenOnly: { class: string }[][] }
    expect(unseenOnly.map(([best]) => best.class)).toEqual(['zebra', 'dolphin'])
  })

  it('runs in a browser after a Vite build', async () => {
    await writeFile(join(project, 'index.html'), page('<script type="module" src="/main.js"></script>'))
    await writeFile(join(project, 'main.js'), `import { answer } from './small.js'\n${show}\n`)
    await build({ root: project, configFile: false, logLevel: 'warn', build: { outDir: 'built' } })
    expect(await inBrowser(join(project, 'built'))).toBe(nodeAnswer)
  })

  it('runs from a plain page, without a bundler', async () => {
    const plain = join(project, 'plain')
    await cp(join(project, 'node_modules/@unseen/core/dist'), join(plain, 'core'), { recursive: true })
    await writeFile(join(plain, 'small.js'), small('./core/index.js'))
    await writeFile(
      join(plain, 'index.html'),
      page(`<script type="module">import { answer } from './small.js'\n${show}</script>`)
    )
    expect(await inBrowser(plain)).toBe(nodeAnswer)
  })
})
