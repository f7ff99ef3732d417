// Everything a user can do wrong is refused with a code of the table, where it is and what to do.
import { type ErrorCode, UnseenError, coreCodes } from '../../src/base/errors.js'
import { type FitOptions, resolveFitOptions } from '../../src/base/options.js'
import { embedSignatures } from '../../src/embedding/embed-signatures.js'
import { fit } from '../../src/fit.js'
import type { SignatureTable, TrainingInput } from '../../src/input/training-input.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { modelScorer } from '../../src/model/model-scorer.js'
import { type TuneOptions, tune } from '../../src/tune.js'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { clientCodes } from '../../../client/src/errors.js'
import { dataCodes } from '../../../data/src/errors.js'
import { networksCodes } from '../../../networks/src/errors.js'
import { errorCodes } from '../../../node/src/errors.js'
import { reportCodes } from '../../../report/src/errors.js'
import { studioCodes } from '../../../studio/src/lib/errors.js'
import { trainSmall } from '../model/file-cases.js'
import { smallProblem } from '../properties/small-problem.js'

interface Refusal {
  readonly name: string
  readonly code: ErrorCode
  readonly where?: UnseenError['where']
  /** a part of the message */
  readonly says?: string
  readonly act: () => unknown
}

const good = smallProblem(1, { seen: 4, unseen: 2, rows: 20, columns: 3, attributes: 5 })
const model = await trainSmall()
const row = [1, 0.9, 0.1, 1.1, 0]

/** Features with one value changed. */
function spoilt(i: number, m: number, value: number): number[][] {
  return good.features.map((values, at) => (at === i ? values.map((x, k) => (k === m ? value : x)) : values))
}
function spoiltSignatures(k: number, change: (signature: number[]) => number[]): SignatureTable {
  return {
    ...good.signatures,
    matrix: good.signatures.matrix.map((signature, at) => (at === k ? change(signature) : signature))
  }
}
const training =
  (change: Partial<TrainingInput>, options: FitOptions = {}) =>
  (): Promise<unknown> =>
    fit({ ...good, ...change }, options)
const tuning =
  (options: TuneOptions, change: Partial<TrainingInput> = {}) =>
  (): Promise<unknown> =>
    tune({ ...good, ...change }, options)
/** Sparse rows that claim more columns than they fill. */
const claimed = (rows: number, columns: number): Matrix =>
  Matrix.sparse(
    rows,
    columns,
    Uint32Array.from({ length: rows + 1 }, (_, i) => i),
    new Uint32Array(rows).fill(columns - 1),
    new Float32Array(rows).fill(1)
  )
const option = (options: object) => () => resolveFitOptions(options)
/** What the compiler refuses and JavaScript does not. */
const untyped = <T>(value: unknown): T => value as T

