// How soon Studio shows a step of a slider: a real drag in Chromium, from input to paint; goal: 95 % within 50 ms.
//
// npm run bench -- studio [--steps 200] [--before FOLDER] [--size sample|large]
// FOLDER is another build of the site (packages/studio/dist of an older checkout), dragged in turn with this one.
// Sizes: the sample (10 classes, 200 images ranked) and 50 classes with 5,000 images, all of them ranked.
// A step counts as shown once the paint is over that has mixture, claims and comparison of it, or of a later one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { result, table } from './lib/report.mjs'

const GOAL = 50
const root = fileURLToPath(new URL('..', import.meta.url))
const helpers = async name => (await runnerImport(join(root, `test/helpers/${name}.ts`))).module

/** 40 seen and 10 unseen classes of 100 rows each around a centre of their own, 85 attributes; seeded. */
async function writeLarge(folder) {
  const [{ createRandom }, { writeNpy }] = await Promise.all([
    import('../packages/core/dist/bundle/index.js'),
    import('../packages/data/dist/bundle/index.js')
  ])
  const [classes, rows, columns, attributes] = [50, 5000, 128, 85]
  const random = createRandom(1)
  const names = Array.from({ length: classes }, (_, at) => `class ${at + 1}`)
  const signatures = names.map(() =>
    Array.from({ length: attributes }, () => (random.next() < 0.6 ? 0 : random.next()))
  )
  // Features follow from the attributes, so that descriptions mean something.
  const weights = Array.from({ length: attributes }, () =>
    Float64Array.from({ length: columns }, () => random.next() - 0.5)
  )
  const centres = signatures.map(signature =>
    Float64Array.from({ length: columns }, (_, k) =>
      signature.reduce((sum, value, at) => sum + value * weights[at][k], 3)
    )
  )
  const data = Float32Array.from({ length: rows * columns }, (_, i) =>
    Math.max(0, centres[Math.floor(i / columns) % classes][i % columns] + random.next() - 0.5)
  )
  const files = {
    'features.npy': writeNpy({ name: 'features', shape: [rows, columns], data }),
    'labels.csv': `label\n${Array.from({ length: rows }, (_, row) => names[row % classes]).join('\n')}\n`,
    'attributes.csv': `class,${Array.from({ length: attributes }, (_, at) => `trait ${at + 1}`).join(',')}\n${names
      .map((name, at) => [name, ...signatures[at].map(value => value.toFixed(2))].join(','))
      .join('\n')}\n`,
    'dataset.json': JSON.stringify({
      version: 1,
      name: 'fifty',
      classes: names,
      features: 'features.npy',
      labels: { file: 'labels.csv', array: 'label' },
      signatures: [{ name: 'attributes', file: 'attributes.csv' }],
      splits: [{ name: 'ten', unseen: names.slice(40) }]
    })
  }
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    })
  )
}

const sizes = {
  sample: {
    says: 'sample: 10 classes, 200 images',
    slider: 'fur',
    open: studio => studio.openSample()
  },
  large: {
    says: '50 classes, 5,000 images',
    slider: 'trait 1',
    async open({ page, action }, files) {
      await page.getByTestId('data-files').setInputFiles(files)
      await page.getByText('5,000 rows of 128 features, of 50 classes').waitFor()
      await action('files.take').click()
      await page.locator('[data-place="describe"]').waitFor({ timeout: 600_000 })
      await page.getByRole('button', { name: /^All \d/ }).click()
    }
  }
}

/** In the page: notes when a step was put in, and when the paint was over that showed it. */
function watchSteps(label) {
  const { session, pages } = window.unseen
  const slider = [...document.querySelectorAll('input[type=range]')].find(each => each.ariaLabel === label)
  const name = document.querySelector('h1').textContent.trim()
  const at = session.store.getState().data.attributes.findIndex(each => each.name === label)
  const steps = []
  /** the value that a mixture is of */
  const valueOf = new Map()
  const look = () => {
    const facts = session.store.getState().classes.find(each => !each.seen && name.startsWith(each.name))
    valueOf.set(facts.mixture.join(), facts.values[at])
    const { claims, comparison } = pages.describe.getState()
    const shown = claims === undefined ? undefined : valueOf.get(comparison?.after.mixture.join())
    const step = steps.findIndex(each => each.shown === undefined && each.value === shown)
    if (step < 0) return
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      for (const each of steps.slice(0, step + 1)) each.painted ??= performance.now()
    }
    for (const each of steps.slice(0, step + 1)) each.shown ??= performance.now()
    requestAnimationFrame(() => port2.postMessage(undefined))
  }
  session.store.subscribe(look)
  pages.describe.subscribe(look)
  let last = slider.valueAsNumber
  window.addEventListener(
    'input',
    event => {
      if (event.target !== slider || slider.valueAsNumber === last) return
      last = slider.valueAsNumber
      steps.push({ value: last, put: event.timeStamp })
    },
    true
  )
  window.steps = steps
}

