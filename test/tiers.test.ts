// Every test file is run by `npm test` or by `npm run test:all`: none is forgotten, none is run twice.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { projects } from '../scripts/tiers.mjs'
import { repository } from './helpers/repository.js'

/** Whatever looks like tests, wherever it lies. */
const files = ['packages', 'test', 'scripts', 'bench']
  .flatMap(folder => readdirSync(join(repository, folder), { recursive: true, withFileTypes: true }))
  .filter(entry => entry.isFile() && /\.(test|spec)\.[cm]?[jt]sx?$/.test(entry.name))
  .map(entry => relative(repository, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .filter(path => !/(^|\/)(node_modules|dist)\//.test(path))

it('puts each test file into one project', () => {
  const list = JSON.parse(
    execFileSync(
      process.execPath,
      [join(repository, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--json'],
      { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    )
  ) as { file: string; projectName: keyof typeof projects }[]
  const found = list.map(({ file, projectName }) => ({
    path: relative(repository, file).replaceAll('\\', '/'),
    heavy: !projects[projectName].main
  }))
  expect(found.map(({ path }) => path).sort()).toEqual(files.sort())
  // The name says it: whoever reads a folder sees what `npm test` leaves out.
  expect(
    found
      .filter(({ path, heavy }) => heavy !== /\.heavy\.test\.ts$|^test\/reference\//.test(path))
      .map(({ path }) => path)
  ).toEqual([])
})
