// What is public has words, and the code in the documents is code.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { doors, undocumented } from '../scripts/undocumented.mjs'
import { repository } from './helpers/repository.js'
import { commentSnippets, compile, documentSnippets, runSnippets } from './helpers/snippets.js'

const examples = commentSnippets(
  ['core', 'data', 'networks', 'client', 'report', 'node'].map(name => `packages/${name}/src`)
)

afterAll(() => {
  const home = join(repository, '.unseen')
  if (!existsSync(home)) return
  for (const name of readdirSync(home).filter(each => each.startsWith('snippets-')))
    rmSync(join(home, name), { recursive: true })
})

it('every public name, member and parameter is described', () => {
  expect(undocumented()).toEqual([])
})

it('the doors that are asked are those that packages have, but for internal ones', () => {
  const names = ['core', 'data', 'networks', 'client', 'report', 'node']
  const open = names.flatMap(name => {
    const { exports } = JSON.parse(
      readFileSync(join(repository, `packages/${name}/package.json`), 'utf8')
    ) as {
      exports: Record<string, { types?: string }>
    }
    return Object.entries(exports)
      .filter(
        ([door, { types }]) => types !== undefined && !/internal$/.test(door) && !types.includes('/former/')
      )
      .map(
        ([, { types = '' }]) => `packages/${name}/${types.replace('./dist/', 'src/').replace('.d.ts', '.ts')}`
      )
  })
  expect([...doors].sort()).toEqual(open.sort())
})

it('what is not described is told: internal doors need no words, and have few', () => {
  expect(undocumented(['packages/core/src/internal.ts'])).toContainEqual(
    expect.stringMatching(/^packages\/core\/src\/\S+:\d+ \w+/)
  )
})

describe('examples', () => {
  it('stand with the main functions and the methods of a model', () => {
    const methods = ['describe', 'recognise', 'explain', 'contrast', 'mixture', 'scores', 'decide', 'whatIf']
    const main = [
      'fit',
      'tune',
      'compare',
      'rehearse',
      'recognisePath',
      'openDataset',
      'createClient',
      'Model'
    ]
    expect(examples.map(({ of }) => of)).toEqual(
      expect.arrayContaining([...main, ...methods.map(name => `Model.${name}`)])
    )
  })

  it('run, as do those that people meet first', () => {
    const first = [
      'README.md',
      'packages/core/README.md',
      'packages/data/README.md',
      'packages/report/README.md'
    ]
    const shown = documentSnippets().filter(({ where }) => first.includes(where.replace(/:\d+$/, '')))
    expect(shown.length).toBeGreaterThanOrEqual(first.length)
    expect(runSnippets([...examples, ...shown])).toEqual([])
  })

  it('that fail are told', () => {
    const [failure, ...others] = runSnippets([{ where: 'here:1', code: "model.mixture('unicorn')" }])
    expect(failure).toMatch(/^here:1: .*unicorn/)
    expect(others).toEqual([])
  })
})

describe('code in comments and documents', () => {
  it('compiles', () => {
    const snippets = [...examples, ...documentSnippets()]
    expect(snippets.length).toBeGreaterThan(30)
    expect(compile(snippets)).toEqual([])
  })

  it('that does not compile is told, with its line', () => {
    expect(
      compile([{ where: 'docs/some.md:5', code: 'const [[best]] = model.recognise(rows)\nbest.klass' }])
    ).toEqual(["docs/some.md:6: Property 'klass' does not exist on type 'Ranked'. Did you mean 'class'?"])
  })
})
