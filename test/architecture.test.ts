// What may import what, what core may compute with, and what must not be committed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readSources, repository } from './helpers/sources.js'

/** Folders of packages/core/src in the direction data flows: each imports only itself and earlier ones. */
export const layers = [
  'base',
  'kernels',
  'linalg',
  'data',
  'problems',
  'solvers',
  'embedding',
  'training',
  'recognition',
  'explanation',
  'model',
  'methods',
  'evaluation',
  'tuning',
  'rehearsal',
  'comparison'
]

/** Folders beside the layers, with what they may import; only the files at the top import them. */
const besides: Record<string, string[]> = {
  formats: ['base'],
  layouts: ['base', 'linalg', 'data', 'formats'],
  doctor: ['base', 'linalg', 'data']
}

/** Files directly in src (index.ts, fit.ts) may import everything and are imported by no folder. */
const top = '(top)'

const layerOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : top)

function mayImport(from: string, to: string): boolean {
  if (from === to || from === top) return true
  if (from in besides) return besides[from].includes(to)
  return layers.includes(to) && layers.indexOf(to) < layers.indexOf(from)
}

const core = readSources('packages/core/src')
const graph = new Map(
  core.map(({ path, imports }) => [
    path,
    imports
      .filter(name => name.startsWith('.'))
      .map(name => posix.join(posix.dirname(path), name.replace(/\.js$/, '.ts')))
  ])
)

const edges = [...graph].flatMap(([from, targets]) => targets.map(to => ({ from, to })))
const arrow = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`

/** The first circle of imports, as a list of files, or an empty list. */
function findCycle(imports: Map<string, string[]>): string[] {
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
    expect(edges.filter(({ to }) => to.startsWith('..')).map(arrow)).toEqual([])
  })

  it('touches neither the page nor the process', () => {
    const platform = ['document', 'window', 'process']
    const found = core.flatMap(({ path, mentions }) =>
      platform.filter(name => mentions.has(name)).map(name => `${path}: ${name}`)
    )
    expect(found).toEqual([])
  })

  it('keeps every file in a layer', () => {
    const known = [...layers, ...Object.keys(besides), top]
    expect(core.map(({ path }) => path).filter(path => !known.includes(layerOf(path)))).toEqual([])
  })

  it('imports in one direction', () => {
    expect(edges.filter(({ from, to }) => !mayImport(layerOf(from), layerOf(to))).map(arrow)).toEqual([])
  })

  it('has no circle of imports', () => {
    expect(findCycle(graph)).toEqual([])
    expect(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']]
        ])
      )
    ).toEqual(['b', 'c', 'b'])
  })
})

describe('the packages', () => {
  it.each(['report', 'node', 'studio'])('%s reaches core only by its name', name => {
    const wrong = readSources(`packages/${name}/src`).flatMap(({ path, imports }) =>
      imports
        .filter(to => to.startsWith('@unseen/core/') || /(^|\/)core\/(src|dist)\//.test(to))
        .map(to => arrow({ from: path, to }))
    )
    expect(wrong).toEqual([])
  })
})

describe('the documents', () => {
  const notation = join(repository, 'docs/notation.md')

  it.skipIf(!existsSync(notation))('notation.md names files that exist', () => {
    const text = readFileSync(notation, 'utf8')
    const named = [...text.matchAll(/`([\w@./-]+\.(?:ts|tsx|js|mjs|json|md))`|\]\(([^)#:]+)\)/g)].map(
      match => match[1] ?? match[2]
    )
    const places = ['', 'docs', 'packages/core', 'packages/core/src', 'packages/node/src']
    expect(named.filter(file => !places.some(place => existsSync(join(repository, place, file))))).toEqual([])
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
      /^(data|kernels|linalg|problems|solvers|embedding|training|recognition|tuning|model|base)\/|^[^/]+$/
    // Logistic and tanh networks belong to methods that are only compared with: no model or search has them.
    const others = ['solvers/logistic-losses.ts', 'solvers/tanh-regression.ts']
    const paths = core.map(({ path }) => path).filter(path => parts.test(path) && !others.includes(path))
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.flatMap(inexact)).toEqual([])
  })
})
