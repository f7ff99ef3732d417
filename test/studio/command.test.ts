// `unseen studio` as it is called: the site on the loopback address, one's data or model handed over, Ctrl-C.
import { writeParquet } from 'unseen'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../helpers/chromium.js'
import { repository } from '../helpers/repository.js'
import { openStudio } from '../helpers/studio.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const attributes = 'class,stripes,big\nhorse,0,1\ntiger,1,1\nwhale,0.1,0.9\nzebra,1,0.9\n'
const classes = ['horse', 'tiger', 'whale']
const rows = Array.from({ length: 30 }, (_, i) => ({
  label: classes[i % 3],
  values: classes.map((_name, k) => (k === i % 3 ? 1 : 0.1) + 0.01 * ((i * 7 + k) % 5))
}))

/** Starts the command and waits for its address. */
async function start(
  ...args: string[]
): Promise<{ url: string; child: ChildProcess; ended: Promise<number | null> }> {
  const child = spawn(process.execPath, [command, 'studio', '--json', '--no-open', ...args], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise<number | null>(resolve => child.on('exit', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', data => resolve(String(data)))
    void ended.then(code => reject(new Error(`it ended with ${String(code)}`)))
  })
  return { url: (JSON.parse(line) as { url: string }).url, child, ended }
}

const statusOf = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject).end()
  })

describe('unseen studio', () => {
  let browser: Browser
  let folder: string
  beforeAll(async () => {
    browser = await launchChromium()
    folder = await mkdtemp(join(tmpdir(), 'unseen-studio-test-'))
  })
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('serves the page, refuses strangers and ways out, and stops at Ctrl-C', async () => {
    const { url, child, ended } = await start()
    const { page, close } = await openStudio(browser, url.replace(/\/$/, ''))
    await page.getByText('described, never shown').waitFor()
    await close()
    expect(await statusOf(url, { Host: 'evil.example' })).toBe(403)
    expect(await statusOf(url, {}, 'POST')).toBe(405)
    expect(await statusOf(`${url}..%2f..%2fpackage.json`)).toBe(400)
    expect(await statusOf(`${url}nothing`)).toBe(404)
    expect(await statusOf(`${url}local/%2fetc%2fpasswd`)).toBe(404)
    child.kill('SIGINT')
    expect(await ended).toBeOneOf([0, 130])
  })

  it('hands over a folder of data, also in a format that only Node reads', async () => {
    const data = join(folder, 'zoo')
    await mkdir(data)
    await writeFile(join(data, 'attributes.csv'), attributes)
    await writeFile(join(data, 'labels.csv'), `label\n${rows.map(({ label }) => label).join('\n')}\n`)
    await writeFile(
      join(data, 'features.parquet'),
      writeParquet([
        { name: 'features', shape: [30, 3], data: Float32Array.from(rows.flatMap(({ values }) => values)) }
      ])
    )
    const { url, child, ended } = await start(data)
    const { page, close, action } = await openStudio(browser, url.slice(0, url.indexOf('/#')), {
      hash: url.slice(url.indexOf('#'))
    })
    await page.getByText('30 rows of 3 features, of 3 classes').waitFor()
    await action('files.take').click()
    await page.locator('[data-place="describe"]').waitFor()
    await close()
    child.kill('SIGINT')
    await ended
  })

  it('says what is wrong with a path that is not there', async () => {
    await expect(start(join(folder, 'nowhere'))).rejects.toThrow('it ended with 2')
  })
})
