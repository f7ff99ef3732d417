// A release for real, in a copy of this repository with a remote that nobody asks, published to a registry on
// this machine; and what the package `unseen` then carries.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Parser } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { licenceText } from '../scripts/licences.mjs'
import { startRegistry, type Registry } from './helpers/registry.js'
import { repository } from './helpers/repository.js'

const execute = promisify(execFile)
const PUBLIC = [
  '@unseen/core',
  '@unseen/data',
  '@unseen/networks',
  '@unseen/client',
  '@unseen/report',
  'unseen'
]

interface Ended {
  readonly code: number
  readonly output: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly workspaces: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly repository?: object
  readonly homepage?: string
  readonly bugs?: string
}

describe('npm run release', () => {
  let folder: string
  let copy: string
  let registry: Registry
  let environment: NodeJS.ProcessEnv

  const at = (path: string): string => join(copy, path)
  const read = (path: string): Promise<string> => readFile(at(path), 'utf8')
  const manifest = async (path: string): Promise<Manifest> =>
    JSON.parse(await read(join(path, 'package.json'))) as Manifest
  const end = (command: string, args: readonly string[]): Promise<Ended> =>
    execute(command, args, { cwd: copy, env: environment, maxBuffer: 1e8 }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      (error: unknown) => {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
        return { code, output: stdout + stderr }
      }
    )
  const git = async (...args: string[]): Promise<string> => {
    const { code, output } = await end('git', args)
    expect(code, output).toBe(0)
    return output.trim()
  }
  const release = (...args: string[]): Promise<Ended> =>
    end(process.execPath, ['scripts/release.mjs', ...args])

  /** A refusal says why, and leaves everything as it was. */
  async function expectRefusal(args: readonly string[], why: RegExp): Promise<void> {
    const before = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await git('tag')]
    const { code, output } = await release(...args)
    expect(output).toMatch(why)
    expect(output).not.toMatch(/\n {4}at /)
    expect(code).toBe(1)
    expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await git('tag')]).toEqual(
      before
    )
  }

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'unseen-release-')))
    copy = join(folder, 'copy')
    registry = await startRegistry()
    const settings = join(folder, 'npmrc')
    await writeFile(
      settings,
      `registry=${registry.url}\n${registry.url.replace('http:', '')}:_authToken=nobody\ncache=${join(folder, 'cache')}\n`
    )
    // npm hands its settings down in the environment, and what can attest provenance is told there.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|ACTIONS_|SIGSTORE_|GIT_|NODE_ENV$|VITEST)/i.test(name)
    )
    environment = {
      ...Object.fromEntries(inherited),
      npm_config_userconfig: settings,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1'
    }
    await copyRepository(copy)
    await git('init', '--quiet', '--initial-branch', 'main')
    await git('config', 'user.name', 'Somebody')
    await git('config', 'user.email', 'somebody@example.org')
    await writeFile(
      at('CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n- It is new.\n\n## 0.1.0 (2026-11-16)\n\n- It was new.\n'
    )
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'All')
  })

  afterAll(async () => {
    await registry.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('invents no address: without a remote it refuses', async () => {
    await expectRefusal(['minor'], /no remote `origin`.*git remote add origin/)
    await git('remote', 'add', 'origin', folder)
    await expectRefusal(['minor'], /where its bugs are told is known only of github\.com/)
    await git('remote', 'set-url', 'origin', 'https://secret@github.com/somebody/unseen-copy.git')
  })

  it('refuses what is no version, another branch, a tree with changes, and to release nothing', async () => {
    await expectRefusal([], /Usage: npm run release/)
    await expectRefusal(['huge'], /'huge' is neither patch, minor, major nor a version/)
    await expectRefusal(['0.0.9'], /older than the present version, 0\.1\.0/)
    await expectRefusal(['publish'], /HEAD is not what v0\.1\.0 names/)
    await git('switch', '--quiet', '--create', 'other')
    await expectRefusal(['minor'], /made on main, and this is other/)
    await git('switch', '--quiet', 'main')
    await writeFile(at('stray.txt'), '')
    await expectRefusal(['minor'], /Commit or stash[^]*stray\.txt/)
    await rm(at('stray.txt'))
    const changelog = await read('CHANGELOG.md')
    await writeFile(at('CHANGELOG.md'), changelog.replace('- It is new.\n\n', ''))
    await git('commit', '--quiet', '--all', '--message', 'No news')
    await expectRefusal(['minor'], /nothing under Unreleased/)
    await git('reset', '--quiet', '--hard', 'HEAD~')
  })

  it('shows with --dry-run all that it would do, and does nothing', async () => {
    const head = await git('rev-parse', 'HEAD')
    const { code, output } = await release('minor', '--dry-run')
    expect(code, output).toBe(0)
    expect(output).toMatch(
      /packages\/core\/package\.json\n- {2}"version": "0\.1\.0",\n\+ {2}"version": "0\.2\.0"/
    )
    expect(output).toContain('+  "bugs": "https://github.com/somebody/unseen-copy/issues"')
    expect(output).toContain('+    "@unseen/core": "0.2.0",')
    expect(output).toMatch(/CHANGELOG\.md\n(\+.*\n)*\+## 0\.2\.0 \(\d{4}-\d\d-\d\d\)/)
    const commands = PUBLIC.map(name => `npm publish --workspace ${name} --provenance --access public`)
    expect(output.trim().split('\n').slice(-9)).toEqual([
      'npm run build',
      'git commit -a -m "Release 0.2.0"',
      'git tag -a v0.2.0 -m 0.2.0',
      ...commands
    ])
    expect(output).not.toContain('secret')
    expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await git('tag')]).toEqual([
      head,
      '',
      ''
    ])
    expect(registry.published).toEqual([])
  })

  it('commits and tags, and ends there where provenance cannot be attested', async () => {
    const { code, output } = await release('minor')
    expect(code, output).toBe(0)
    expect(output).toContain('0.2.0 is committed and tagged as v0.2.0.')
    expect(output).toMatch(/attested by continuous integration alone[^]*git push --follow-tags/)
    expect(registry.published).toEqual([])
    expect(await git('log', '-1', '--format=%s')).toBe('Release 0.2.0')
    expect(await git('cat-file', '-t', 'v0.2.0')).toBe('tag')
    expect(await git('rev-parse', 'v0.2.0^{commit}')).toBe(await git('rev-parse', 'HEAD'))
    expect(await git('status', '--porcelain')).toBe('')
    await expectRefusal(['publish'], /attested by continuous integration alone[^]*git push --follow-tags/)
    await expectRefusal(['0.2.0'], /There is a tag v0\.2\.0 already/)
  })

  it('has written the version and the address everywhere', async () => {
    const { version, workspaces } = await manifest('')
    expect(version).toBe('0.2.0')
    expect(workspaces.length).toBeGreaterThanOrEqual(PUBLIC.length)
    for (const workspace of workspaces) {
      const found = await manifest(workspace)
      expect(found).toMatchObject({
        version: '0.2.0',
        repository: {
          type: 'git',
          url: 'git+https://github.com/somebody/unseen-copy.git',
          directory: workspace
        },
        homepage: `https://github.com/somebody/unseen-copy/tree/main/${workspace}#readme`,
        bugs: 'https://github.com/somebody/unseen-copy/issues'
      })
      const own = Object.entries(found.dependencies ?? {}).filter(([name]) => PUBLIC.includes(name))
      expect(own.filter(([, range]) => range !== '0.2.0')).toEqual([])
    }
    expect(await read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- It is new\.\n\n## 0\.1\.0 \(2026-11-16\)\n\n- It was new\.\n$/
    )
    const citation = await read('CITATION.cff')
    expect(citation).toContain('\nversion: 0.2.0\n')
    expect(citation).toContain("\nrepository-code: 'https://github.com/somebody/unseen-copy'\n")
    expect(citation.match(/^(version|date-released|license):/gm)).toHaveLength(3)
  })

  it('leaves a lock that npm takes', async () => {
    // npm compares lock and manifests before it fetches anything.
    const { code, output } = await end(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
      'ci',
      '--dry-run',
      '--offline',
      '--ignore-scripts'
    ])
    expect(code, output).toBe(0)
    const lock = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Manifest> }
    expect(lock.packages['packages/node']).toMatchObject({
      version: '0.2.0',
      dependencies: { '@unseen/core': '0.2.0' }
    })
  })

  it('publishes in order, and stops at the first package that is refused', async () => {
    registry.refused.add('@unseen/networks')
    const { code, output } = await release('publish', '--no-provenance')
    expect(output).toMatch(
      /@unseen\/networks 0\.2\.0 was not published: .* Published now: @unseen\/core, @unseen\/data\. .*npm run release -- publish --no-provenance/
    )
    expect(code).toBe(1)
    expect(registry.published.map(({ name, version }) => `${name} ${version}`)).toEqual([
      '@unseen/core 0.2.0',
      '@unseen/data 0.2.0'
    ])
  })

  it('goes on with what is missing', async () => {
    registry.refused.clear()
    const { code, output } = await release('publish', '--no-provenance')
    expect(code, output).toBe(0)
    expect(output).toContain('@unseen/data 0.2.0 was published before.')
    expect(registry.published.map(({ name }) => name)).toEqual(PUBLIC)
    const again = await release('publish', '--no-provenance')
    expect(again.output).toContain('unseen 0.2.0 was published before.')
    expect(registry.published).toHaveLength(PUBLIC.length)
    expect(await git('status', '--porcelain')).toBe('')
  })

  it('publishes packages that are whole, without what only we need', async () => {
    for (const { name, tarball } of registry.published) {
      const files = await unpack(tarball)
      const names = [...files.keys()]
      expect(names, name).toEqual(
        expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js'])
      )
      expect(
        names.filter(file => /(^|\/)(src|test|node_modules)\/|\.tsbuildinfo$/.test(file)),
        name
      ).toEqual([])
    }
  })

  it('publishes in `unseen` the licence of every package that is in the site of Studio', async () => {
    const files = await unpack(registry.published.find(({ name }) => name === 'unseen')!.tarball)
    const licences = files.get('THIRD-PARTY-LICENCES.txt')!.toString()
    const { output } = await end(process.execPath, ['scripts/licences.mjs', 'list'])
    const listed = output
      .trim()
      .split('\n')
      .map(line => line.split(' '))
    expect(listed.length).toBeGreaterThan(30)
    for (const [name, version, licence] of listed) {
      expect(licences).toContain(`\n${name} ${version} (${licence})\n`)
      const own = join(repository, 'node_modules', name)
      const text = (await readdir(own)).find(file => /^licen[cs]e/i.test(file))
      // Vite's file goes on with what is not in the site, and one package publishes none.
      const expected =
        text === undefined || name === 'vite'
          ? 'Permission is hereby granted'
          : await readFile(join(own, text), 'utf8')
      expect(licences, name).toContain(expected.trim().replaceAll('\r\n', '\n'))
    }
    expect(licences).toContain('Copyright (c) Microsoft Corporation')

    // What Studio asks for by name is in its site, so that the list has it, also what only its workers load.
    const names = listed.map(([name]) => name)
    const { dependencies = {} } = await manifest('packages/studio')
    expect(Object.keys(dependencies).filter(name => !PUBLIC.includes(name) && !names.includes(name))).toEqual(
      []
    )
    // Fonts and WebAssembly are no modules; the site's own list says where each came from.
    const sources = JSON.parse(files.get('studio/.vite/manifest.json')!.toString()) as Record<
      string,
      { src?: string }
    >
    const assets = Object.values(sources).flatMap(
      ({ src = '' }) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(src)?.[1] ?? []
    )
    expect(assets).toContain('@fontsource-variable/inter')
    expect(assets.filter(name => !names.includes(name))).toEqual([])
  })

  it('refuses to pack a package that has no licence text', async () => {
    const bare = join(folder, 'bare')
    await mkdir(bare)
    const named = { name: 'bare', version: '1.0.0' }
    expect(() => licenceText(bare, named)).toThrow(
      /bare 1\.0\.0 goes into the package `unseen`, but has no licence text/
    )
    await writeFile(join(bare, 'LICENSE'), '  \n')
    expect(() => licenceText(bare, named)).toThrow(/no licence text/)
    await writeFile(join(bare, 'LICENCE.md'), 'Take it.\n')
    await writeFile(join(bare, 'NOTICE'), 'Name me.\n')
    expect(licenceText(bare, named)).toBe('Take it.\n\nName me.')
    // A text that is kept here is for one version.
    expect(licenceText(join(bare), { name: 'bare', version: '2.0.0' })).toContain('Take it.')
    const empty = join(folder, 'empty')
    await mkdir(empty)
    expect(licenceText(empty, { name: 'onnxruntime-web', version: '1.30.0' })).toContain('MIT License')
    expect(() => licenceText(empty, { name: 'onnxruntime-web', version: '9.9.9' })).toThrow(/no licence text/)
  })
})