async function drag(studio, { slider }, wanted) {
  const { page } = studio
  await page.getByTestId('claimed').first().waitFor()
  // What works in the background has ended: rehearsal, thumbnails, saving.
  await page.getByTestId('expected').waitFor({ timeout: 900_000 })
  await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 900_000 })
  await page.evaluate(watchSteps, slider)
  const box = await page.getByRole('slider', { name: slider, exact: true }).boundingBox()
  const x = part => box.x + box.width * part
  const y = box.y + box.height / 2
  // In time of the page's thread, whatever else the machine does.
  const thread = await page.context().newCDPSession(page)
  await thread.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () =>
    (await thread.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value
  await page.mouse.move(x(0.5), y)
  const started = await busy()
  await page.mouse.down()
  const count = () => page.evaluate(() => window.steps.length)
  // To and fro, a pixel or two a frame, as a hand does.
  for (let move = 0; (await count()) < wanted; move++) {
    if (move > 20 * wanted) throw new Error(`The slider gave ${await count()} steps.`)
    await page.mouse.move(x(0.5 + 0.35 * Math.sin(move / 25)), y)
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => done())))
  }
  await page.mouse.up()
  await page.waitForFunction(() => window.steps.every(each => each.painted !== undefined))
  const times = await page.evaluate(() => window.steps.map(({ put, painted }) => painted - put))
  return { times, work: (1000 * ((await busy()) - started)) / times.length }
}

const quantile = (times, part) => [...times].sort((a, b) => a - b)[Math.ceil(part * times.length) - 1]

export async function run({ json = false, args = [] } = {}) {
  const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual)
  const steps = Number(option('--steps', 200))
  const before = option('--before')
  const chosen = option('--size')
  const [{ launchChromium }, { serveFolder }, { openStudio }] = await Promise.all(
    ['chromium', 'server', 'studio'].map(helpers)
  )
  const sites = [
    ...(before === undefined ? [] : [{ name: 'before', folder: before }]),
    { name: 'now', folder: join(root, 'packages/studio/dist') }
  ]
  const folder = await mkdtemp(join(tmpdir(), 'unseen-bench-'))
  const browser = await launchChromium()
  const rows = []
  try {
    const files = await writeLarge(folder)
    for (const [size, how] of Object.entries(sizes).filter(([name]) => name === (chosen ?? name)))
      for (const { name, folder: site } of sites) {
        const server = await serveFolder(site)
        const studio = await openStudio(browser, server.url)
        await how.open(studio, files)
        const { times, work } = await drag(studio, how, steps)
        await studio.close()
        await server.close()
        const [median, most] = [quantile(times, 0.5), quantile(times, 0.95)]
        const within = times.filter(time => time <= GOAL).length / times.length
        rows.push({ size, says: how.says, name, steps: times.length, median, most, within, work })
      }
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
  if (!json) {
    console.log(
      table(
        [
          ['data', 'site', 'steps', 'p50 ms', 'p95 ms', `within ${GOAL} ms`, 'page busy ms a step'],
          ...rows.map(each => [
            each.says,
            each.name,
            each.steps,
            each.median.toFixed(1),
            each.most.toFixed(1),
            `${(100 * each.within).toFixed(1)} %`,
            each.work.toFixed(1)
          ])
        ],
        [0, 1]
      )
    )
    console.log(`\nFrom input to the paint that shows it. Goal: 95 % within ${GOAL} ms on an idle machine.`)
  }
  const results = rows.map(({ size, name, most }) => {
    const peer = rows.find(each => each.size === size && each.name === 'before')
    return name === 'before' || peer === undefined
      ? result(`${size}, ${name}`, most, 'ms')
      : result(`${size}, ${name}`, most, 'ms', 'before', peer.most)
  })
  if (json) console.log(JSON.stringify(results, null, 2))
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
