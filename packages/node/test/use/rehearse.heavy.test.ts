// `rehearse`, and what a rehearsed model can do: none of these, clusters, generalised evaluation.
import { type Rehearsal, rehearsalOf, rowsOf, thresholdOf } from '@unseen/core'
import { type Dataset, writeNpy } from '@unseen/data'
import { readModel, writeModel } from '../../src/files/model-file.js'
import { run } from '../../src/run.js'
import { rehearsalLines } from '../../src/terminal/rehearsal.js'
import { evaluateGeneralised } from '../../src/use/evaluate-generalised.js'
import { rehearseData } from '../../src/use/rehearse-data.js'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  classes,
  columns,
  signatures,
  smallModel,
  smallRows,
  temporaryFolder
} from '../helpers/small-model.js'
import { testTerminal } from '../helpers/terminal.js'

const folder = temporaryFolder()
const file = join(folder, 'zoo.unseen')
const rowsFile = join(folder, 'rows.npy')
const ROWS = 48
const { features, labels } = smallRows(160, classes, 9)
const seen = classes.slice(0, 6)
const odd = Uint32Array.from({ length: 80 }, (_, at) => 2 * at + (Math.floor(at / 4) % 2))
const isOdd = new Set(odd)
const dataset: Dataset = {
  name: 'zoo',
  classes,
  features: rowsOf(features),
  labels: Int32Array.from(labels, name => classes.indexOf(name)),
  signatures: [{ name: 'attributes', classes, matrix: signatures }],
  provenance: {},
  splits: [
    {
      name: 'only',
      seen,
      unseen: classes.slice(6),
      train: odd,
      test: Uint32Array.from({ length: 160 }, (_, row) => row).filter(row => !isOdd.has(row))
    }
  ]
}
const settings = { weights: 'class', gamma: 0.1, ridge: 0.1 } as const

async function unseen(...args: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = testTerminal()
  const code = await run(args, terminal)
  return { code, out: terminal.printed.join('\n'), notes: terminal.noted.join('\n') }
}

beforeAll(async () => {
  const { model } = await rehearseData(dataset, { fit: settings, train: true, rehearsal: { accept: 0.6 } })
  if (model !== undefined) await writeModel(file, model)
  writeFileSync(
    rowsFile,
    writeNpy({
      name: 'features',
      shape: [ROWS, columns],
      data: (smallRows(ROWS, classes, 4).features as { data: Float32Array }).data
    })
  )
})

describe('rehearsing a data set', () => {
  it('of options and of the model trained with them finds the same', async () => {
    const { model, rehearsal } = await rehearseData(dataset, { fit: settings, train: true })
    expect(rehearsal.byClass.map(each => each.class)).toEqual(seen)
    expect(model?.notes.bias).toBeTypeOf('number')
    const again = await rehearseData(dataset, { ...(model !== undefined && { model }) })
    expect(again.rehearsal).toEqual(rehearsal)
    expect(again.model?.notes).toEqual(model?.notes)
    expect((await rehearseData(dataset, { fit: settings })).model).toBeUndefined()
    const lines = rehearsalLines({ ...again, model })
    expect(lines.some(line => line.startsWith('Bias') && line.includes('in this model'))).toBe(true)
    // The worst class first.
    const worst = [...rehearsal.byClass].sort((a, b) => a.unseen - b.unseen || a.all - b.all)
    const head = lines.findIndex(line => line.startsWith('hidden class'))
    expect(lines.slice(head + 1).map(line => line.split(' ')[0])).toEqual(worst.map(each => each.class))
  })

  it('refuses a model of other data', async () => {
    const other = { ...dataset, classes: classes.map(name => `${name}s`) }
    await expect(rehearseData(other, { model: await smallModel() })).rejects.toMatchObject({
      code: 'dataset.name'
    })
  })
})

