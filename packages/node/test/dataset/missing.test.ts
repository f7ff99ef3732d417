// Attributes that nobody judged: said, recorded, treated as asked.
import { Matrix } from '@unseen/core'
import { makeDataset } from '../../src/dataset/make.js'
import { openDataset } from '../../src/dataset/open.js'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/small-model.js'

const folder = temporaryFolder()

/** 24 entries, one of which is not known. */
async function made(missing?: 'zero' | 'mean' | 'keep') {
  const place = (name: string): string => join(folder, name)
  const classes = ['cat', 'dog', 'elk', 'owl', 'yak', 'zebra']
  const rows = classes.map((name, k) => `${name},${10 * k},${k === 2 ? -1 : 30},${5 + k},50`)
  await writeFile(place('attributes.csv'), `class,a,b,c,d\n${rows.join('\n')}\n`)
  await writeFile(place('features.csv'), `x,y\n${classes.map((_, k) => `${k},1`).join('\n')}\n`)
  await writeFile(place('labels.csv'), `label\n${classes.join('\n')}\n`)
  const out = place(`out-${missing ?? 'default'}`)
  const { missing: said } = await makeDataset({
    out,
    features: place('features.csv'),
    labels: place('labels.csv'),
    attributes: [place('attributes.csv')],
    unseen: ['owl'],
    overwrite: true,
    ...(missing !== undefined && { missing })
  })
  const { signatures, provenance } = await openDataset(out)
  const row = new Float64Array(4)
  Matrix.readRow(Matrix.from(signatures[0].matrix, 'signatures'), 2, row)
  return { said, value: row[1], notes: provenance.notes }
}

describe('attributes that nobody judged', () => {
  it.each([
    [undefined, 0],
    ['zero', 0],
    ['mean', 30],
    ['keep', -1]
  ] as const)('with --missing %s become %d, which is said and recorded', async (missing, expected) => {
    const { said, value, notes } = await made(missing)
    expect(value).toBe(expected)
    expect(said).toEqual([expect.stringContaining('1 entry of -1')])
    expect(said[0]).toContain(`--missing ${missing ?? 'zero'}`)
    expect(notes).toEqual(expect.arrayContaining([...said]))
  })
})
