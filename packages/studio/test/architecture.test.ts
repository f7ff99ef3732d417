// What may import what in Studio: state, actions and engine never know of views.
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../../test/helpers/sources.js'

/** Each folder imports itself and those before it; `top` are the files directly in src. */
const layers = [
  'base',
  'words.ts',
  'storage',
  'executor',
  'engine',
  'state',
  'actions',
  'parts',
  'hooks',
  'places',
  'shell',
  'start.ts',
  'main.tsx',
  'vite-env.d.ts'
]
/** Views, and what only views may import. */
const views = ['parts', 'hooks', 'places', 'shell', 'main.tsx']

const sources = readSources('packages/studio/src')
const layerOf = (path: string): string => path.split('/')[0]
const edges = sources.flatMap(({ path, imports }) =>
  imports
    .filter(name => name.startsWith('.'))
    .map(name => ({ from: path, to: posix.join(posix.dirname(path), name) }))
)
const said = ({ from, to }: { from: string; to: string }): string => `${from} -> ${to}`
const known = (to: string): string =>
  to === 'words.js' ? 'words.ts' : to === 'start.js' ? 'start.ts' : layerOf(to)

describe('packages/studio', () => {
  it('keeps every file in a layer', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.map(({ path }) => path).filter(path => !layers.includes(layerOf(path)))).toEqual([])
  })

  it('imports in one direction', () => {
    expect(
      edges.filter(({ from, to }) => layers.indexOf(known(to)) > layers.indexOf(layerOf(from))).map(said)
    ).toEqual([])
  })

  it('keeps views out of state, actions and engine', () => {
    const inner = sources.filter(({ path }) => !views.includes(layerOf(path)))
    expect(inner.filter(({ path }) => path.endsWith('.tsx')).map(({ path }) => path)).toEqual([])
    expect(
      inner.flatMap(({ path, imports }) =>
        imports.filter(name => /^react|\.css$/.test(name)).map(to => said({ from: path, to }))
      )
    ).toEqual([])
  })

  it('keeps places apart: none imports another', () => {
    const placeOf = (path: string): string => path.split('/')[1]
    expect(
      edges
        .filter(
          ({ from, to }) =>
            layerOf(from) === 'places' && layerOf(to) === 'places' && placeOf(from) !== placeOf(to)
        )
        .map(said)
    ).toEqual([])
  })

  it('keeps parts pure: they know neither state nor actions', () => {
    expect(
      edges
        .filter(
          ({ from, to }) => layerOf(from) === 'parts' && !['base', 'parts', 'words.ts'].includes(known(to))
        )
        .map(said)
    ).toEqual([])
  })
})