describe('unseen rehearse', () => {
  it('writes what it finds into the model, and prints JSON', async () => {
    const out = join(folder, 'sample.unseen')
    const {
      code,
      out: printed,
      notes
    } = await unseen(
      'rehearse',
      'sample',
      '--weights',
      'class',
      '--gamma',
      '1',
      '--no-each',
      '--groups',
      '2',
      '-o',
      out,
      '--json'
    )
    expect(code, notes).toBe(0)
    const result = JSON.parse(printed) as { model: string; bias: number; rehearsal: Rehearsal }
    const model = await readModel(out)
    expect(result.model).toBe(out)
    expect(rehearsalOf(model.notes)).toEqual(result.rehearsal)
    expect(model.notes.bias).toBe(result.bias)
    expect(result.rehearsal).toMatchObject({ trainings: 2, oneByOne: null, status: 'complete' })
    expect(thresholdOf(model.notes)?.accept).toBe(0.9)
  })

  it('rehearses any method that scores each row and class by itself', async () => {
    const { code, out, notes } = await unseen(
      'rehearse',
      'sample',
      '--method',
      'eszsl',
      '--at',
      'ridge 1 gamma 0.1',
      '--no-each',
      '--groups',
      '2',
      '--json'
    )
    expect(code, notes).toBe(0)
    const { model, rehearsal } = JSON.parse(out) as { model: null; rehearsal: Rehearsal }
    expect(model).toBeNull()
    expect(rehearsal).toMatchObject({ method: 'eszsl', trainings: 2, status: 'complete' })
    expect(rehearsal.unseen.accuracy.value).toBeGreaterThan(rehearsal.unseen.chance)
    const rooted = JSON.parse(
      (
        await unseen(
          'rehearse',
          'sample',
          '--method',
          'eszsl',
          '--at',
          'ridge=1,gamma=0.1',
          '--normalise',
          'sqrt',
          '--no-each',
          '--groups',
          '2',
          '--json'
        )
      ).out
    ) as { rehearsal: Rehearsal }
    expect(rooted.rehearsal.unseen.accuracy).not.toEqual(rehearsal.unseen.accuracy)
    for (const [reason, ...args] of [
      ['ridge', '--method', 'eszsl'],
      ['one method', '--method', 'eszsl,means', '--at', 'ridge 1 gamma 1'],
      ['nothing', '--method', 'nothing'],
      ['depend', '--method', 'pst', '--at', 'lambda 1 neighbours 10 alpha 0.5'],
      ['depend', '--method', 'random-forest', '--at', 'lambda 1 depth 4'],
      ['--gamma', '--method', 'eszsl', '--at', 'ridge 1 gamma 1', '--gamma', '1'],
      ['--output', '--method', 'chance', '-o', 'x.unseen'],
      ['--at', '--at', 'ridge 1']
    ]) {
      const refused = await unseen('rehearse', 'sample', ...args)
      expect(refused.code, args.join(' ')).toBe(2)
      expect(refused.notes).toContain(reason)
    }
  })

  it('takes nothing beside a model that the model brings along', async () => {
    const { code, notes } = await unseen('rehearse', 'sample', '--model', file, '--gamma', '1')
    expect(code).toBe(2)
    expect(notes).toContain('--gamma')
  })
})

