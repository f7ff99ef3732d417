// `unseen data embed`: tables from sentences and names, joined tables, what is said and what is refused.
import { Matrix } from '@unseen/core'
import { addTable } from '../../src/dataset/add-table.js'
import { openDataset } from '../../src/dataset/open.js'
import { matchSentences } from '../../src/encoders/read-sentences.js'
import { run } from '../../src/run.js'
import { exitCodes } from '../../src/terminal/terminal.js'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { heardTerminal, type HeardTerminal } from './terminal.js'
import { writeTinyEncoder } from './tiny-encoders.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-embed-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true })
})
vi.stubEnv('UNSEEN_CACHE', join(place, 'cache'))
const encoder = writeTinyEncoder(join(place, 'tiny'))
const classes = ['horse', 'Tiger', 'killer+whale', 'zebra']
const sentences = join(place, 'classes.csv')
writeFileSync(
  sentences,
  'Class,Sentence\nhorse,"A horse, with hooves"\ntiger,a tiger with claws\nKiller Whale,a whale swims\nzebra,a horse with stripes\nokapi,a\n'
)

let data = ''
beforeEach(() => {
  data = mkdtempSync(join(place, 'data-'))
  writeFileSync(
    join(data, 'attributes.csv'),
    'class,hooves,stripes,swims\nhorse,1,0,0\nTiger,0,1,0.5\nkiller+whale,0,0,1\nzebra,1,1,0\n'
  )
  writeFileSync(
    join(data, 'dataset.json'),
    JSON.stringify({
      version: 1,
      name: 'animals',
      classes,
      signatures: [{ name: 'attributes', file: 'attributes.csv' }],
      provenance: { licence: 'none' }
    })
  )
})

async function embed(...args: string[]): Promise<HeardTerminal & { code: number }> {
  const terminal = heardTerminal()
  const code = await run(['data', 'embed', data, ...args], terminal)
  return { ...terminal, code }
}

describe('unseen data embed', () => {
  it('adds a table of sentences that the data set then has', async () => {
    const { code, printed, noted } = await embed('--sentences', sentences, '--encoder', encoder)
    expect(noted).toEqual([
      'Note: "tiger" is taken for "Tiger".',
      'Note: "Killer Whale" is taken for "killer+whale".',
      'Note: a sentence is for no class of the data set: "okapi".'
    ])
    expect(code).toBe(exitCodes.done)
    expect(printed[0]).toBe('Table "sentences": 4 classes x 5 numbers by tiny, in signatures/sentences.npz.')
    expect(printed[1]).toMatch(/^Most alike: .* and .* \(cosine 0\.\d\d\)\.$/)
    const { signatures, provenance } = await openDataset(data)
    expect(signatures.map(({ name }) => name)).toEqual(['attributes', 'sentences'])
    expect(signatures[1]).toMatchObject({
      classes,
      sentences: ['A horse, with hooves', 'a tiger with claws', 'a whale swims', 'a horse with stripes'],
      encoder: { kind: 'sentence', model: 'tiny', length: 5 }
    })
    expect(provenance).toEqual({ licence: 'none' })
  })

  it('encodes names, plain and in a template, and joins tables', async () => {
    expect((await embed('--names', '--encoder', encoder)).code).toBe(exitCodes.done)
    expect(
      (
        await embed(
          '--names',
          '--encoder',
          encoder,
          '--template',
          'a {name} with stripes',
          '--table',
          'striped'
        )
      ).code
    ).toBe(exitCodes.done)
    const { printed } = await embed('--join', 'attributes + 2 * names', '--json')
    expect(JSON.parse(printed.join('\n'))).toMatchObject([
      {
        table: 'attributes + 2 * names',
        classes: 4,
        length: 8,
        file: 'signatures/attributes-2-names.npz',
        encoder: {
          kind: 'joined',
          parts: [
            { table: 'attributes', weight: 1 },
            { table: 'names', weight: 2, encoder: { model: 'tiny' } }
          ]
        }
      }
    ])
    const { signatures } = await openDataset(data)
    expect(signatures.map(({ name }) => name)).toEqual([
      'attributes',
      'names',
      'striped',
      'attributes + 2 * names'
    ])
    expect(signatures[1].sentences).toEqual(classes)
    expect(signatures[2].sentences?.[0]).toBe('a horse with stripes')
    expect(signatures[3].attributes).toEqual([
      'hooves',
      'stripes',
      'swims',
      ...[1, 2, 3, 4, 5].map(k => `names ${k}`)
    ])
  })

  it('makes a table and a join of it at once', async () => {
    const { code } = await embed(
      '--sentences',
      sentences,
      '--encoder',
      encoder,
      '--table',
      'mine',
      '--join',
      '0.5 * attributes + mine'
    )
    expect(code).toBe(exitCodes.done)
    expect((await openDataset(data)).signatures.map(({ name }) => name)).toEqual([
      'attributes',
      'mine',
      '0.5 * attributes + mine'
    ])
  })

  it('keeps a table of the same name unless told to replace it', async () => {
    await embed('--names', '--encoder', encoder)
    const before = readFileSync(join(data, 'dataset.json'), 'utf8')
    const again = await embed('--names', '--encoder', encoder)
    expect(again.code).toBe(exitCodes.failed)
    expect(again.noted.join()).toContain('[path.exists]')
    expect(readFileSync(join(data, 'dataset.json'), 'utf8')).toBe(before)
    expect((await embed('--names', '--encoder', encoder, '--replace', '--template', 'a {name}')).code).toBe(
      exitCodes.done
    )
    expect((await openDataset(data)).signatures[1].sentences?.[0]).toBe('a horse')
    expect(readdirSync(join(data, 'signatures'))).toEqual(['names-2.npz'])
  })

  it.each([
    [[], 'options.value'],
    [['--names', '--sentences', 'x'], 'options.combination'],
    [['--names', '--template', 'no place'], 'options.value'],
    [['--sentences', sentences, '--template', '{name}', '--encoder', encoder], 'options.combination'],
    [['--names', '--encoder', join(place, 'absent')], 'encoder.missing'],
    [['--join', 'attributes + sentences'], 'dataset.name'],
    [['--sentences', join(place, 'absent.csv')], 'path.missing']
  ])('refuses %j', async (args, code) => {
    const heard = await embed(...args)
    expect(heard.noted.at(-1)).toContain(`[${code}]`)
    expect(heard.code).toBe(exitCodes.failed)
  })

  it('wants a folder of a data set', async () => {
    mkdirSync(join(data, 'below'))
    writeFileSync(join(data, 'below/signatures.csv'), 'class,hooves\nhorse,1\nzebra,2\n')
    const terminal = heardTerminal()
    expect(await run(['data', 'embed', join(data, 'below'), '--names', '--encoder', encoder], terminal)).toBe(
      exitCodes.failed
    )
    await expect(
      addTable(join(data, 'below'), { name: 'x', classes: ['horse'], matrix: [[1]] })
    ).rejects.toMatchObject({ code: 'dataset.manifest' })
  })

  it('stops on request and leaves the data set as it was', async () => {
    const before = readFileSync(join(data, 'dataset.json'), 'utf8')
    const terminal = heardTerminal(AbortSignal.abort())
    expect(await run(['data', 'embed', data, '--names', '--encoder', encoder], terminal)).toBe(
      exitCodes.stopped
    )
    expect(readFileSync(join(data, 'dataset.json'), 'utf8')).toBe(before)
  })
})

