// A real Chromium for tests: the one inside @sparticuz/chromium, which brings the system libraries it needs,
// so that a fresh machine needs only `npm ci`, all machines have the same, and tests take a third of the time
// they take in a Chromium with everything a desktop wants.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium as playwright } from 'playwright-core'
import type { Browser } from 'playwright-core'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** Runs as root, without a graphics card, and never asks the network for anything of its own accord. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability'
]

/**
 * Starts a browser, with further flags where a test needs them; the caller closes it. UNSEEN_CHROMIUM names
 * an installed one.
 */
export async function launchChromium(further: readonly string[] = []): Promise<Browser> {
  const args = [...flags, ...further]
  // A busy machine takes its time, also over this.
  const timeout = 240_000
  const named = process.env['UNSEEN_CHROMIUM']
  if (named) return playwright.launch({ executablePath: named, args, timeout })
  const folder = await unpack()
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    FONTCONFIG_PATH: join(folder, 'fonts')
  }
  return playwright.launch({ executablePath: join(folder, 'chromium'), args, env, timeout })
}

/** Unpacks the packaged browser once per installation (a few seconds, 200 MB) and returns its folder. */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(modules, '@sparticuz/chromium/package.json'), 'utf8')
  ) as { version: string }
  const folder = join(modules, `.unseen-chromium-${version}`)
  if (existsSync(folder)) return folder

  // Into a folder of its own first: another process must never find a browser that is half there.
  const partial = await mkdtemp(`${folder}-`)
  // The package unpacks to the temporary folder, and its libraries only where it believes itself on
  // Amazon's Linux: it is told both, in a process of its own.
  const script = "import('@sparticuz/chromium').then(({ default: packaged }) => packaged.executablePath())"
  const env = { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
  await promisify(execFile)(process.execPath, ['-e', script], { cwd: modules, env })
  // Its own list of font folders names fixed places.
  await writeFile(join(partial, 'fonts/fonts.conf'), fontSettings(join(folder, 'fonts')))
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }))
  return folder
}

const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${join(tmpdir(), 'unseen-fonts')}</cachedir></fontconfig>
`