describe('a rehearsed model', () => {
  it('says none of these, in every form of answers', async () => {
    const json = JSON.parse(
      (await unseen('recognise', file, rowsFile, '--among', 'all', '--reject', 'margin', '--json')).out
    ) as {
      answers: { none: boolean; margin: number; seen: boolean; ranked: { class: string }[] }[]
      rows: number
      none: number
      counts: { rows: number }[]
    }
    expect(json.none).toBe(json.answers.filter(({ none }) => none).length)
    expect(json.counts.reduce((sum, { rows }) => sum + rows, 0) + json.none).toBe(json.rows)
    const model = await readModel(file)
    const least = thresholdOf(model.notes)?.all?.least ?? 0
    for (const {
      none,
      margin,
      seen: isSeen,
      ranked: [best]
    } of json.answers) {
      expect(none).toBe(margin < least)
      expect(isSeen).toBe(model.find(best.class).seen)
    }
    const strict = String(json.answers.map(({ margin }) => margin).sort((a, b) => a - b)[ROWS / 2])
    const csv = join(folder, 'answers.csv')
    await unseen('recognise', file, rowsFile, '--among', 'all', '--reject', strict, '-o', csv, '-q')
    const [head, ...lines] = readFileSync(csv, 'utf8')
      .trim()
      .split('\n')
      .map(line => line.split(','))
    expect(head).toEqual(['row', 'class', 'score', 'probability', 'unlike', 'verdict', 'margin'])
    expect(lines.filter(([, name]) => name === '""')).toHaveLength(ROWS / 2)
    const shown = await unseen('recognise', file, rowsFile, '--among', 'all', '--reject', '1000')
    expect(shown.out).toMatch(/none of these \(\w+\?\) +(un)?seen/)
    expect(shown.notes).toContain(`none of these ${ROWS}`)
  })

  it('turns away what is unlike every class, by the rate of false alarms', async () => {
    const strange = join(folder, 'strange.csv')
    const { columns } = (await readModel(file)).trained
    const row = Array.from({ length: columns }, (_, at) => (at % 2 === 0 ? 50 : -50)).join(',')
    writeFileSync(strange, `${row}\n${row}\n`)
    const said = await unseen('recognise', file, strange, '--among', 'all', '--reject', '--json')
    const { answers, none } = JSON.parse(said.out) as {
      answers: { none: boolean; unlike: number; verdict: { kind: string; words: string } }[]
      none: number
    }
    expect(none).toBe(2)
    for (const { unlike, verdict } of answers) {
      expect(unlike).toBeGreaterThanOrEqual(0.98)
      expect(verdict.kind).toBe('unlike')
      expect(verdict.words).toMatch(/^Unlike anything known: /)
    }
    expect((await unseen('recognise', file, rowsFile, '--reject', '--false-alarms', '2')).code).toBe(2)
  })

  it('refines a whole file, says that it is transductive, and warns', async () => {
    const { out, notes, code } = await unseen('recognise', file, rowsFile, '--refine', 'clusters', '--json')
    expect(code).toBe(0)
    const { answers, transductive } = JSON.parse(out) as {
      answers: { transductive: boolean; ranked: { class: string }[] }[]
      transductive: boolean
    }
    expect(transductive).toBe(true)
    expect(answers.every(answer => answer.transductive)).toBe(true)
    const model = await readModel(file)
    expect(answers.map(({ ranked: [best] }) => best.class)).toEqual(
      model
        .recognise(smallRows(ROWS, classes, 4).features, { refine: 'clusters' })
        .map(([best]) => best.class)
    )
    expect(rehearsalOf(model.notes)?.clusters.helps).toBe(false)
    expect(notes).toContain('Warning: in the rehearsal clusters did not help for certain')
    expect((await unseen('recognise', file, rowsFile, '--refine', 'clusters', '--reject')).code).toBe(2)
  })

  it('warns of clusters only where the rehearsal did not find that they help, and of seen candidates, which it did not look at', async () => {
    const model = await readModel(file)
    const helped = join(folder, 'helped.unseen')
    await writeModel(
      helped,
      model.annotate({
        rehearsal: { ...model.notes.rehearsal, clusters: { without: 0.5, with: 0.75, p: 0.001, helps: true } }
      })
    )
    const notesOf = async (...among: string[]): Promise<string> =>
      (await unseen('recognise', helped, rowsFile, '--refine', 'clusters', ...among)).notes
    expect(await notesOf()).not.toContain('Warning')
    expect(await notesOf('--among', 'zebra,duck')).not.toContain('Warning')
    for (const among of ['all', 'seen', 'zebra,horse'])
      expect(await notesOf('--among', among)).toContain(
        'where seen classes are candidates is not known: the rehearsal looked at classes without images alone (50.0 % right without, 75.0 % with them)'
      )
    const plain = join(folder, 'plain.unseen')
    await writeModel(plain, await smallModel())
    expect(
      (await unseen('recognise', plain, rowsFile, '--refine', 'clusters', '--among', 'all')).notes
    ).toContain('not rehearsed')
  })

  it('says in every form of its refined answers that they are transductive, told to be quiet or not', async () => {
    const texts = async (...args: string[]): Promise<string[]> =>
      (await unseen('recognise', file, rowsFile, '-q', ...args)).out.split('\n')
    for (const line of await texts('--refine', 'clusters', '--format', 'jsonl'))
      expect(JSON.parse(line)).toHaveProperty('transductive', true)
    const [head, ...lines] = (await texts('--refine', 'clusters', '--format', 'csv')).map(line =>
      line.split(',')
    )
    expect(head).toEqual(['row', 'class', 'score', 'transductive'])
    expect(new Set(lines.map(cells => cells[3]))).toEqual(new Set(['true']))
    expect((await texts('--refine', 'clusters')).at(-1)).toBe(
      'transductive: each answer depends on the other rows'
    )
    const parquet = join(folder, 'refined.parquet')
    await unseen('recognise', file, rowsFile, '--refine', 'clusters', '-q', '-o', parquet)
    const bytes = readFileSync(parquet)
    const read = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    })
    expect(read).toHaveLength(ROWS)
    for (const row of read) expect(row).toHaveProperty('transductive', true)
    // Where nothing was refined, nothing is said.
    for (const form of ['jsonl', 'csv', 'table'])
      expect((await texts('--format', form)).join()).not.toContain('transductive')
  })

  it('is evaluated with and without its bias, on rows it was not trained on', async () => {
    const model = await readModel(file)
    const found = await evaluateGeneralised(model, dataset)
    expect(found.rows).toEqual({ seen: 60, unseen: 20 })
    expect(found.calibrated?.bias).toBe(model.notes.bias)
    expect(found.best.harmonic).toBeGreaterThanOrEqual(found.calibrated?.harmonic ?? 1)
    expect(found.best.harmonic).toBeGreaterThanOrEqual(found.raw.harmonic)
    const test = dataset.splits[0].test ?? new Uint32Array()
    const answers = model.recognise(features, { among: 'all' })
    const right = (name: string): number =>
      [...test].filter(row => labels[row] === name && answers[row][0].class === name).length /
      [...test].filter(row => labels[row] === name).length
    expect(found.calibrated?.unseen).toBeCloseTo((right('zebra') + right('duck')) / 2, 12)
    const unbiased = await evaluateGeneralised(await smallModel(), dataset)
    expect(unbiased.calibrated).toBeUndefined()
    const onlyUnseen = {
      ...dataset,
      splits: [{ ...dataset.splits[0], test: test.filter(row => !seen.includes(labels[row])) }]
    }
    await expect(evaluateGeneralised(model, onlyUnseen)).rejects.toMatchObject({ code: 'features.empty' })
  })
})
