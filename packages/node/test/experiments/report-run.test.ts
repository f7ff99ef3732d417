// A run as a report, from a small data set to the figures: a rehearsed model shows what "none of these" buys.
import { Matrix, type Rehearsal, rehearsalOf, rowsOf } from '@unseen/core'
import { type Report, readReport } from '@unseen/report'
import { saveDataset } from '../../src/dataset/save.js'
import { readModel } from '../../src/files/model-file.js'
import { run } from '../../src/run.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { classes, signatures, smallRows, temporaryFolder } from '../helpers/small-model.js'
import { testTerminal } from '../helpers/terminal.js'

const folder = temporaryFolder()
const data = join(folder, 'zoo')
const path = (name: string): string => join(folder, name)

async function unseen(...args: string[]): Promise<void> {
  const terminal = testTerminal()
  expect(await run(args, terminal), terminal.noted.join('\n')).toBe(0)
}

async function reported(
  name: string,
  ...flags: string[]
): Promise<{ report: Report; page: string; rehearsal: Rehearsal | undefined }> {
  await unseen('fit', data, '--weights', 'class', '--ridge', '0.1', '--run', path(name), ...flags)
  await unseen('report', path(name), '-o', path(`${name}.html`))
  const page = readFileSync(path(`${name}.html`), 'utf8')
  return {
    report: readReport(page),
    page,
    rehearsal: rehearsalOf((await readModel(join(path(name), 'model.unseen'))).notes)
  }
}

beforeAll(async () => {
  const { features, labels } = smallRows(160, classes, 9)
  const matrix = Matrix.from(signatures, 'signatures')
  await saveDataset(
    {
      name: 'zoo',
      classes,
      features: rowsOf(features),
      labels: Int32Array.from(labels, name => classes.indexOf(name)),
      signatures: [{ name: 'attributes', classes, matrix }],
      splits: [{ name: 'only', seen: classes.slice(0, 6), unseen: classes.slice(6) }],
      provenance: {}
    },
    data
  )
})

describe('the report of a run', () => {
  it('of a rehearsed model holds the curves of coverage against accuracy, drawn', async () => {
    const { report, page, rehearsal } = await reported('rehearsed', '--rehearse')
    const { unseen: among, all } = rehearsal!.rejection
    const figure = report.figures?.find(({ name }) => name === 'coverage')
    expect(among.curve.length).toBeGreaterThan(1)
    expect(figure?.data).toMatchObject({
      curves: [
        { name: 'among unseen classes', points: among.curve },
        { name: 'among all classes', points: all.curve }
      ]
    })
    // What is marked is the threshold that the model carries.
    expect(among.threshold).not.toBeNull()
    expect(figure?.data).toHaveProperty('marked', {
      coverage: among.coverage,
      accuracy: among.accuracy,
      label: 'the threshold in use'
    })
    expect(page).toMatch(/<svg[^]*what it buys[^]*the threshold in use[^]*<\/svg>/)
    expect(report.results?.map(({ title }) => title)).toContain('What the rehearsal expects')
    expect(JSON.stringify(report.results)).toContain('transductive')
  })

  it('of a model that was not rehearsed holds none', async () => {
    const { report, rehearsal } = await reported('plain')
    expect(rehearsal).toBeUndefined()
    expect(report.figures?.map(({ name }) => name)).toEqual(['confusion', 'affinity'])
  })
})