/** The files of this repository as they are now, what is built of them, and the packages that are installed. */
async function copyRepository(to: string): Promise<void> {
  const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    maxBuffer: 1e8
  })
  const built = (await readdir(join(repository, 'packages'))).flatMap(name =>
    ['dist', 'types', 'tsconfig.tsbuildinfo'].map(made => `packages/${name}/${made}`)
  )
  const files = [
    ...stdout.split('\0'),
    ...built,
    'packages/core/src/kernels/binary.ts',
    '.unseen/build',
    '.unseen/studio'
  ]
  for (const file of files.filter(each => each !== '' && existsSync(join(repository, each)))) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(repository, file), join(to, file), { recursive: true, preserveTimestamps: true })
  }
  await linkPackages(join(repository, 'node_modules'), join(to, 'node_modules'))
}

/** Installed packages by links; our own to the copy. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === '@unseen') await linkPackages(source, target)
    else if (entry.isSymbolicLink()) {
      // A workspace: where it is in the repository it is in the copy.
      const path = (await realpath(source)).slice((await realpath(repository)).length)
      await symlink(join(to.slice(0, to.lastIndexOf('node_modules')), path), target, 'junction')
    } else if (entry.isDirectory()) await symlink(source, target, 'junction')
    else await cp(source, target)
  }
}

/** The files of a packed package by their names, without the folder that they are packed in. */
async function unpack(tarball: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const parser = new Parser({
    onReadEntry(entry) {
      const parts: Buffer[] = []
      entry.on('data', part => parts.push(part))
      entry.on('end', () => files.set(entry.path.replace(/^package\//, ''), Buffer.concat(parts)))
    }
  })
  await new Promise<void>((resolve, reject) => {
    parser.on('end', resolve)
    parser.on('error', reject)
    parser.end(tarball)
  })
  return files
}
