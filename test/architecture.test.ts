// What may import what, what core may compute with, and what must not be committed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readSources, repository } from './helpers/sources.js'

/** Packages with what each may import by name; Studio knows everything but the package that packs it. */
const packages: Record<string, readonly string[]> = {
  core: [],
  data: ['core'],
  networks: ['core'],
  client: ['core'],
  report: ['core'],
  page: ['core', 'networks'],
  node: ['core', 'data', 'networks', 'client', 'report'],
  studio: ['core', 'data', 'networks', 'client', 'report']
}

/** Folders of a package in the direction data flows: each imports only itself and earlier ones. */
const layers: Record<string, readonly string[]> = {
  core: [
    'base',
    'kernels',
    'linalg',
    'input',
    'problems',
    'solvers',
    'embedding',
    'training',
    'recognition',
    'explanation',
    'model',
    'evaluation',
    'tasks',
    'tuning',
    'rehearsal',
    '(top)',
    'compare'
  ],
  data: ['formats', 'dataset', 'draft', 'manifest', 'layouts', 'doctor', '(top)'],
  networks: ['onnx', 'images', 'texts', '(top)'],
  report: ['base', 'map', 'figures', 'report', '(top)']
}
/** What the method is written in, and what never knows of Node or a page. */
const isomorphic = ['core', 'data', 'networks', 'client', 'report']

/** Doors (index.ts, internal.ts) are imported by no file of their package. */
const isDoor = (path: string): boolean => /^(?:.*\/)?(?:index|internal)\.ts$/.test(path)
const layerOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '(top)')

const sourcesOf = new Map(Object.keys(packages).map(name => [name, readSources(`packages/${name}/src`)]))
const core = sourcesOf.get('core') ?? []

interface Edge {
  readonly from: string
  readonly to: string
}
const arrow = ({ from, to }: Edge): string => `${from} -> ${to}`

/** Imports between files of one package. */
function edgesOf(name: string): Edge[] {
  return (sourcesOf.get(name) ?? []).flatMap(({ path, imports }) =>
    imports
      .filter(to => to.startsWith('.'))
      .map(to => ({ from: path, to: posix.join(posix.dirname(path), to.replace(/\.js$/, '.ts')) }))
  )
}

