// What "sample" means: the data set that comes along, unless something here has that name.
import { samplePath } from '../../src/dataset/sample.js'
import { placeOf, sourceName } from '../../src/library/source-identity.js'
import { offerPath } from '../../src/studio/offer.js'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

describe('sample', () => {
  const home = process.cwd()
  let folder: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'unseen-sample-')))
    process.chdir(folder)
  })
  afterEach(() => {
    process.chdir(home)
    rmSync(folder, { recursive: true })
  })

  it('is what comes along, under this name alone', async () => {
    expect(samplePath('sample')).toMatch(/cifar10-sample$/)
    expect([samplePath('samples'), samplePath('./sample')]).toEqual([undefined, undefined])
    expect([placeOf('sample'), sourceName('sample')]).toEqual([samplePath('sample'), 'sample'])
    expect([...(await offerPath('sample')).files.keys()]).toContain('cifar10-sample/dataset.json')
  })

  it('is what lies here, where anything of that name does', async () => {
    mkdirSync('sample')
    writeFileSync('sample/features.csv', '1,2\n')
    expect(samplePath('sample')).toBeUndefined()
    expect([placeOf('sample'), sourceName('sample')]).toEqual([join(folder, 'sample'), 'sample'])
    expect([...(await offerPath('sample')).files.keys()]).toEqual(['sample/features.csv'])
  })
})
