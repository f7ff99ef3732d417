// The licence texts of everything that the package `unseen` carries of others: what the bundler put into the site
// of Studio. Runs around `npm pack` in packages/node: `in` puts THIRD-PARTY-LICENCES.txt into the package, `out`
// takes it away again; `list` prints the packages.
//
// Which they are the bundler says: the site is built once more in memory, with its own settings, and every
// module that went into a file of it is traced to its package. A package without a licence text is refused; one
// that forgot to publish it has it in scripts/licences, named by its version, so that a newer one is looked at
// again.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { main, root, ScriptError } from './run.mjs'

const studio = join(root, 'packages/studio')
const target = join(root, 'packages/node/THIRD-PARTY-LICENCES.txt')
const kept = join(root, 'scripts/licences')

/** Every package of others in the site, by its name: { name, version, licence, text }. */
export async function bundledPackages() {
  const { modules, files } = await buildInMemory()
  const dist = join(studio, 'dist/assets')
  const unknown = readdirSync(dist).filter(name => !files.has(`assets/${name}`))
  if (unknown.length > 0) {
    throw new ScriptError(
      `packages/studio/dist/assets holds ${unknown[0]}, which its sources do not make now: whose code it is cannot be said. Run \`npm run build\`.`
    )
  }
  const folders = new Set([...modules].map(folderOf).filter(folder => folder !== undefined))
  return [...folders].map(packageIn).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The site as its own settings make it, but nothing is written: its modules and the names of its files. */
async function buildInMemory() {
  const { build, loadConfigFromFile, mergeConfig } = await import('vite')
  const modules = new Set()
  const files = new Set()
  const collect = () => ({
    name: 'unseen-licences',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        files.add(file.fileName)
        // A file that is no code, a font for instance, is named relative to the site's sources.
        const from =
          file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map(name => join(studio, name))
        for (const id of from) modules.add(id)
      }
    }
  })
  // React has one build for development and one for production.
  process.env.NODE_ENV = 'production'
  const { config } = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(studio, 'vite.config.mjs')
  )
  // The sample is no code, and the service worker is written into the folder of the site.
  const plugins = config.plugins.filter(({ name }) => !['unseen-sample', 'unseen-offline'].includes(name))
  await build(
    mergeConfig(
      { ...config, plugins: [...plugins, collect()] },
      {
        configFile: false,
        logLevel: 'error',
        worker: { plugins: () => [collect()] },
        build: { write: false }
      }
    )
  )
  return { modules, files }
}

/** Helpers that the tools put in: their modules are no files, but named after the tool. */
const tools = [
  [/^vite\//, 'vite'],
  [/^(rolldown\/|@oxc-project\+runtime@)/, 'rolldown']
]

/** The folder of the package that a module belongs to; undefined for our own. */
function folderOf(id) {
  if (id.startsWith('\0')) {
    const tool = tools.find(([pattern]) => pattern.test(id.slice(1)))?.[1]
    if (tool === undefined)
      throw new ScriptError(`Whose module is ${JSON.stringify(id)}? Add it to \`tools\`.`)
    return join(root, 'node_modules', tool)
  }
  return /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id)?.[0]
}

function packageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, licence: license, text: licenceText(folder, { name, version }) }
}

/** What a package says about its licence, all files of it; where it says nothing, the text that is kept here. */
export function licenceText(folder, { name, version }) {
  const own = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)\b/i.test(file))
  const files = own.sort().map(file => join(folder, file))
  const ours = join(kept, `${name.replace('/', '+')}@${version}.txt`)
  if (files.length === 0 && existsSync(ours)) files.push(ours)
  const texts = files.map(file => cut(name, readFileSync(file, 'utf8')).trim()).filter(text => text !== '')
  if (texts.length > 0) return texts.join('\n\n').replaceAll('\r\n', '\n')
  throw new ScriptError(
    `${name} ${version} goes into the package \`unseen\`, but has no licence text. Put the one of its authors into ${relative(root, ours)}.`
  )
}

/** Vite's file goes on with the licences of what Vite itself is made of, none of which is in the site. */
const cut = (name, text) => (name === 'vite' ? text.split(/^# Licenses of bundled dependencies$/m)[0] : text)

/** One text, with what shares a licence to the letter under one head. */
export function writeLicences(packages) {
  const heads = new Map()
  for (const { name, version, licence, text } of packages) {
    heads.set(text, [...(heads.get(text) ?? []), `${name} ${version} (${licence})`])
  }
  const line = '='.repeat(100)
  const parts = [...heads].map(([text, names]) => `${line}\n${names.join('\n')}\n${line}\n\n${text}\n`)
  return `The web application in the folder studio contains the following packages of others, under their licences.\nWhat the sample in the folder data is made of is said in NOTICE.\n\n${parts.join('\n\n')}`
}

async function act([what]) {
  if (what === 'in') writeFileSync(target, writeLicences(await bundledPackages()))
  else if (what === 'out') rmSync(target, { force: true })
  else if (what === 'list') {
    for (const { name, version, licence } of await bundledPackages())
      console.log(`${name} ${version} ${licence}`)
  } else throw new ScriptError('Say `in`, `out` or `list`: node scripts/licences.mjs list')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(() => act(process.argv.slice(2)))