/** The first circle of imports, as a list of files, or an empty list. */
function findCycle(edges: readonly Edge[]): string[] {
  const imports = new Map<string, string[]>()
  for (const { from, to } of edges) imports.set(from, [...(imports.get(from) ?? []), to])
  const done = new Set<string>()
  const follow = (file: string, trail: string[]): string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of imports.get(file) ?? []) {
      const cycle = follow(next, [...trail, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  for (const file of imports.keys()) {
    const cycle = follow(file, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

describe('core', () => {
  it('has no dependencies', () => {
    const manifest = JSON.parse(
      readFileSync(join(repository, 'packages/core/package.json'), 'utf8')
    ) as object
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(manifest).not.toHaveProperty(kind)
  })

  it('imports only its own files', () => {
    const outside = core.flatMap(({ path, imports }) =>
      imports.filter(name => !name.startsWith('.')).map(to => arrow({ from: path, to }))
    )
    expect(outside).toEqual([])
    expect(
      edgesOf('core')
        .filter(({ to }) => to.startsWith('..'))
        .map(arrow)
    ).toEqual([])
  })
})

describe('the packages', () => {
  it.each(Object.entries(packages))('%s imports %j alone, by their doors', (name, allowed) => {
    const sources = sourcesOf.get(name) ?? []
    expect(sources.length).toBeGreaterThan(2)
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(to => {
          if (/^(\.|@unseen).*\/(src|dist)\//.test(to) || /^unseen(\/|$)/.test(to)) return true
          const own = /^@unseen\/(\w+)(?:\/(.*))?$/.exec(to)
          if (own === null) return false
          return (
            !allowed.includes(own[1]) ||
            !['', 'internal', 'compare', 'compare/internal', 'manifest', 'map'].includes(own[2] ?? '')
          )
        })
        .map(to => arrow({ from: path, to }))
    )
    expect(wrong).toEqual([])
  })

  it.each(Object.entries(packages))('%s declares the packages it imports', (name, allowed) => {
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(repository, `packages/${name}/package.json`), 'utf8')
    ) as { dependencies?: Record<string, string> }
    const declared = Object.keys(dependencies).filter(each => each.startsWith('@unseen/'))
    expect(declared.sort()).toEqual(allowed.map(each => `@unseen/${each}`).sort())
  })

  it.each(isomorphic)('%s touches neither the page nor the process', name => {
    const platform = ['document', 'window', 'process', 'Buffer']
    const found = (sourcesOf.get(name) ?? []).flatMap(({ path, imports, mentions }) => [
      ...platform.filter(each => mentions.has(each)).map(each => `${path}: ${each}`),
      ...imports.filter(each => each.startsWith('node:')).map(each => `${path}: ${each}`)
    ])
    // The figures draw into a document that is handed to them.
    expect(found.filter(each => !(name === 'report' && each.endsWith(': document')))).toEqual([])
  })

  it.each(Object.entries(layers))('%s keeps every file in a layer', (name, order) => {
    expect(
      (sourcesOf.get(name) ?? []).map(({ path }) => path).filter(path => !order.includes(layerOf(path)))
    ).toEqual([])
  })

  it.each(Object.entries(layers))('%s imports in one direction', (name, order) => {
    const back = edgesOf(name).filter(
      ({ from, to }) => !isDoor(from) && order.indexOf(layerOf(to)) > order.indexOf(layerOf(from))
    )
    expect(back.map(arrow)).toEqual([])
  })

  it('core reaches the comparison by its door alone', () => {
    const into = edgesOf('core').filter(
      ({ from, to }) => layerOf(to) === 'compare' && layerOf(from) !== 'compare'
    )
    expect(into.map(arrow)).toEqual([])
  })

  it.each(Object.keys(packages))('%s has no circle of imports', name => {
    // Types of views and stores may name each other in Studio, which its own test looks after.
    if (name !== 'studio' && name !== 'node') expect(findCycle(edgesOf(name))).toEqual([])
  })

  it('finds a circle where there is one', () => {
    const edges = ['ab', 'bc', 'cb'].map(([from, to]) => ({ from, to }))
    expect(findCycle(edges)).toEqual(['b', 'c', 'b'])
  })
})

describe('the documents', () => {
  const places = ['', 'docs', 'packages/core', ...Object.keys(packages).map(name => `packages/${name}/src`)]
  const exists = (file: string, from: string): boolean =>
    [...places, from].some(place => existsSync(join(repository, place, file)))
  const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

  it('notation.md names files that exist', () => {
    const named = [
      ...read('docs/notation.md').matchAll(/`([\w@./-]+\.(?:ts|tsx|js|mjs|json|md))`|\]\(([^)#:]+)\)/g)
    ].map(match => match[1] ?? match[2])
    expect(named.filter(file => !exists(file, 'docs'))).toEqual([])
  })

  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(repository, 'docs'))
      .filter(name => name.endsWith('.md'))
      .map(name => `docs/${name}`),
    ...Object.keys(packages).map(name => `packages/${name}/README.md`)
  ]

  it.each(documents)('%s names paths that exist, and links to pages that do', path => {
    const text = read(path)
    // NAME and PAGE stand for what is to be written, * for several; what is built is not there yet.
    const paths = [...text.matchAll(/`((?:packages|scripts|test|docs|bench|data)\/[\w@./*-]+)`/g)]
      .map(([, name]) => name.replace(/\*.*$/, '').replace(/\.$/, ''))
      .filter(name => !/NAME|PAGE|CLASS|\/(?:dist|types|build)(?:\/|$)/.test(name))
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, name]) => name)
    const wrong = [
      // Documents name a part of a file name before a star: 'planted-*.ts'.
      ...paths.filter(
        name =>
          !['', posix.dirname(path)].some(from => existsSync(join(repository, from, name))) &&
          !beginsSome(name)
      ),
      ...links.filter(name => !existsSync(join(repository, posix.dirname(path), name)))
    ]
    expect(wrong).toEqual([])
  })

  const beginsSome = (name: string): boolean => {
    const folder = join(repository, posix.dirname(name))
    return (
      /-$/.test(name) &&
      existsSync(folder) &&
      readdirSync(folder).some(each => each.startsWith(posix.basename(name)))
    )
  }

  it('ARCHITECTURE.md lists the packages with what they import', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `packages\/(\w+)` \|.*\| ([^|]*)\|$/gm)].map(
      ([, name, imports]) => [name, imports.trim()]
    )
    expect(rows.map(([name]) => name)).toEqual(Object.keys(packages))
    expect(rows.map(([name]) => name).sort()).toEqual(readdirSync(join(repository, 'packages')).sort())
    const others = Object.keys(packages).filter(name => !['page', 'node', 'studio'].includes(name))
    for (const [name, imports] of rows)
      expect(packages[name]).toEqual(
        imports.startsWith('all above') ? others : imports === '' ? [] : imports.split(', ')
      )
  })

  it.each(Object.entries(layers))('ARCHITECTURE.md has the layers of %s', (name, order) => {
    const [, block] =
      new RegExp(`^packages/${name}/src .*\\n([^\`]*)\`\`\``, 'm').exec(read('ARCHITECTURE.md')) ?? []
    const listed = [...block.matchAll(/^ {2}(?:(\w+)\/|[\w-]+\.ts)/gm)].map(([, folder]) => folder ?? '(top)')
    expect(listed).toEqual(order)
  })

  it('ARCHITECTURE.md is one page', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(115)
  })

  it('comments name files that exist', () => {
    const folders = [
      'test',
      'scripts',
      'bench',
      ...Object.keys(packages).flatMap(name => [`packages/${name}/src`, `packages/${name}/test`])
    ]
    const files = folders
      .filter(folder => existsSync(join(repository, folder)))
      .flatMap(folder =>
        readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
          .map(name => posix.join(folder, name.replaceAll('\\', '/')))
          .filter(name => /\.(?:ts|tsx|mjs)$/.test(name))
      )
    const wrong = files.flatMap(file =>
      (read(file).match(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm) ?? []).flatMap(comment =>
        [...comment.matchAll(/(?<![\w/.*-])((?:\.\.\/)*[\w./-]*\w\.(?:ts|tsx|mjs|py|md))\b/g)]
          .map(([, name]) => name)
          // By its path from here, from its package or from the top, or by the end of it: 'solvers/w-step.ts'.
          .filter(
            name =>
              !/NAME/.test(name) &&
              ![posix.dirname(file), file.split('/').slice(0, 2).join('/')].some(from =>
                exists(name, from)
              ) &&
              !files.some(each => each.endsWith(`/${name}`))
          )
          .map(name => `${file}: ${name}`)
      )
    )
    expect(files.length).toBeGreaterThan(500)
    expect(wrong).toEqual([])
  })

  it('walks.md goes along files that exist', () => {
    const steps = [...read('docs/walks.md').matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file)
    expect(steps.length).toBeGreaterThan(30)
    expect(steps.filter(file => !existsSync(join(repository, file)))).toEqual([])
  })
})

