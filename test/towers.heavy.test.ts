// Two towers on the whole way: features, table, comparison, by the built commands.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tinyTowers } from '../packages/node/test/networks/tiny-towers.js'
import { repository } from './helpers/repository.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-towers-path-'))
const towers = join(place, 'towers')
/** Parts of red, green and blue, of which the texts speak as well. */
const mixes = {
  brick: [3, 1, 0],
  leaf: [0, 3, 1],
  sea: [0, 1, 3],
  plum: [2, 0, 2],
  sun: [2, 2, 0],
  foam: [0, 2, 2],
  rose: [3, 0, 1],
  moss: [1, 3, 0]
} as const
const words = ['red', 'green', 'blue']
beforeAll(async () => {
  for (const [name, content] of Object.entries(tinyTowers())) {
    mkdirSync(dirname(join(towers, name)), { recursive: true })
    writeFileSync(join(towers, name), content)
  }
  let step = 0
  for (const [name, parts] of Object.entries(mixes)) {
    mkdirSync(join(place, 'photos', name), { recursive: true })
    for (let k = 0; k < 8; k++) {
      const [r, g, b] = parts.map(part => 60 * part + ((step++ * 37) % 40))
      await sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } })
        .png()
        .toFile(join(place, 'photos', name, `${k}.png`))
    }
  }
  const line = ([name, parts]: [string, readonly number[]]): string =>
    `${name},${parts.map((part, at) => Array(part).fill(words[at]).join(' ')).join(' ')}`
  writeFileSync(join(place, 'classes.csv'), `class,sentence\n${Object.entries(mixes).map(line).join('\n')}\n`)
})
afterAll(() => rmSync(place, { recursive: true }))

const bin = join(repository, 'packages/node/bin/unseen.js')
function unseen(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: place,
    env: { ...process.env, UNSEEN_CACHE: join(place, 'cache') },
    encoding: 'utf8'
  })
  expect(status, stderr).toBe(0)
  return stdout
}

it('extract, embed, compare: the direct cosine stands beside SSE', { timeout: 120_000 }, () => {
  const data = join(place, 'data')
  unseen('data', 'extract', join(place, 'photos'), '--model', towers, '-o', `${data}/`)
  unseen('data', 'embed', data, '--sentences', join(place, 'classes.csv'), '--encoder', towers)
  const { provenance, signatures } = JSON.parse(readFileSync(join(data, 'dataset.json'), 'utf8')) as {
    provenance: { features: { space: string } }
    signatures: { encoder: { towers: { space: string; scale: number } } }[]
  }
  expect(signatures[0].encoder.towers).toEqual({ space: provenance.features.space, scale: 100 })
  const compare = (methods: string): string =>
    unseen(
      'compare',
      data,
      '--methods',
      methods,
      '--unseen',
      'rose,moss,plum',
      '--protocol',
      'zsl',
      '--threads',
      '1',
      '--run',
      join(place, `run-${methods}`)
    )
  expect(compare('sse,direct')).toMatch(/Direct cosine/)
  // Where the spaces are one, the quick methods have it too; one of them cannot do with so few classes.
  const quick = compare('quick')
  expect(quick).toMatch(/Direct cosine/)
  expect(quick).toMatch(/Designed attributes.*no attribute would part them/s)
})
