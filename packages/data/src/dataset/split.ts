/**
 * One split of a data set, ready to train and to test: the rows, and one description of the classes
 * that take part. Only the rows that are asked for are read.
 */
import {
  type LabelledRows,
  Matrix,
  type NamedTable,
  type Split,
  type SplitData,
  type TrainingInput,
  UnseenError,
  count,
  takeRows
} from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Dataset } from './dataset.js'
import { joinSignatures, parseJoin } from './join-signatures.js'

/** Which split and which descriptions are taken. */
export interface SplitOptions {
  /** the first unless given; without any, classes with rows are seen and all others unseen */
  readonly split?: string
  /** a table, or several joined: 'attributes + 2 * sentences'; the first unless given */
  readonly table?: string
  /** these classes are unseen, all others seen, whatever the split says */
  readonly unseen?: readonly string[]
}

/**
 * One split of a data set, ready for `fit`, `tune` and tests: training rows of seen classes, test rows of
 * unseen ones, and the descriptions of both.
 *
 * @param dataset as `openDataset` or `toDataset` returned it
 * @param options the first split and the first table unless given
 * @example
 * ```ts
 * import { fit } from '@unseen/core'
 * import { takeSplit } from '@unseen/data'
 *
 * const { train, test } = await takeSplit(dataset, { split: 'one' })
 * const model = await fit(train, { weights: 'class' })
 * model.recognise(test.features)
 * ```
 */
export async function takeSplit(dataset: Dataset, options: SplitOptions = {}): Promise<SplitData> {
  const { features, labels, classes } = dataset
  const split = findSplit(dataset, options)
  const table = findTable(dataset, options.table)
  if (features === undefined)
    throw new UnseenError('dataset.content', `${dataset.name} has no features, only descriptions.`, {
      where: { dataset: dataset.name },
      remedy: 'Bring the features (for xlsa17: res101.mat) and put them beside.'
    })
  const seen = indices(dataset, split.seen)
  const unseen = indices(dataset, split.unseen)
  const take = async (rows: Uint32Array | undefined, among: ReadonlySet<number>): Promise<LabelledRows> => {
    const wanted = Uint32Array.from(rows ?? labels.keys()).filter(row => among.has(labels[row]))
    return {
      features: await takeRows(features, wanted),
      labels: Array.from(wanted, row => classes[labels[row]]),
      rows: wanted
    }
  }
  const train = await take(split.train, seen)
  checkTrained(split, new Set(train.labels))
  const parts = classes.filter((_, at) => seen.has(at) || unseen.has(at))
  const test = await take(split.test, unseen)
  const testSeen = split.test === undefined ? undefined : await take(split.test, seen)
  return {
    split,
    table,
    train: { ...train, signatures: tableOf(table, parts), ...defined({ space: spaceOf(dataset) }) },
    test,
    ...defined({ testSeen: testSeen !== undefined && testSeen.rows.length > 0 ? testSeen : undefined })
  }
}

/** The space that features share with texts, as their record names it. */
function spaceOf({ provenance }: Dataset): string | undefined {
  const space = provenance.features?.['space']
  return typeof space === 'string' ? space : undefined
}

/** A seen class without rows would be taken for an unseen one. */
function checkTrained({ name, seen }: Split, trained: ReadonlySet<string>): void {
  const without = seen.filter(each => !trained.has(each))
  if (without.length === 0) return
  throw new UnseenError(
    'dataset.content',
    `${count(without.length)} seen ${without.length === 1 ? 'class has' : 'classes have'} no training row in the split ${JSON.stringify(name)}, first ${JSON.stringify(without[0])}.`,
    { where: { split: name, class: without[0] }, remedy: 'Run `unseen data doctor`.' }
  )
}

function findSplit(dataset: Dataset, { split: name, unseen }: SplitOptions): Split {
  const { splits } = dataset
  const found =
    name === undefined
      ? (splits.find(split => unseen !== undefined && sameNames(split.unseen, unseen)) ?? splits.at(0))
      : splits.find(split => split.name === name)
  if (name !== undefined && found === undefined && name !== EVERY_CLASS)
    throw unknown(
      'split',
      name,
      splits.map(split => split.name)
    )
  if (unseen !== undefined) return askedSplit(dataset, found, unseen)
  return found ?? everyClass(dataset)
}