describe('committed files', () => {
  const inGit = existsSync(join(repository, '.git'))
  const list = () =>
    execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' })
      .split('\0')
      .filter(file => file !== '' && existsSync(join(repository, file)))

  it.skipIf(!inGit)('hold no path of one machine', () => {
    // Put together here, so that this file does not find itself.
    const machinePath = new RegExp(`(^|[^\\w.])${['', 'work', ''].join('/')}`, 'm')
    expect(list().filter(file => machinePath.test(readFileSync(join(repository, file), 'latin1')))).toEqual(
      []
    )
  })

  it.skipIf(!inGit)('name no registry', () => {
    const locks = list().filter(file => file.endsWith('package-lock.json'))
    expect(
      locks.filter(file => /"resolved":\s*"https?:/.test(readFileSync(join(repository, file), 'utf8')))
    ).toEqual([])
  })
})

describe('core computes with what the language defines to the last bit', () => {
  /**
   * Square roots and remainders are exact; powers, logarithms and the like may differ from engine to engine.
   */
  const exact = [
    'abs',
    'ceil',
    'clz32',
    'floor',
    'fround',
    'imul',
    'max',
    'min',
    'round',
    'sign',
    'sqrt',
    'trunc'
  ]

  function inexact(path: string): string[] {
    const source = ts.createSourceFile(
      path,
      readFileSync(join(repository, 'packages/core/src', path), 'utf8'),
      ts.ScriptTarget.ES2022,
      true
    )
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      const power =
        ts.isBinaryExpression(node) &&
        [ts.SyntaxKind.AsteriskAsteriskToken, ts.SyntaxKind.AsteriskAsteriskEqualsToken].includes(
          node.operatorToken.kind
        )
      // Powers of two are constants, and exact.
      if (power && node.left.getText() !== '2') found.push(`${path}: ${node.getText()}`)
      if (
        ts.isPropertyAccessExpression(node) &&
        node.expression.getText() === 'Math' &&
        !exact.includes(node.name.text)
      )
        found.push(`${path}: ${node.getText()}`)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  }

  it('in everything that a model or a search is made of', () => {
    const parts =
      /^(input|kernels|linalg|problems|solvers|embedding|training|recognition|tasks|tuning|model|base)\/|^[^/]+$/
    // Methods that are only compared with are left out: no model or search has them.
    const paths = core.map(({ path }) => path).filter(path => parts.test(path))
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.flatMap(inexact)).toEqual([])
  })
})
