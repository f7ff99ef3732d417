// What may import what in Studio: features stand apart, the worker's side never knows of the page's.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources, repository } from '../../../test/helpers/sources.js'

/** What features share, in order: each folder imports itself and those before it. */
const shared = [
  'lib',
  'parts',
  'styles',
  'document',
  'storage',
  'worker',
  'page',
  'images',
  'photos',
  'rehearse',
  'project',
  'server'
]
const features = ['start', 'train', 'describe', 'classes', 'recognise', 'evaluate', 'take-away']

/**
 * Lists of what all features bring, and the message of a slider step (page/sync.ts), which carries what Describe asks:
 * they alone import upwards.
 */
const lists =
  /^(worker\/(api|worker|session|facts|gather-facts|roles\/engine|executor)|page\/(studio|sync|file-actions|history-actions))\.ts$/

/** A feature that uses another: frozen, so that a further one is thought about. */
const neighbours = [
  'describe/sentence-actions.ts -> train/table-actions.ts',
  'take-away/actions.ts -> evaluate/report.ts',
  'take-away/actions.ts -> train/table-actions.ts',
  'start/engine/open.ts -> train/engine/train.ts',
  'start/actions.ts -> describe/actions.ts',
  'start/actions.ts -> describe/class-actions.ts',
  'project/engine/project.ts -> classes/engine/kept-maps.ts',
  'project/engine/project.ts -> start/engine/open.ts',
  'project/engine/project.ts -> start/engine/sample.ts',
  'project/engine/project.ts -> train/engine/train.ts',
  'take-away/engine/recipe.ts -> start/engine/open.ts',
  'start/OfferNote.tsx -> take-away/actions.ts',
  'project/ProjectMenu.tsx -> take-away/actions.ts'
]

const sources = readSources('packages/studio/src')
const paths = new Set(sources.map(({ path }) => path))
const folderOf = (path: string): string => path.split('/')[0]
const edges = sources.flatMap(({ path, imports }) =>
  imports
    .filter(name => name.startsWith('.') && name.endsWith('.js'))
    .map(name => posix.join(posix.dirname(path), name.slice(0, -3)))
    .map(to => ({ from: path, to: paths.has(`${to}.ts`) ? `${to}.ts` : `${to}.tsx` }))
)
const said = ({ from, to }: { from: string; to: string }): string => `${from} -> ${to}`

const isWorkerSide = (path: string): boolean =>
  /^(?:worker\/|[a-z-]+\/engine\/)/.test(path) && !path.endsWith('connect.ts')
const isPageSide = (path: string): boolean =>
  path.endsWith('.tsx') ||
  ['page', 'shell', 'parts'].includes(folderOf(path)) ||
  /^[a-z-]+\/(?:state|actions|[\w-]*-actions|searching|describing)\.ts$/.test(path)

describe('packages/studio', () => {
  it('keeps every file in a folder of the plan', () => {
    const known = [...shared, ...features, 'shell', 'vite-env.d.ts']
    expect(sources.length).toBeGreaterThan(50)
    expect([...paths].filter(path => !known.includes(folderOf(path)))).toEqual([])
  })

  it('imports in one direction', () => {
    const back = edges.filter(({ from, to }) => {
      const [a, b] = [folderOf(from), folderOf(to)]
      if (a === b || a === 'shell' || lists.test(from)) return false
      if (shared.includes(b)) return shared.includes(a) && shared.indexOf(b) > shared.indexOf(a)
      return true
    })
    expect(back.map(said).filter(each => !neighbours.includes(each))).toEqual([])
  })

  it('names no neighbour that is none', () => {
    expect(neighbours.filter(each => !edges.map(said).includes(each))).toEqual([])
  })

  it("keeps the page out of the worker's side", () => {
    const leaks = edges.filter(({ from, to }) => isWorkerSide(from) && isPageSide(to))
    expect(leaks.map(said)).toEqual([])
    const react = sources.filter(
      ({ path, imports }) => isWorkerSide(path) && imports.some(to => /^react|\.css$/.test(to))
    )
    expect(react.map(({ path }) => path)).toEqual([])
  })

  it('keeps views out of state, actions and facts', () => {
    const inner = sources.filter(({ path }) => path.endsWith('.ts'))
    expect(
      inner.flatMap(({ path, imports }) =>
        imports.filter(to => /\.css$/.test(to)).map(to => said({ from: path, to }))
      )
    ).toEqual([])
  })

  it('has one file of styles in a folder: what views name is there, and what is there is named', () => {
    const folder = join(repository, 'packages/studio/src')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path =>
      path.replaceAll('\\', '/')
    )
    const modules = files.filter(path => path.endsWith('.module.css'))
    expect(modules.length).toBeGreaterThan(8)
    expect(modules.filter(path => path !== `${folderOf(path)}/${folderOf(path)}.module.css`)).toEqual([])
    for (const module of modules) {
      const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
      const rules = text(module)
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .matchAll(/(?:^|[{}])([^{};]*)(?=\{)/g)
      const there = new Set([...rules].flatMap(([, selector]) => selector.match(/(?<=\.)[a-zA-Z]\w*/g) ?? []))
      const views = files
        .filter(path => path.endsWith('.tsx') && folderOf(path) === folderOf(module))
        .map(text)
      const named = new Set(views.flatMap(view => view.match(/(?<=\bstyles\.)\w+/g) ?? []))
      expect(
        [...named].filter(name => !there.has(name)),
        module
      ).toEqual([])
      // By the value of a property: `styles[kind]`.
      const byValue = views.filter(view => view.includes('styles[')).join('')
      expect(
        [...there].filter(name => !named.has(name) && !byValue.includes(`'${name}'`)),
        module
      ).toEqual([])
    }
  })

  it('keeps parts pure: they know neither state nor actions', () => {
    const known = edges.filter(
      ({ from, to }) => folderOf(from) === 'parts' && !['lib', 'parts'].includes(folderOf(to))
    )
    expect(known.map(said)).toEqual([])
  })
})