describe('addTable', () => {
  it('loses no table when several are added at once', async () => {
    const names = Array.from({ length: 6 }, (_, k) => `table ${k}`)
    await Promise.all(
      names.map((name, k) =>
        addTable(data, { name, classes, matrix: Matrix.from(classes.map((_, row) => [row + k, 1])) })
      )
    )
    const { signatures } = await openDataset(data)
    expect(
      signatures
        .slice(1)
        .map(({ name }) => name)
        .sort()
    ).toEqual(names)
    const table = signatures.find(({ name }) => name === 'table 3')
    expect(
      table === undefined ? [] : [...(Matrix.from(table.matrix) as { data: Float64Array }).data]
    ).toEqual([3, 1, 4, 1, 5, 1, 6, 1])
  })

  it('does not remove a file of the user when its table is replaced', async () => {
    await addTable(
      data,
      { name: 'attributes', classes, matrix: [[1], [2], [3], [4]], attributes: ['x'] },
      { replace: true }
    )
    expect(readdirSync(data)).toContain('attributes.csv')
    expect((await openDataset(data)).signatures[0].attributes).toEqual(['x'])
  })
})

describe('sentences of classes', () => {
  it('names what is missing, twice or ambiguous', () => {
    expect(() => matchSentences(['horse', 'zebra'], ['a', ' '], ['horse', 'zebra', 'cat'], 'c.csv')).toThrow(
      'c.csv has no sentence for 2 classes: "zebra", "cat"'
    )
    expect(() => matchSentences(['horse', 'Horse'], ['a', 'b'], ['horse'], 'c.csv')).toThrow(
      'two sentences for "horse", in rows 1 and 2'
    )
    expect(() => matchSentences(['killer whale'], ['a'], ['killer_whale', 'Killer Whale'], 'c.csv')).toThrow(
      'has no sentence for 2 classes'
    )
    const many = Array.from({ length: 12 }, (_, k) => `class ${k}`)
    expect(() => matchSentences([], [], many, 'c.csv')).toThrow('"class 9" and 2 more')
  })

  it('prefers the very name', () => {
    expect(matchSentences(['Cat', 'cat'], ['big', 'small'], ['cat', 'Cat'], 'c.csv')).toEqual({
      texts: ['small', 'big'],
      remarks: []
    })
  })
})
