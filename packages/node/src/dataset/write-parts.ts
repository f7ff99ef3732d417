/**
 * The small parts of a data set folder. Tables with named attributes are CSV, for people; vectors of
 * an encoder are npy. Texts are JSON lines, in which nothing can be taken for a number; lists of
 * numbers npy, or CSV where the features are.
 */
import { Matrix, type NamedTable, type Split } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Dataset, type Manifest, writeDelimited, writeJsonLines, writeNpy } from '@unseen/data'
import type { ManifestSplit, ManifestTable } from '@unseen/data/internal'
import { writeFileWhole } from '../files/write-file.js'
import { join } from 'node:path'

/** Gives every part a file name of its own. */
export type NameFile = (stem: string, extension: string) => string

export function fileNames(): NameFile {
  const taken = new Set<string>()
  return (stem, extension) => {
    const plain = stem
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
    let free = `${plain}.${extension}`
    for (let number = 2; taken.has(free); number++) free = `${plain}-${number}.${extension}`
    taken.add(free)
    return free
  }
}

export async function writeTable(
  folder: string,
  table: NamedTable,
  nameFile: NameFile
): Promise<ManifestTable> {
  const { name, classes, attributes, sentences, encoder } = table
  const { rows, columns, data } = denseOf(Matrix.from(table.matrix, 'signatures'))
  const entry = { name, ...defined({ encoder }) }
  const texts =
    sentences === undefined
      ? {}
      : {
          sentences: await writeTexts(
            folder,
            nameFile(`sentences ${name}`, 'jsonl'),
            { class: classes, sentence: sentences },
            'sentence'
          )
        }
  const about = attributes === undefined ? {} : await writeMeanings(folder, nameFile, table, attributes)
  if (attributes === undefined || !attributes.every(isUnmistakable)) {
    const file = nameFile(`signatures ${name}`, 'npy')
    await writeFileWhole(join(folder, file), writeNpy({ name: 'signatures', shape: [rows, columns], data }))
    return { ...entry, file, ...about, ...texts }
  }
  const file = nameFile(name.startsWith('attributes') ? name : `attributes ${name}`, 'csv')
  await writeFileWhole(
    join(folder, file),
    writeDelimited([
      { name: 'class', shape: [rows], data: [...classes] },
      { name: 'numbers', shape: [rows, columns], data },
      { name: 'columns', shape: [columns], data: [...attributes] }
    ])
  )
  return { ...entry, file, ...about, ...texts }
}

/** In the first row of a CSV, such a name can be taken for nothing else. */
function isUnmistakable(name: string): boolean {
  return /^[\p{L}_]/u.test(name) && !/^(?:nan|inf|infinity|na|n\/a|null|none)$/i.test(name)
}

/** Names, groups and meanings of the attributes, one a line. Plain names alone stand in the table itself. */
async function writeMeanings(
  folder: string,
  nameFile: NameFile,
  { name, groups, meanings }: NamedTable,
  attributes: readonly string[]
): Promise<Pick<ManifestTable, 'attributes' | 'groups' | 'meanings'>> {
  if (groups === undefined && meanings === undefined && attributes.every(isUnmistakable)) return {}
  const file = nameFile(`${name} meanings`, 'jsonl')
  await writeTexts(
    folder,
    file,
    {
      attribute: attributes,
      ...defined({ group: groups, meaning: meanings })
    },
    'attribute'
  )
  return {
    attributes: { file, array: 'attribute' },
    ...defined({
      groups: groups === undefined ? undefined : { file, array: 'group' },
      meanings: meanings === undefined ? undefined : { file, array: 'meaning' }
    })
  }
}

export async function writeSplit(
  folder: string,
  { name, seen, unseen, train, test, validation }: Split,
  nameFile: NameFile,
  lists: 'npy' | 'csv'
): Promise<ManifestSplit> {
  const write = async (rows: Uint32Array, what: string): Promise<NonNullable<ManifestSplit['train']>> =>
    writeNumbers(folder, nameFile(`split ${name} ${what}`, lists), 'row', Int32Array.from(rows))
  return {
    name,
    // Not a single class means that nobody knows, as where there are no labels.
    ...defined({
      seen: seen.length + unseen.length > 0 ? seen : undefined,
      unseen: seen.length + unseen.length > 0 ? unseen : undefined,
      train: train === undefined ? undefined : await write(train, 'train'),
      test: test === undefined ? undefined : await write(test, 'test'),
      validation:
        validation === undefined
          ? undefined
          : {
              train: await write(validation.train, 'validation train'),
              test: await write(validation.test, 'validation test')
            }
    })
  }
}

export async function writeLabels(
  folder: string,
  { labels }: Dataset,
  nameFile: NameFile,
  lists: 'npy' | 'csv'
): Promise<NonNullable<Manifest['labels']>> {
  return writeNumbers(folder, nameFile('labels', lists), 'label', labels)
}

export async function writeTexts(
  folder: string,
  file: string,
  columns: Readonly<Record<string, readonly string[]>>,
  array: string
): Promise<{ file: string; array: string }> {
  await writeFileWhole(
    join(folder, file),
    writeJsonLines(
      Object.entries(columns).map(([name, data]) => ({ name, shape: [data.length], data: [...data] }))
    )
  )
  return { file, array }
}

async function writeNumbers(
  folder: string,
  file: string,
  name: string,
  data: Int32Array
): Promise<{ file: string; base: 0 }> {
  const array = { name, shape: [data.length], data }
  await writeFileWhole(join(folder, file), file.endsWith('.csv') ? writeDelimited([array]) : writeNpy(array))
  return { file, base: 0 }
}

function denseOf(matrix: Matrix): { rows: number; columns: number; data: Float32Array | Float64Array } {
  if (matrix.kind === 'dense') return matrix
  const data = new Float64Array(matrix.rows * matrix.columns)
  for (let i = 0; i < matrix.rows; i++)
    Matrix.readRow(matrix, i, data.subarray(i * matrix.columns, (i + 1) * matrix.columns))
  return { rows: matrix.rows, columns: matrix.columns, data }
}
