// npm run release -- patch|minor|major|X.Y.Z [--dry-run] [--no-provenance]: a new version of every package.
// npm run release -- publish [--dry-run] [--no-provenance]: publishes the version that HEAD is tagged with, or
// what is missing of it.
//
// All packages share one version. It is written into every package.json, their dependencies on each other, the
// lock, CITATION.cff and, with today's date, over what CHANGELOG.md has under Unreleased; `repository`, `homepage`
// and `bugs` come from the remote `origin`. Then everything is built, committed, tagged and published, each
// package after those that it needs. Nothing is pushed.
//
// Provenance says which commit of which repository a package was made of, and only continuous integration can
// attest it: elsewhere the script ends with the tag, and .github/workflows/release.yml publishes what is pushed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main, root, run, ScriptError } from './run.mjs'
import { setup } from './setup.mjs'

const BRANCH = 'main'
const usage = 'npm run release -- patch|minor|major|X.Y.Z|publish [--dry-run] [--no-provenance]'

/** Hosts with the page where bugs are told; of others it is not known. */
const hosts = { 'github.com': '/issues', 'codeberg.org': '/issues', 'gitlab.com': '/-/issues' }

const read = file => readFileSync(join(root, file), 'utf8')
const readJson = file => JSON.parse(read(file))
const toJson = value => `${JSON.stringify(value, undefined, 2)}\n`

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

function nextVersion(current, what) {
  const numbers = current.split('.').map(Number)
  const at = ['major', 'minor', 'patch'].indexOf(what)
  if (at >= 0) return numbers.map((number, i) => (i < at ? number : i === at ? number + 1 : 0)).join('.')
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(what)) {
    throw new ScriptError(
      `'${what}' is neither patch, minor, major nor a version such as 1.2.3. Usage: ${usage}`
    )
  }
  const step = what.split('.').map((number, i) => Number(number) - numbers[i])
  if ((step.find(each => each !== 0) ?? 0) < 0) {
    throw new ScriptError(`${what} is older than the present version, ${current}.`)
  }
  return what
}

function checkState(version) {
  const branch = git('branch', '--show-current')
  if (branch !== BRANCH) {
    throw new ScriptError(
      `A release is made on ${BRANCH}, and this is ${branch || 'no branch'}: git switch ${BRANCH}`
    )
  }
  checkClean()
  if (git('tag', '--list', `v${version}`) !== '') {
    throw new ScriptError(
      `There is a tag v${version} already. Take the next version, or go on with: npm run release -- publish`
    )
  }
}

function checkClean() {
  const changed = git('status', '--porcelain')
  if (changed !== '')
    throw new ScriptError(`Commit or stash what has changed, then run the command again:\n${changed}`)
}

function origin() {
  try {
    return git('remote', 'get-url', 'origin')
  } catch {
    throw new ScriptError(
      'There is no remote `origin`, so nobody knows where this repository lives: `repository`, `homepage` and `bugs` of the packages come from it. Add it with: git remote add origin URL'
    )
  }
}

/** https://host/owner/name, of any form in which git takes an address. */
function addressOf(remote) {
  const [, host, path] =
    /^(?:https?:\/\/|ssh:\/\/|git@)(?:[^@/]+@)?([^/:]+)(?::\d+)?[/:]+(.+?)(?:\.git)?\/*$/.exec(remote) ?? []
  if (!(host in hosts)) {
    throw new ScriptError(
      `The remote \`origin\` is ${remote.replace(/\/\/[^@/]+@/, '//')}: where its bugs are told is known only of ${Object.keys(hosts).join(', ')}. Take another remote, or add its host to \`hosts\` in scripts/release.mjs.`
    )
  }
  return { repository: `https://${host}/${path}`, bugs: `https://${host}/${path}${hosts[host]}` }
}

/** Every file that a release changes, with its new text. */
function plannedFiles(version, address) {
  const workspaces = readJson('package.json').workspaces
  const own = new Set(workspaces.map(folder => readJson(`${folder}/package.json`).name))
  const files = new Map()
  for (const folder of ['', ...workspaces]) {
    const file = join(folder, 'package.json').replaceAll('\\', '/')
    files.set(file, toJson({ ...raised(readJson(file), version, own), ...metadata(folder, address) }))
  }
  const lock = readJson('package-lock.json')
  for (const folder of ['', ...workspaces])
    lock.packages[folder] = raised(lock.packages[folder], version, own)
  files.set('package-lock.json', toJson({ ...lock, version }))
  const date = new Date().toISOString().slice(0, 10)
  files.set('CHANGELOG.md', released(read('CHANGELOG.md'), version, date))
  if (existsSync(join(root, 'CITATION.cff'))) {
    files.set('CITATION.cff', cited(read('CITATION.cff'), { version, date, address }))
  }
  return new Map([...files].filter(([file, text]) => text !== read(file)))
}

/** A manifest in the new version, and with it what it needs of the other packages. */
function raised(manifest, version, own) {
  const next = { ...manifest, version }
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    if (next[kind] === undefined) continue
    next[kind] = Object.fromEntries(
      Object.entries(next[kind]).map(([name, range]) => [name, own.has(name) ? version : range])
    )
  }
  return next
}

function metadata(folder, { repository, bugs }) {
  const directory = folder === '' ? {} : { directory: folder }
  return {
    repository: { type: 'git', url: `git+${repository}.git`, ...directory },
    homepage: folder === '' ? `${repository}#readme` : `${repository}/tree/${BRANCH}/${folder}#readme`,
    bugs
  }
}

