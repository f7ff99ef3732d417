// Flow 8: everything leaves the page, and what leaves is the truth: files, commands and programs that are
// run, a link that is opened elsewhere.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  exportOnnx,
  fromBytes,
  openDataset,
  readModel,
  takeSplit,
  type Model,
  type SplitData
} from '../../packages/node/dist/index.js'
import { openSession } from '../../packages/node/dist/onnx/session.js'
import { repository } from '../helpers/repository.js'
import { startBrowser, type OpenStudio } from '../helpers/studio.js'

const execute = promisify(execFile)
const pictures = process.env['STUDIO_PICTURES']
const waits = { timeout: 120_000 }
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true })

describe('Share or export', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  let folder: string
  let taken: SplitData
  beforeAll(async () => {
    browser = await startBrowser()
    taken = await takeSplit(await openDataset('sample'), { split: 'automobile-deer', table: 'attributes' })
    // Inside the repository, so that a program finds the package by its name.
    mkdirSync(join(repository, '.unseen'), { recursive: true })
    folder = mkdtempSync(join(repository, '.unseen/take-away-'))
    const shim = join(folder, 'unseen')
    writeFileSync(
      shim,
      `#!/bin/sh\nexec "${process.execPath}" "${join(repository, 'packages/node/bin/unseen.js')}" "$@"\n`
    )
    chmodSync(shim, 0o755)
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (options = {}, opening = browser.openSample): Promise<OpenStudio> => {
    const studio = await opening(options)
    await studio.page.getByTestId('claimed').first().waitFor()
    return studio
  }
  const showDialog = async ({ page }: OpenStudio): Promise<void> => {
    await page.locator('body').press('t')
    await page.getByRole('dialog', { name: 'Share or export' }).waitFor()
    await page.getByTestId('recipe').waitFor()
  }
  const save = async (
    { page, action }: OpenStudio,
    name: string
  ): Promise<{ name: string; bytes: Uint8Array }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), action(name).last().click()])
    const path = join(folder, `saved ${download.suggestedFilename()}`)
    await download.saveAs(path)
    return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(path)) }
  }
  const newClass = async (page: Page, name: string, from: string): Promise<void> => {
    await page.locator('body').press('n')
    await page.getByRole('textbox', { name: 'Name of the new class' }).fill(name)
    await page.getByRole('combobox', { name: 'Begin with' }).selectOption(from)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name }).waitFor()
  }

  /**
   * A class changed, one new by a few attributes, one by numbers of its own, one forgotten, and a bias by
   * hand.
   */
  const work = async (studio: OpenStudio): Promise<void> => {
    const { page, action, go } = studio
    await slider(page, 'hooves').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await newClass(page, 'goat', 'horse')
    await slider(page, 'antlers').focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowRight')
    await newClass(page, 'sea "cow"', 'horse')
    await page.getByRole('tab', { name: 'Vector' }).click()
    await page
      .getByRole('textbox', { name: 'Signature' })
      .fill(
        Array.from({ length: taken.table.attributes?.length ?? 0 }, (_, at) =>
          (0.5 + Math.sin(at) / 3).toFixed(6)
        ).join(' ')
      )
    await action('describe.vector').click()
    await page.getByRole('tab', { name: 'Sliders' }).click()
    await page.locator('body').press('Control+k')
    await page.getByRole('combobox', { name: 'Find actions' }).fill('automobile')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'automobile' }).waitFor()
    await page.locator('body').press('Control+k')
    await page.getByRole('combobox', { name: 'Find actions' }).fill('Forget automobile')
    await page.keyboard.press('Enter')
    await go('evaluate')
    await page.getByTestId('sentence').waitFor(waits)
    await slider(page, 'Bias').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => action('evaluate.rehearsed').count(), waits).toBe(1)
  }

  it('is the same model as a file, as a graph, by commands and by a program', async () => {
    const studio = await open()
    const { page, close } = studio
    await work(studio)
    await showDialog(studio)
    const commands = await page.getByTestId('recipe').innerText()
    expect(commands).toContain('--like horse --attribute antlers=')
    expect(commands).toContain('forget -- CIFAR-10-sample.unseen automobile')
    const table = await save(studio, 'take.table')
    const file = await save(studio, 'project.model')
    const graph = await save(studio, 'take.onnx')
    await page.getByRole('tab', { name: 'TypeScript' }).click()
    const program = await page.getByTestId('recipe').innerText()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the program' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(program)

    const model = fromBytes(file.bytes)
    expect(model.unseen).toEqual(['deer', 'goat', 'sea "cow"'])
    const rows = taken.test.features
    const scoresOf = (of: Model): number[] => [...of.scores(rows, { among: 'all' }).scores]

    // The graph: the bytes of Node's export, and the scores of the model by onnxruntime.
    expect(Buffer.from(graph.bytes).equals(exportOnnx(model).bytes)).toBe(true)
    const session = await openSession(graph.bytes)
    const found = await session.run(
      {
        features: {
          data: Float32Array.from((rows as { data: Float32Array }).data),
          dims: [rows.rows, rows.columns]
        }
      },
      ['scores']
    )
    const expected = scoresOf(model)
    const width = model.classes.length
    for (let row = 0; row < rows.rows; row++) {
      const own = expected.slice(row * width, (row + 1) * width)
      const largest = Math.max(...own.map(Math.abs))
      own.forEach((score, at) =>
        expect(Math.abs(Number(found['scores'].data[row * width + at]) - score)).toBeLessThanOrEqual(
          1e-4 * largest
        )
      )
    }
    await session.close()

    // The commands, in a process each.
    writeFileSync(join(folder, table.name), table.bytes)
    const environment = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
    await execute('sh', ['-c', commands], { cwd: folder, env: environment, maxBuffer: 2 ** 26 })
    const again = await readModel(join(folder, 'CIFAR-10-sample.unseen'))
    expect(again.classes.map(({ name }) => name)).toEqual(model.classes.map(({ name }) => name))
    expect(scoresOf(again)).toEqual(expected)

    // The program, compiled strictly, in a process of its own.
    const source = join(folder, 'again.ts')
    writeFileSync(source, program)
    const options: ts.CompilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      outDir: folder,
      skipLibCheck: true
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const compiled = ts.createProgram([source], options)
    expect(
      ts
        .getPreEmitDiagnostics(compiled)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    ).toEqual([])
    compiled.emit()
    const { stdout } = await execute(process.execPath, [join(folder, 'again.js')], { cwd: folder })
    // Small margins hide no name unless somebody asked for them.
    expect(commands).not.toContain('--reject')
    expect(stdout.trim().split('\n')).toEqual(
      model.recognise(rows, { among: 'all' }).map(([best]) => best.class)
    )
    await page.keyboard.press('Escape')
    await close()
  }, 600_000)

  it("says the same of data of one's own, where the path is the reader's to fill in", async () => {
    const own = join(folder, 'my data')
    mkdirSync(own)
    const classes = ['horse', 'tiger', 'panda', 'whale']
    const rows = Array.from({ length: 48 }, (_, row) =>
      [
        classes[row % 4],
        ...classes.map((_name, k) => (k === row % 4 ? 1 : 0.1) + 0.01 * ((row * 7 + k * 3) % 5))
      ].join(',')
    )
    writeFileSync(join(own, 'features.csv'), `label,f1,f2,f3,f4\n${rows.join('\n')}\n`)
    writeFileSync(
      join(own, 'attributes.csv'),
      'class,stripes,big,water\nhorse,0,1,0\ntiger,1,1,0\npanda,0.1,0.6,0.1\nwhale,0,1,1\nzebra,1,0.9,0\n'
    )
    const studio = await browser.open()
    const { page, action, close } = studio
    await page
      .getByTestId('data-files')
      .setInputFiles(['features.csv', 'attributes.csv'].map(name => join(own, name)))
    await page.getByLabel('tiger').check()
    await action('files.take').click()
    await page.locator('[data-place="describe"]').waitFor()
    await newClass(page, 'orca', 'whale')
    await slider(page, 'stripes').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await showDialog(studio)
    await page.getByText('DATA stands for your data set').waitFor()
    const commands = await page.getByTestId('recipe').innerText()
    expect(commands).toContain('--unseen tiger,zebra')
    const model = fromBytes((await save(studio, 'project.model')).bytes)
    await execute('sh', ['-c', commands.replaceAll('DATA', `"${own}"`)], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
    })
    const again = await readModel(join(folder, /-o (\S+)/.exec(commands)?.[1] ?? ''))
    const { train } = await takeSplit(await openDataset(own), { unseen: ['zebra', 'tiger'] })
    expect([...again.scores(train.features, { among: 'all' }).scores]).toEqual([
      ...model.scores(train.features, { among: 'all' }).scores
    ])
    await close()
  }, 300_000)

  it('saves the project and a report of what is described now', async () => {
    const studio = await open({}, browser.visitSample)
    await showDialog(studio)
    // How large they will be is said before.
    const sizeOf = (what: string) =>
      studio.page
        .getByRole('listitem')
        .filter({ has: studio.page.getByRole('button', { name: `Save: ${what}` }) })
        .textContent()
    await expect.poll(() => sizeOf('Project'), { timeout: 240_000 }).toMatch(/at most [\d.]+ MB/)
    await expect.poll(() => sizeOf('Report'), { timeout: 120_000 }).toMatch(/[\d.]+ [kM]B/)
    const said = Number(/at most ([\d.]+) MB/.exec((await sizeOf('Project')) ?? '')?.[1])
    const project = await save(studio, 'project.save')
    expect(project.bytes.length).toBeLessThanOrEqual(1e6 * (said + 0.05))
    expect(Buffer.from(project.bytes.subarray(0, 2)).toString()).toBe('PK')
    // No word of a command is broken at its hyphens: each stands on one line.
    const words = studio.page.getByTestId('recipe').locator('span').filter({ hasText: /^--/ })
    expect(await words.count()).toBeGreaterThan(2)
    expect(await words.evaluateAll(all => all.map(word => word.getClientRects().length))).toEqual(
      Array.from({ length: await words.count() }, () => 1)
    )
    expect(
      Math.max(...(await words.evaluateAll(all => all.map(word => word.getBoundingClientRect().height))))
    ).toBeLessThan(24)
    const report = await save(studio, 'take.report')
    expect(report.name).toMatch(/\.html$/)
    expect(Buffer.from(report.bytes).toString()).toContain('Evaluation of CIFAR-10 sample')
    await studio.page.keyboard.press('Escape')
    await studio.close()
  })

  it('sends a class by a link: the sample opens by itself, and the class is offered there, added, undone', async () => {
    const first = await open()
    await newClass(first.page, 'goat', 'horse')
    await slider(first.page, 'antlers').focus()
    await first.page.keyboard.press('Shift+ArrowRight')
    await showDialog(first)
    await expect.poll(() => first.page.getByRole('combobox', { name: 'Class' }).inputValue()).toBe('goat')
    await expect.poll(() => first.page.getByTestId('link').inputValue()).toContain('#describe=')
    const hash = new URL(await first.page.getByTestId('link').inputValue()).hash
    await first.page.keyboard.press('Escape')
    const value = await slider(first.page, 'antlers').inputValue()
    await first.close()

    const second = await browser.open({ hash })
    const { page } = second
    const offered = page.getByRole('dialog', { name: 'A class from a link' }).getByText('30 attributes')
    await offered.waitFor()
    expect(page.url()).not.toContain('describe=')
    await page.reload()
    await offered.waitFor()
    expect(await second.axe()).toEqual([])
    await page.getByRole('textbox', { name: 'Name' }).fill('mountain goat')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'mountain goat' }).waitFor()
    expect(await slider(page, 'antlers').inputValue()).toBe(value)
    await page.locator('body').press('Control+z')
    await page.getByRole('heading', { name: 'mountain goat' }).waitFor({ state: 'detached' })

    // The same link again, in the open page: its address changes without a reload.
    await page.evaluate(to => {
      window.location.hash = to
    }, hash)
    await page.getByRole('dialog', { name: 'A class from a link' }).waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await page.getByTestId('claimed').first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await second.close()
  }, 300_000)

  it('refuses a broken link and one about other attributes, and changes nothing', async () => {
    const broken = await browser.open({ hash: '#describe=AAAA' })
    await broken.page.getByRole('alert').getByText('link.description').waitFor()
    await broken.page.getByRole('button', { name: 'Close' }).click()
    await broken.openSample()
    await broken.page.getByTestId('claimed').first().waitFor()
    expect(await broken.page.getByRole('dialog').count()).toBe(0)

    const { deflateRawSync } = await import('node:zlib')
    const other = deflateRawSync(
      JSON.stringify({
        format: 'unseen-description',
        version: 1,
        name: 'okapi',
        attributes: ['stripes', 'neck'],
        values: [1, 1]
      })
    ).toString('base64url')
    await broken.page.evaluate(part => {
      window.location.hash = `#describe=${part}`
    }, other)
    await broken.page.getByRole('dialog', { name: 'A class from a link' }).getByText('link.fit').waitFor()
    expect(await broken.axe()).toEqual([])
    expect(await broken.action('take.add').count()).toBe(0)
    await broken.page.keyboard.press('Escape')
    await broken.page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await broken.page.getByRole('button', { name: 'Undo' }).first().isDisabled()).toBe(true)
    await broken.close()
  })

  it.each([
    [1440, 900],
    [390, 844]
  ])(
    'is found in the bar or the menu and is accessible in both themes at %i pixels',
    async (width, height) => {
      const studio = await open(width === 1440 ? {} : { width, height }, browser.visitSample)
      const { page, axe, setTheme, action, close } = studio
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(theme)
        if (width === 1440) await action('take.show').click()
        else {
          await page.getByRole('button', { name: /CIFAR-10 sample/ }).click()
          await page.getByRole('menuitem', { name: 'Share or export' }).click()
        }
        await page.getByTestId('recipe').waitFor()
        await page.getByText('kB').first().waitFor()
        if (pictures !== undefined)
          await page.screenshot({ path: join(pictures, `take-away-${width}-${theme}.png`) })
        expect(await axe()).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await close()
    }
  )
})
