// The packages as npm would publish them, installed in an empty project: what a newcomer has.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { repository } from './repository.js'

/** Every package that `unseen` is made of, itself last. */
const names = ['core', 'data', 'networks', 'client', 'report', 'node']

/** npm hands its settings down in the environment; the empty project must not inherit ours. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
)

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    env: clean,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32'
  })

/**
 * Packs all packages and installs them below `folder`, in a project of its own. Scripts of installation are left
 * out, as in this repository: some would fetch from outside the registry.
 *
 * @returns an environment whose PATH has the command `unseen`
 */
export function installPacked(folder: string): Record<string, string | undefined> {
  const project = join(folder, 'installed')
  mkdirSync(project, { recursive: true })
  const archives = names.map(name => {
    const said = npm(['pack', '--json', '--pack-destination', project], join(repository, 'packages', name))
    const [{ filename }] = JSON.parse(said) as [{ filename: string }]
    return `./${filename}`
  })
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true }))
  npm(['install', '--prefer-offline', '--ignore-scripts', ...archives], project)
  return { ...clean, PATH: [join(project, 'node_modules/.bin'), process.env['PATH']].join(delimiter) }
}
