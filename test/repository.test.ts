// What people expect of a repository: its workflows and forms are sound, and what it says of itself agrees.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { repository } from './helpers/repository.js'

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
const list = (path: string): string[] => readdirSync(join(repository, path)).map(name => `${path}/${name}`)

function parse(path: string): unknown {
  const document = parseDocument(read(path))
  expect([...document.errors, ...document.warnings].map(String), path).toEqual([])
  return document.toJS()
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly keywords?: readonly string[]
  readonly engines: { readonly node: string }
  readonly workspaces: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  readonly bin: Readonly<Record<string, string>>
}
const manifestOf = (folder: string): Manifest => JSON.parse(read(join(folder, 'package.json'))) as Manifest
const { version, scripts, workspaces, bin } = manifestOf('')
const workflows = list('.github/workflows')
const forms = list('.github/ISSUE_TEMPLATE').filter(path => !path.endsWith('config.yml'))

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>
}
interface Job {
  readonly 'runs-on': string
  readonly strategy?: {
    readonly matrix: { readonly system?: readonly string[]; readonly node?: readonly number[] }
  }
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
}

// npx takes it where nothing is installed yet; the README shows `npx unseen` to people with a fresh clone.
describe('the command of a clone', () => {
  it('is run where the caller stands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unseen-clone-'))
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, [join(repository, bin.unseen), ...args], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore']
      })
    try {
      expect(run('--version').trim()).toBe(version)
      run('data', 'get', 'cifar10-sample', '-o', 'here')
      expect(readdirSync(folder)).toEqual(['here'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the workflows', () => {
  const { jobs } = parse('.github/workflows/ci.yml') as Workflow
  const runs = ({ steps }: Job): string[] => steps.flatMap(({ run }) => run ?? [])

  it("run the README's two commands on every system and every Node that is promised", () => {
    const { strategy, ...job } = jobs['commands']
    expect(strategy?.matrix.system).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest'])
    expect(strategy?.matrix.node).toEqual([20, 22, 24, 26])
    // The first serves Studio until it is stopped, unless it is told to end.
    expect(runs(job)).toEqual(['npm start -- --once', 'npm test'])
    expect(read('README.md')).toMatch(/^npm start .*\nnpm test /m)
  })

  it('run everything on Linux', () => {
    expect(jobs['everything']['runs-on']).toBe('ubuntu-latest')
    expect(jobs['everything'].strategy?.matrix.node).toEqual([20, 22, 24, 26])
    expect(runs(jobs['everything'])).toContain('npm run test:all')
  })

  it('have steps that either run or use something', () => {
    for (const path of workflows) {
      for (const job of Object.values((parse(path) as Workflow).jobs)) {
        for (const { run, uses } of job.steps) expect(run === undefined, path).toBe(uses !== undefined)
      }
    }
  })

  it('and the documents name scripts that exist', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', '.github/pull_request_template.md', ...workflows]
    const named = documents.flatMap(path =>
      [...read(path).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
        ([, run, short]) => run ?? short
      )
    )
    expect(named).toEqual(expect.arrayContaining(['start', 'test', 'test:all', 'release']))
    expect([...new Set(named)].filter(name => !(name in scripts))).toEqual([])
  })
})

describe('the forms for issues', () => {
  it.each(forms)('%s asks for something', path => {
    const { name, description, body } = parse(path) as {
      name: string
      description: string
      body: {
        type: string
        id?: string
        attributes: { label?: string; value?: string; options?: string[] }
      }[]
    }
    expect([typeof name, typeof description]).toEqual(['string', 'string'])
    for (const { type, id, attributes } of body) {
      expect(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']).toContain(type)
      if (type === 'markdown') expect(typeof attributes.value).toBe('string')
      else expect([typeof id, typeof attributes.label]).toEqual(['string', 'string'])
    }
    const ids = body.flatMap(({ id }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toEqual([])
  })

  it('are the only way in', () => {
    expect(parse('.github/ISSUE_TEMPLATE/config.yml')).toEqual({ blank_issues_enabled: false })
    expect(forms).toHaveLength(3)
  })
})

describe('what the repository says of itself', () => {
  it.each(workspaces)('%s has what a registry shows', folder => {
    expect(manifestOf(folder)).toMatchObject({ version, license: 'MIT', engines: { node: '>=20' } })
    expect(manifestOf(folder).description).toMatch(/^[A-Z].*\.$/)
    expect(manifestOf(folder).keywords).toContain('zero-shot learning')
  })

  const changelog = read('CHANGELOG.md')

  it('CHANGELOG.md tells each change in one sentence', () => {
    const [first, ...released] = [...changelog.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    expect(first).toBe('Unreleased')
    expect(released.filter(title => !/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/.test(title))).toEqual([])
    const entries = changelog
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .slice(1)
    expect(entries.length).toBeGreaterThan(40)
    expect(entries.filter(line => !/^- .*\.$/.test(line) || /[.!?] [A-Z`]/.test(line))).toEqual([])
  })

  it('CITATION.cff names the version, its date and the paper', () => {
    const cited = parse('CITATION.cff') as Record<string, unknown>
    expect(cited).toMatchObject({ 'cff-version': '1.2.0', type: 'software', version, license: 'MIT' })
    expect(changelog).toContain(`\n## ${version} (${String(cited['date-released'])})\n`)
    expect(cited['references']).toMatchObject([
      { title: 'Zero-Shot Learning via Semantic Similarity Embedding', year: 2015 }
    ])
  })
})