const refusals: readonly Refusal[] = [
  // features
  {
    name: 'NaN among the features',
    code: 'features.not-finite',
    where: { row: 7, column: 2 },
    act: training({ features: spoilt(7, 2, NaN) })
  },
  {
    name: 'Infinity among the features',
    code: 'features.not-finite',
    where: { row: 0, column: 0 },
    act: training({ features: spoilt(0, 0, -Infinity) })
  },
  {
    name: 'NaN among sparse features',
    code: 'features.not-finite',
    where: { row: 2, column: 1 },
    act: training({
      features: Matrix.sparse(
        3,
        2,
        Uint32Array.of(0, 1, 1, 3),
        Uint32Array.of(0, 0, 1),
        Float32Array.of(1, 1, NaN)
      ),
      labels: [0, 1, 1]
    })
  },
  {
    name: 'a feature beyond single precision',
    code: 'features.not-finite',
    where: { row: 3, column: 1 },
    act: training({ features: spoilt(3, 1, 1e39) }, { normalise: 'none' })
  },
  {
    name: 'a feature beyond single precision under the root',
    code: 'features.not-finite',
    where: { row: 3, column: 1 },
    act: training({ features: spoilt(3, 1, -1e80) }, { normalise: 'sqrt' })
  },
  {
    name: 'NaN in a row to recognise',
    code: 'features.not-finite',
    where: { row: 1, column: 4 },
    act: () => model.recognise([row, [0, 0, 0, 0, NaN]])
  },
  {
    name: 'ragged rows',
    code: 'features.ragged',
    where: { row: 5 },
    act: training({ features: good.features.map((values, i) => (i === 5 ? [1] : values)) })
  },
  {
    name: 'ragged rows to recognise',
    code: 'features.ragged',
    where: { row: 1 },
    act: () => model.recognise([row, [1]])
  },
  {
    name: 'data that does not fit the shape',
    code: 'features.shape',
    act: () => Matrix.dense(3, 4, new Float32Array(11))
  },
  {
    name: 'a shape that is none',
    code: 'features.shape',
    act: () => Matrix.dense(-1, 4, new Float32Array(0))
  },
  { name: 'half a row', code: 'features.shape', act: () => Matrix.dense(1.5, 2, new Float32Array(3)) },
  {
    name: 'a made-up matrix whose data does not fit',
    code: 'features.shape',
    act: training({ features: { kind: 'dense', rows: 20, columns: 4, data: new Float32Array(3) } })
  },
  {
    name: 'too few row starts',
    code: 'features.shape',
    act: () => Matrix.sparse(2, 3, Uint32Array.of(0, 1), Uint32Array.of(0), Float32Array.of(1))
  },
  {
    name: 'more columns than values',
    code: 'features.shape',
    act: () => Matrix.sparse(1, 3, Uint32Array.of(0, 2), Uint32Array.of(0, 1), Float32Array.of(1))
  },
  {
    name: 'row starts that do not end with the values',
    code: 'features.shape',
    act: () => Matrix.sparse(1, 3, Uint32Array.of(0, 2), Uint32Array.of(0), Float32Array.of(1))
  },
  {
    name: 'row starts that fall',
    code: 'features.shape',
    where: { row: 1 },
    act: () => Matrix.sparse(2, 3, Uint32Array.of(0, 2, 1), Uint32Array.of(0), Float32Array.of(1))
  },
  {
    name: 'a column beyond the last',
    code: 'features.shape',
    where: { row: 1, column: 3 },
    act: () => Matrix.sparse(2, 3, Uint32Array.of(0, 1, 2), Uint32Array.of(0, 3), Float32Array.of(1, 1))
  },
  {
    name: 'columns that do not rise',
    code: 'features.shape',
    where: { row: 0, column: 1 },
    act: () => Matrix.sparse(1, 3, Uint32Array.of(0, 2), Uint32Array.of(1, 1), Float32Array.of(1, 1))
  },
  {
    name: 'rows of another length than in training',
    code: 'features.columns',
    act: () => model.recognise([[1, 2, 3]])
  },
  { name: 'no rows', code: 'features.empty', act: training({ features: [], labels: [] }) },
  {
    name: 'rows without features',
    code: 'features.empty',
    act: training({ features: [[], []], labels: ['c0', 'c1'] })
  },
  // labels
  { name: 'fewer labels than rows', code: 'labels.length', act: training({ labels: good.labels.slice(1) }) },
  { name: 'more labels than rows', code: 'labels.length', act: training({ labels: [...good.labels, 'c0'] }) },
  {
    name: 'a label without signature',
    code: 'labels.unknown',
    where: { row: 9 },
    says: '"yeti"',
    act: training({ labels: good.labels.map((label, i) => (i === 9 ? 'yeti' : label)) })
  },
  {
    name: 'an index beyond the table',
    code: 'labels.unknown',
    where: { row: 3 },
    act: training({ labels: good.labels.map((_, i) => (i === 3 ? 6 : i % 4)) })
  },
  {
    name: 'a negative index',
    code: 'labels.unknown',
    where: { row: 19 },
    act: training({ labels: Int32Array.from(good.labels, (_, i) => (i === 19 ? -1 : i % 4)) })
  },
  {
    name: 'half an index',
    code: 'labels.unknown',
    where: { row: 0 },
    act: training({ labels: good.labels.map((_, i) => (i === 0 ? 0.5 : i % 4)) })
  },
  {
    name: 'one seen class',
    code: 'labels.one-class',
    says: '"c2"',
    act: training({ labels: good.labels.map(() => 'c2') })
  },
  // signatures
  {
    name: 'NaN in a signature',
    code: 'signatures.not-finite',
    where: { row: 4, column: 3 },
    says: 'c4',
    act: training({
      signatures: spoiltSignatures(4, signature => signature.map((x, k) => (k === 3 ? NaN : x)))
    })
  },
  {
    name: 'Infinity in a described signature',
    code: 'signatures.not-finite',
    act: () => model.describe('yeti', [1, Infinity, 0, 0, 0])
  },
  {
    name: 'a signature of zeros',
    code: 'signatures.zero',
    where: { row: 1 },
    says: 'c1',
    act: training({ signatures: spoiltSignatures(1, signature => signature.map(() => 0)) })
  },
  {
    name: 'a described signature of zeros',
    code: 'signatures.zero',
    act: () => model.describe('yeti', [0, 0, 0, 0, 0])
  },
  {
    name: 'ragged signatures',
    code: 'signatures.shape',
    where: { row: 2 },
    act: training({ signatures: spoiltSignatures(2, () => [1]) })
  },
  {
    name: 'fewer names than signatures',
    code: 'signatures.shape',
    act: training({ signatures: { ...good.signatures, classes: ['c0', 'c1'] } })
  },
  {
    name: 'fewer attributes than columns',
    code: 'signatures.shape',
    act: training({ signatures: { ...good.signatures, attributes: ['big'] } })
  },
  {
    name: 'a signature table that does not fit its shape',
    code: 'signatures.shape',
    act: training({
      signatures: {
        ...good.signatures,
        matrix: { kind: 'dense', rows: 6, columns: 5, data: new Float64Array(29) }
      }
    })
  },
  {
    name: 'nothing to mix',
    code: 'signatures.shape',
    act: () => embedSignatures({ seen: [], signatures: [[1]] })
  },
  {
    name: 'an empty name',
    code: 'signatures.name',
    where: { row: 3 },
    act: training({ signatures: { ...good.signatures, classes: ['c0', 'c1', 'c2', '', 'c4', 'c5'] } })
  },
  { name: 'half a character', code: 'signatures.name', act: () => model.describe('\ud83e', row) },
  {
    name: 'two classes of one name',
    code: 'signatures.duplicate',
    where: { row: 5 },
    says: '"c0"',
    act: training({ signatures: { ...good.signatures, classes: ['c0', 'c1', 'c2', 'c3', 'c4', 'c0'] } })
  },
  {
    name: 'a description of another length',
    code: 'signatures.length',
    where: { class: 'yeti' },
    act: () => model.describe('yeti', [1, 2])
  },
  { name: 'a signature of another length to embed', code: 'signatures.length', act: () => model.embed([1]) },
  {
    name: 'described signatures of another length',
    code: 'signatures.length',
    act: () => embedSignatures({ seen: [[1, 0]], signatures: [[1]] })
  },
  {
    name: 'signatures of another length to score',
    code: 'signatures.length',
    act: () => modelScorer(model).scores([row], [[1]])
  },
  // options
  {
    name: 'an unknown option',
    code: 'options.unknown',
    where: { option: 'lambda4' },
    act: option({ lambda4: 1 })
  },
  {
    name: 'an unknown option of a search',
    code: 'options.unknown',
    where: { option: 'threads' },
    act: tuning(untyped({ threads: 2 }))
  },
  {
    name: 'an unknown list of the grid',
    code: 'options.unknown',
    act: tuning({ grid: untyped({ lambda1: [1] }) })
  },
  ...(
    ['gamma', 'lambda1', 'lambda2', 'lambda3', 'ridge', 'tolerance', 'epochs', 'steps', 'seed'] as const
  ).flatMap((name): Refusal[] =>
    [-1, NaN, Infinity, '1'].map(value => ({
      name: `${name} ${JSON.stringify(value)}${typeof value === 'number' ? value : ''}`,
      code: 'options.value',
      where: { option: name },
      act: option({ [name]: value })
    }))
  ),
  ...(
    ['recipe', 'weights', 'loss', 'transform', 'references', 'mixture', 'compare', 'normalise'] as const
  ).map((name): Refusal => ({
    name: `${name} of no kind`,
    code: 'options.value',
    where: { option: name },
    act: option({ [name]: 'best' })
  })),
  { name: 'half an epoch', code: 'options.value', where: { option: 'epochs' }, act: option({ epochs: 1.5 }) },
  { name: 'no epoch', code: 'options.value', where: { option: 'epochs' }, act: option({ epochs: 0 }) },
  {
    name: 'a mixture that does not exist',
    code: 'options.value',
    where: { option: 'mixture' },
    act: () => embedSignatures({ seen: [[1, 2]], signatures: [[1, 1]] }, { mixture: 'cocktail' as 'simplex' })
  },
  {
    name: 'a negative gamma of mixtures',
    code: 'options.value',
    where: { option: 'gamma' },
    act: () => embedSignatures({ seen: [[1]], signatures: [[1]] }, { gamma: -1 })
  },
  {
    name: 'the best none',
    code: 'options.value',
    where: { option: 'top' },
    act: () => model.recognise([row], { top: 0 })
  },
  {
    name: 'candidates by one bare name',
    code: 'options.value',
    where: { option: 'among' },
    act: () => model.recognise([row], { among: untyped('zebra') })
  },
  {
    name: 'a negative value in the grid',
    code: 'options.value',
    where: { option: 'grid.gamma' },
    act: tuning({ grid: { gamma: [1, -1] } })
  },
  {
    name: 'a word in the grid',
    code: 'options.value',
    where: { option: 'grid.ridge' },
    act: tuning({ grid: { ridge: untyped(['1']) } })
  },
  {
    name: 'an unknown comparison in the grid',
    code: 'options.value',
    where: { option: 'grid.compare' },
    act: tuning({ grid: { compare: untyped(['euclid']) } })
  },
  {
    name: 'an unknown family',
    code: 'options.value',
    where: { option: 'family' },
    act: tuning({ family: untyped('best') })
  },
  {
    name: 'an unknown protocol',
    code: 'options.value',
    where: { option: 'protocol' },
    act: tuning({ protocol: untyped('best') })
  },
  {
    name: 'an unknown mixture to search',
    code: 'options.value',
    where: { option: 'mixture' },
    act: tuning({ mixture: untyped('best') })
  },
  { name: 'one fold', code: 'options.value', act: tuning({ folds: 1 }) },
  { name: 'half a pair held out', code: 'options.value', act: tuning({ protocol: 'paper', heldOut: 1 }) },
  {
    name: 'nothing to learn from',
    code: 'options.combination',
    says: 'lambda2',
    act: option({ lambda2: 0, lambda3: 0 })
  },
  {
    name: 'identity with shared weights',
    code: 'options.combination',
    act: option({ transform: 'identity' })
  },
  { name: 'squares with shared weights', code: 'options.combination', act: option({ loss: 'squares' }) },
  {
    name: 'margin with class weights',
    code: 'options.combination',
    act: option({ weights: 'class', loss: 'margin' })
  },
  {
    name: 'learned references with class weights',
    code: 'options.combination',
    act: option({ weights: 'class', references: 'learned' })
  },
  {
    name: 'the released recipe with class weights',
    code: 'options.combination',
    act: option({ recipe: 'released', weights: 'class' })
  },
  {
    name: 'the released recipe with learned references',
    code: 'options.combination',
    act: option({ recipe: 'released', references: 'learned' })
  },
  {
    name: 'the released recipe with ridge mixtures',
    code: 'options.combination',
    act: option({ recipe: 'released', mixture: 'ridge' })
  },
  ...(['gamma', 'lambda2', 'lambda3', 'ridge', 'compare', 'weights', 'loss', 'recipe'] as const).map(
    (name): Refusal => ({
      name: `${name} given to a search that decides it`,
      code: 'options.combination',
      where: { option: name },
      act: tuning(untyped({ [name]: 1 }))
    })
  ),
  // classes
  {
    name: 'an unknown candidate',
    code: 'classes.unknown',
    where: { class: 'yeti' },
    act: () => model.recognise([row], { among: ['yeti'] })
  },
  {
    name: 'an unknown class to forget',
    code: 'classes.unknown',
    where: { class: 'yeti' },
    act: () => model.forget('yeti')
  },
  {
    name: 'an unknown class in a fold',
    code: 'classes.unknown',
    where: { class: 'c5' },
    act: tuning({ folds: [['c0', 'c5']] })
  },
  {
    name: 'a seen class described',
    code: 'classes.seen',
    where: { class: 'horse' },
    act: () => model.describe('horse', row)
  },
  {
    name: 'a seen class forgotten',
    code: 'classes.seen',
    where: { class: 'horse' },
    act: () => model.forget('horse')
  },
  {
    name: 'no unseen class',
    code: 'classes.none',
    act: () => model.forget('zebra').forget('dolphin').recognise([row])
  },
  { name: 'no candidate', code: 'classes.none', act: () => model.recognise([row], { among: [] }) },
  // memory, before any of it is taken
  {
    name: 'rows that claim 2^31 columns',
    code: 'memory.limit',
    act: training({ features: claimed(20, 2 ** 31) })
  },
  {
    name: 'the same for class weights',
    code: 'memory.limit',
    act: training({ features: claimed(20, 2 ** 31) }, { weights: 'class' })
  },
  { name: 'the same in a search', code: 'memory.limit', act: tuning({}, { features: claimed(20, 2 ** 31) }) },
  {
    name: 'signatures that claim 2^31 columns',
    code: 'memory.limit',
    act: training({ signatures: { classes: good.signatures.classes, matrix: claimed(6, 2 ** 31) } })
  },
  {
    name: 'signatures to embed that claim 2^31 columns',
    code: 'memory.limit',
    act: () => embedSignatures({ seen: claimed(2, 2 ** 31), signatures: claimed(2, 2 ** 31) })
  },
  // systems and searches
  {
    name: 'ridge mixtures of dependent signatures without gamma',
    code: 'training.singular',
    act: () =>
      embedSignatures(
        {
          seen: [
            [1, 0],
            [2, 0]
          ],
          signatures: [[1, 1]]
        },
        { gamma: 0, mixture: 'ridge' }
      )
  },
  {
    name: 'affine mixtures of dependent signatures without gamma',
    code: 'training.singular',
    act: () =>
      embedSignatures(
        {
          seen: [
            [1, 0],
            [2, 0],
            [0, 1]
          ],
          signatures: [[1, 1]]
        },
        { gamma: 0, mixture: 'affine' }
      )
  },
  {
    name: 'class weights of a feature that is always zero, without ridge',
    code: 'training.singular',
    act: training({ features: good.features.map(([x, y]) => [x, y, 0]) }, { weights: 'class', ridge: 0 })
  },
  {
    name: 'completed chains that are not of this search',
    code: 'search.completed',
    says: 'yesterday',
    act: tuning({ completed: [{ key: 'yesterday', points: [] }] })
  },
  {
    name: 'a search with three seen classes',
    code: 'search.empty',
    act: tuning({}, { labels: good.labels.map(label => (label === 'c3' ? 'c2' : label)) })
  },
  { name: 'a fold of one class', code: 'search.empty', act: tuning({ folds: [['c0']] }) },
  { name: 'a fold that names one class twice', code: 'search.empty', act: tuning({ folds: [['c0', 'c0']] }) },
  {
    name: 'a fold that leaves one class',
    code: 'search.empty',
    act: tuning({ folds: [['c0', 'c1', 'c2']] })
  },
  { name: 'no fold', code: 'search.empty', act: tuning({ folds: [] }) },
  { name: 'an empty list in the grid', code: 'search.empty', act: tuning({ grid: { gamma: [] } }) },
  {
    name: 'a grid of lambdas that are all 0',
    code: 'search.empty',
    act: tuning({ family: 'paper', grid: { lambda2: [0], lambda3: [0] } })
  },
  {
    name: 'a grid of ridge mixtures without gamma',
    code: 'search.empty',
    act: tuning({ family: 'class-weights', grid: { gamma: [0], mixture: ['ridge'] } })
  },
  {
    name: 'class weights stopped before they are there',
    code: 'cancelled',
    act: () => fit(good, { weights: 'class', signal: AbortSignal.abort() })
  }
]

