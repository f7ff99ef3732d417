// The doctor on the real data sets: exactly the findings that are committed. make-broken.mjs makes expected/.
import { examinePath } from '../../src/dataset/examine-path.js'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeWithShared, sharedPath } from '../../../../test/helpers/shared.js'
import { realSets } from './real-sets.mjs'

describeWithShared('the doctor on real data sets', () => {
  it.each(Object.entries(realSets))('%s', async (name, path) => {
    const expected: unknown = JSON.parse(
      readFileSync(new URL(`expected/${name}.json`, import.meta.url), 'utf8')
    )
    expect(JSON.parse(JSON.stringify(await examinePath(sharedPath('data', path))))).toEqual(expected)
  })
})
