/** The user's own npm: its registry, proxy and credentials hold. Nothing of a package is ever run. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { spawn } from 'node:child_process'

/** Without these npm tries for more than a minute where there is no network. */
const impatient = [
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--loglevel=error',
  '--no-update-notifier'
]

/** Where the registry has the archive of the package, and its checksum; undefined if npm cannot say. */
export async function npmArchive(
  nameAtVersion: string,
  cwd: string,
  signal?: AbortSignal
): Promise<{ url: string; integrity: string } | undefined> {
  const { code, output } = await runNpm(
    ['view', nameAtVersion, 'dist.tarball', 'dist.integrity', '--json', ...impatient],
    cwd,
    signal
  )
  if (code !== 0) return undefined
  try {
    const { 'dist.tarball': url, 'dist.integrity': integrity } = JSON.parse(output) as Record<string, unknown>
    return typeof url === 'string' && typeof integrity === 'string' && URL.canParse(url)
      ? { url, integrity }
      : undefined
  } catch {
    return undefined
  }
}

/** Has npm fetch the archive of the package into the folder. */
export async function npmPack(nameAtVersion: string, folder: string, signal?: AbortSignal): Promise<void> {
  const { code, errors } = await runNpm(
    ['pack', nameAtVersion, '--ignore-scripts', '--prefer-offline', ...impatient],
    folder,
    signal
  )
  if (code === 0) return
  const lines = errors.split('\n').map(line => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const why =
    lines.find(line => line !== '' && !/^code |^errno |^npm warn/.test(line)) ?? 'npm gave no reason'
  throw new UnseenError(
    'network.unreachable',
    `npm could not fetch ${nameAtVersion}: ${why.replace(/\.$/, '')}.`,
    {
      where: { package: nameAtVersion },
      remedy: `Check the network and \`npm config get registry\`; or run \`npm pack ${nameAtVersion}\` on a machine that has a network and bring the .tgz file along (--from FILE).`
    }
  )
}

function runNpm(
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal
): Promise<{ code: number | null; output: string; errors: string }> {
  return new Promise((resolve, reject) => {
    // On Windows npm is a script, which only a shell can run; the arguments are checked or our own.
    const child = spawn('npm', args, {
      cwd,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...defined({ signal })
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-100_000)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4000)
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new UnseenError('network.unreachable', 'npm is not installed, or not on the path.', {
              cause: error
            })
          : error
      )
    )
    child.on('close', code => resolve({ code, output, errors }))
  })
}