/**
 * Every other test there is: codes of files, data sets, downloads and the like are asserted where they
 * belong.
 */
const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const elsewhere = [
  'packages/core/test',
  'packages/node/test',
  'packages/report/test',
  'packages/studio/test',
  'test'
]
  .flatMap(folder =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('refusals.test.ts'))
      .map(name => readFileSync(join(repository, folder, name), 'utf8'))
  )
  .join('\n')

async function refusalOf(act: () => unknown): Promise<UnseenError> {
  try {
    await act()
  } catch (error) {
    if (error instanceof UnseenError) return error
    throw error
  }
  return expect.fail('not refused')
}

describe('refused', () => {
  it.each(refusals)('$code: $name', async ({ code, where, says, act }) => {
    const start = process.cpuUsage()
    const error = await refusalOf(act)
    expect(error.code).toBe(code)
    if (where !== undefined) expect(error.where).toEqual(where)
    if (says !== undefined) expect(error.message).toContain(says)
    expect(error.message).toMatch(/[.?]$/)
    expect(error.message).not.toMatch(/undefined|\[object/)
    // Of this process, not of the clock: a busy machine is no defect.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
  })

  it('every code of the table has a test', () => {
    const tested = new Set<string>(refusals.map(({ code }) => code))
    // By name, or as a command prints it.
    const asserted = (code: string) =>
      tested.has(code) || elsewhere.includes(`'${code}'`) || elsewhere.includes(`[${code}]`)
    expect(Object.keys({ ...errorCodes, ...studioCodes }).filter(code => !asserted(code))).toEqual([])
  })

  it('every code stands in one table', () => {
    const tables = [coreCodes, dataCodes, networksCodes, clientCodes, reportCodes, studioCodes]
    const known = new Set(Object.keys(errorCodes))
    const codes = tables.flatMap(table => Object.keys(table))
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter(code => !known.has(code))).toEqual(Object.keys(studioCodes))
  })

  it('nothing good is', async () => {
    expect((await fit(good, { epochs: 5, steps: 1 })).unseen).toEqual(['c4', 'c5'])
  })
})