/** What runs call the split where there is none, so that they can be repeated. */
const EVERY_CLASS = 'every class'

/** No split is needed: what has rows is seen, what is only described is unseen, and there may be none. */
function everyClass({ classes, labels }: Dataset): Split {
  const withRows = new Set(labels)
  return {
    name: EVERY_CLASS,
    seen: classes.filter((_, at) => withRows.has(at)),
    unseen: classes.filter((_, at) => !withRows.has(at))
  }
}

/**
 * Other classes unseen than the split says. Its rows stay training and test rows as far as they go; a class
 * that changes sides may have none on its new side. A class that becomes seen is then trained on the rows
 * that the split tests nowhere, or on all of its rows where it tests them all; a class that becomes unseen is
 * tested on its test rows, or on all of its rows where there are none: none of them is trained on.
 */
function askedSplit(dataset: Dataset, found: Split | undefined, unseen: readonly string[]): Split {
  const { classes, labels } = dataset
  const hidden = indices(dataset, unseen)
  const asked = { name: 'asked for', seen: classes.filter((_, at) => !hidden.has(at)), unseen }
  if (found?.train === undefined && found?.test === undefined) return asked
  const { train, test } = found
  const tested = new Set(test)
  const seenAt = (row: number): boolean => !hidden.has(labels[row])
  const untested = Array.from(labels.keys()).filter(row => !tested.has(row))
  const own = Array.from(train ?? untested).filter(seenAt)
  const trained = withEveryClass(own, [untested, Array.from(labels.keys())], labels, seenAt)
  if (test === undefined) return { ...asked, train: Uint32Array.from(trained) }
  const used = new Set(trained)
  const left = Array.from(test).filter(row => !used.has(row))
  const all = withEveryClass(left, [Array.from(labels.keys())], labels, row => !seenAt(row))
  return { ...asked, train: Uint32Array.from(trained), test: Uint32Array.from(all) }
}

/** The rows, and for each class that has none among them those of the first further list that has some. */
function withEveryClass(
  rows: readonly number[],
  further: readonly (readonly number[])[],
  labels: ArrayLike<number>,
  wanted: (row: number) => boolean
): number[] {
  const result = [...rows]
  for (const list of further) {
    const there = new Set(result.map(row => labels[row]))
    result.push(...list.filter(row => wanted(row) && !there.has(labels[row])))
  }
  return result
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(left)
  return names.size === new Set(right).size && right.every(name => names.has(name))
}

function findTable({ signatures, name: dataset }: Dataset, name: string | undefined): NamedTable {
  const found = name === undefined ? signatures.at(0) : signatures.find(table => table.name === name)
  if (found !== undefined) return found
  if (name === undefined)
    throw new UnseenError(
      'dataset.name',
      `${dataset} does not describe its classes: it has no table of signatures.`,
      { where: { dataset }, remedy: 'Add one with `unseen data embed`, or a CSV of attributes.' }
    )
  if (name.includes('+')) return joinSignatures(parseJoin(name, signatures))
  throw unknown(
    'table',
    name,
    signatures.map(table => table.name)
  )
}

function indices({ classes }: Dataset, names: readonly string[]): Set<number> {
  const index = new Map(classes.map((name, at) => [name, at]))
  return new Set(
    names.map(name => {
      const at = index.get(name)
      if (at === undefined) throw unknown('class', name, classes)
      return at
    })
  )
}

function unknown(what: string, name: string, there: readonly string[]): UnseenError {
  const shown =
    there.slice(0, 12).join(', ') + (there.length > 12 ? ` and ${count(there.length - 12)} more` : '')
  return new UnseenError('dataset.name', `There is no ${what} ${JSON.stringify(name)}.`, {
    where: { [what]: name },
    remedy: there.length === 0 ? 'There is none at all.' : `There are: ${shown}.`
  })
}

function tableOf(
  { classes, matrix, attributes, source, name, encoder }: NamedTable,
  wanted: readonly string[]
): TrainingInput['signatures'] {
  const index = new Map(classes.map((each, at) => [each, at]))
  const order = wanted.map(each => index.get(each) ?? -1)
  return {
    classes: wanted,
    matrix: Matrix.select(Matrix.from(matrix, 'signatures'), order),
    source: source ?? name,
    ...defined({ attributes, encoder })
  }
}
