import { Matrix, UnseenError, rowsOf } from '@unseen/core'
import { readTrainingInput } from '../../../core/src/input/training-input.js'
import { examine } from '../../src/doctor/examine.js'
import { gatherFacts } from '../../src/doctor/feature-facts.js'
import { severities } from '../../src/doctor/finding.js'
import { toDataset } from '../../src/draft/to-dataset.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRemark } from './contract.js'
import {
  animals,
  changed,
  clean,
  draft,
  features,
  names,
  numbers,
  place,
  signatures,
  sparse,
  split,
  table,
  withFeatures
} from './drafts.js'
import { anyDraft, damagedDraft } from './random-drafts.js'

describe('examine', () => {
  it('says what was found', async () => {
    const report = await examine(draft({ remarks: ['a remark'] }))
    expect(report).toEqual({
      name: 'animals',
      layout: 'manifest',
      found: {
        rows: 15,
        columns: 4,
        zeros: 7 / 60,
        classes: 5,
        classesWithRows: 5,
        labelsFrom: 0,
        tables: [{ name: 'attributes', file: 'attributes.csv', classes: 5, attributes: 4, named: true }],
        splits: [{ name: 'mine', file: 'dataset.json', seen: 3, unseen: 2, train: 6, test: 9 }],
        remarks: ['a remark']
      },
      findings: []
    })
  })

  it.each(Object.entries(clean))('finds nothing in a clean set: %s', async (_, whole) => {
    expect((await examine(whole)).findings).toEqual([])
  })

  it('puts the worst first, then goes by file', async () => {
    const rows = changed(
      features.map((row, i) => (i === 4 ? [0, 0, 0, 0] : row)),
      7,
      0,
      -1
    )
    const { findings, worst } = await examine(
      draft({
        features: { place: place('features.npy'), value: rowsOf(Matrix.from(rows)) },
        labels: numbers(animals.flatMap((_, label) => [label + 1, label + 1, label + 1])),
        splits: [split({ test: numbers([1, 2], 'a-test.npy', 0) })]
      })
    )
    expect(worst).toBe('error')
    expect(findings.map(({ severity, file, check }) => `${severity} ${file ?? ''} ${check}`)).toEqual([
      'error a-test.npy overlapping-rows',
      'warning features.npy zero-rows',
      'note features.npy negative-features',
      'note labels.npy label-base'
    ])
  })

  it('tells how far it is, and stops when asked', async () => {
    const seen: number[] = []
    await examine(draft(), {
      onProgress: progress => progress.stage === 'examine' && seen.push(progress.done / progress.total)
    })
    expect(seen).toEqual([1])
    await expect(examine(draft(), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled'
    })
  })

  it('never throws, and puts every finding in order', async () => {
    await fc.assert(
      fc.asyncProperty(anyDraft, async any => {
        const { findings, worst } = await examine(any)
        findings.forEach(checkRemark)
        const ranks = findings.map(({ severity }) => severities.indexOf(severity))
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
        expect(worst).toBe(findings[0]?.severity)
      }),
      { numRuns: 100, seed: 1 }
    )
  })

  it('calls everything an error that would be refused as a data set', async () => {
    let [refused, taken] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 4, arbitrary: damagedDraft }, { weight: 1, arbitrary: anyDraft }),
        async any => {
          const { worst } = await examine(any)
          try {
            toDataset(any)
            taken++
          } catch (error) {
            if (!(error instanceof UnseenError)) throw error
            refused++
            expect(worst, error.message).toBe('error')
          }
        }
      ),
      { numRuns: 600, seed: 2 }
    )
    expect(Math.min(refused, taken)).toBeGreaterThan(60)
  })

  it.each([
    ['not finite', withFeatures(changed(features, 3, 1, NaN))],
    [
      'a zero signature',
      draft({ signatures: [table({ rows: signatures.map((row, i) => (i === 3 ? [0, 0, 0, 0] : row)) })] })
    ],
    [
      'one class',
      draft({
        labels: numbers(
          features.map(() => 2),
          'labels.npy',
          0
        ),
        splits: []
      })
    ]
  ])('what training refuses is an error too: %s', async (_, whole) => {
    const set = toDataset(whole)
    const rows = set.features && (await set.features.read(0, set.features.rows))
    if (rows === undefined) throw new Error('no features')
    expect(() =>
      readTrainingInput({ features: rows, labels: set.labels, signatures: set.signatures[0] })
    ).toThrow(UnseenError)
    expect((await examine(whole)).worst).toBe('error')
  })
})

describe('facts of features', () => {
  const rows = [
    [0, 1.5, -2, 0],
    [0, 0, 0, 0],
    [3, NaN, 4, 0],
    [0, -1, Infinity, 0]
  ]

  it.each([
    ['dense', Matrix.from(rows)],
    ['sparse', sparse(rows)]
  ])('are right for %s rows', async (_, matrix) => {
    const facts = await gatherFacts(rowsOf(matrix))
    expect(facts).toMatchObject({
      rows: 4,
      columns: 4,
      notFinite: 2,
      firstNotFinite: { row: 2, column: 1 },
      negative: 2,
      firstNegative: { row: 0, column: 2 },
      zeros: 9,
      zeroRows: [1],
      whole: false
    })
    expect([...facts.smallest]).toEqual([0, -1, -2, 0])
    expect([...facts.largest]).toEqual([3, 1.5, 4, 0])
    expect([...facts.lengths]).toEqual([2.5, 0, NaN, NaN])
    expect([...facts.sums]).toEqual([-0.5, 0, 7, -1])
  })

  it('do not depend on how rows are kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(0, 1, -2.5, NaN, 7), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 12
        }),
        async some => {
          const expected = await gatherFacts(rowsOf(Matrix.from(some)))
          expect(await gatherFacts(rowsOf(sparse(some)))).toEqual(expected)
          expect(expected.zeroRows).toEqual(
            some.flatMap((row, i) => (row.every(value => value === 0) ? [i] : []))
          )
        }
      ),
      { numRuns: 100, seed: 3 }
    )
  })

  it('number rows alike in every piece', async () => {
    // So wide that a piece is a single row.
    const columns = 2 ** 21
    const wide = Matrix.sparse(
      3,
      columns,
      Uint32Array.of(0, 1, 1, 2),
      Uint32Array.of(5, 7),
      Float32Array.of(2, NaN)
    )
    const done: number[] = []
    const facts = await gatherFacts(rowsOf(wide), { onRows: rows => done.push(rows) })
    expect(done).toEqual([1, 2, 3])
    expect(facts).toMatchObject({
      notFinite: 1,
      firstNotFinite: { row: 2, column: 7 },
      zeroRows: [1],
      zeros: 3 * columns - 2
    })
    expect(facts.largest[5]).toBe(2)
  })

  it('are none without features', async () => {
    expect((await examine(draft({ features: undefined, labels: names([]) }))).found.columns).toBeUndefined()
  })
})