/** What stood under Unreleased gets a version and a date; a version that has its section already keeps it. */
function released(changelog, version, date) {
  const [, head, news, rest] = /^([^]*?^## Unreleased\n)([^]*?)(?=(^## [^]*)|(?![^]))/m.exec(changelog) ?? []
  if (head === undefined) throw new ScriptError('CHANGELOG.md has no section "## Unreleased".')
  if (news.trim() === '') {
    if (rest?.startsWith(`## ${version} `)) return changelog
    throw new ScriptError(
      'CHANGELOG.md has nothing under Unreleased: say there what is new, then release it.'
    )
  }
  return `${head}\n## ${version} (${date})\n\n${news.trim()}\n${rest === undefined ? '' : `\n${rest}`}`
}

function cited(text, { version, date, address }) {
  const lines = text.split('\n').filter(line => !/^(version|date-released|repository-code):/.test(line))
  const at = lines.findIndex(line => line.startsWith('license:'))
  const said = [`version: ${version}`, `date-released: '${date}'`, `repository-code: '${address.repository}'`]
  return [...lines.slice(0, at), ...said, ...lines.slice(at)].join('\n')
}

/** Prints what would change in a file. */
function show(file, text) {
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-color', '-U0', '--', file, '-'], {
    cwd: root,
    input: text,
    encoding: 'utf8'
  })
  const lines = stdout.split('\n').filter(line => /^[+-](?!\+\+ |-- )/.test(line))
  console.log([`\n${file}`, ...lines].join('\n'))
}

/** Writes, builds, commits and tags; where the build fails, every file is as it was. */
async function write(version, files) {
  const before = new Map([...files.keys()].map(file => [file, read(file)]))
  const put = texts => {
    for (const [file, text] of texts) writeFileSync(join(root, file), text)
  }
  put(files)
  try {
    // The site of Studio says its version.
    await setup()
    if (files.size > 0) git('commit', '--quiet', '--message', `Release ${version}`, '--', ...files.keys())
  } catch (error) {
    put(before)
    throw error
  }
  git('tag', '--annotate', `v${version}`, '--message', version)
  console.log(`${version} is committed and tagged as v${version}.`)
}

async function publishTagged({ dry, provenance }) {
  const { version } = readJson('package.json')
  checkClean()
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) {
    throw new ScriptError(
      `HEAD is not what v${version} names. Check that tag out, or make a release first: ${usage}`
    )
  }
  if (!dry) await setup()
  await publishAll(version, { dry, provenance, tagged: false })
}

/** Public packages, each after those that it needs. */
function publicPackages() {
  const manifests = readJson('package.json').workspaces.map(folder => readJson(`${folder}/package.json`))
  const waiting = new Map(manifests.filter(each => each.private !== true).map(each => [each.name, each]))
  const order = []
  const take = name => {
    const manifest = waiting.get(name)
    if (manifest === undefined) return
    waiting.delete(name)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      take(each)
    order.push(name)
  }
  for (const { name } of manifests) take(name)
  return order
}

/** True in continuous integration that hands out the identity which npm signs with. */
function canAttest() {
  return ['ACTIONS_ID_TOKEN_REQUEST_URL', 'SIGSTORE_ID_TOKEN'].some(name => process.env[name])
}

/** Stops at the first package that is refused: those after it may need it. */
async function publishAll(version, { dry, provenance, tagged }) {
  const again = `npm run release -- publish${provenance ? '' : ' --no-provenance'}`
  if (provenance && !dry && !canAttest()) {
    const way = `Provenance is attested by continuous integration alone. Push, and it publishes:\n  git push --follow-tags\nTo publish from here without it:\n  npm run release -- publish --no-provenance`
    if (!tagged) throw new ScriptError(way)
    console.log(way)
    return
  }
  const done = []
  for (const name of publicPackages()) {
    const args = [
      'publish',
      '--workspace',
      name,
      ...(provenance ? ['--provenance'] : []),
      '--access',
      'public'
    ]
    if (dry) {
      console.log(`npm ${args.join(' ')}`)
    } else if (await isPublished(name, version)) {
      console.log(`${name} ${version} was published before.`)
    } else if ((await run('npm', args)).code !== 0) {
      const so = done.length === 0 ? 'Nothing was published now' : `Published now: ${done.join(', ')}`
      throw new ScriptError(
        `${name} ${version} was not published: npm says above why. ${so}. Once that is mended, go on with: ${again}`
      )
    } else done.push(name)
  }
  if (!dry)
    console.log(
      `${version} is published. Push the commit and the tag, if they are not: git push --follow-tags`
    )
}

async function isPublished(name, version) {
  const { code, output } = await run('npm', ['view', `${name}@${version}`, 'version'], { quiet: true })
  // npm's warnings stand there as well.
  return code === 0 && output.split('\n').some(line => line.trim() === version)
}

await main(async () => {
  const args = process.argv.slice(2)
  const dry = args.includes('--dry-run')
  const provenance = !args.includes('--no-provenance')
  const [what, ...more] = args.filter(arg => !['--dry-run', '--no-provenance'].includes(arg))
  if (what === undefined || more.length > 0) throw new ScriptError(`Usage: ${usage}`)
  if (what === 'publish') return publishTagged({ dry, provenance })

  const version = nextVersion(readJson('package.json').version, what)
  checkState(version)
  const files = plannedFiles(version, addressOf(origin()))
  if (dry) {
    for (const [file, text] of files) show(file, text)
    const steps = [
      'npm run build',
      `git commit -a -m "Release ${version}"`,
      `git tag -a v${version} -m ${version}`
    ]
    console.log(['', ...steps].join('\n'))
  } else {
    await write(version, files)
  }
  await publishAll(version, { dry, provenance, tagged: true })
})
