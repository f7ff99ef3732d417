/**
 * Many classes out of one table: a column `class` of names, and either a column `sentence`, or one
 * column of numbers for each attribute. Columns are matched by the names of the attributes where the
 * model knows them, otherwise taken in order.
 */
import { type Model, UnseenError, count } from '@unseen/core'
import type { NamedArray } from '@unseen/data'
import { readFile } from '../formats/readers.js'
import type { Description } from './describe-classes.js'

const nameColumns = ['class', 'name', 'classes']
const textColumns = ['sentence', 'text', 'description']
const SHOWN = 5

/**
 * Descriptions of classes from a file: names with attributes, signatures or sentences.
 *
 * @param model knows the attributes
 * @param path a CSV or any other table
 */
export async function readDescriptions(model: Model, path: string): Promise<Description[]> {
  const { arrays } = await readFile(path)
  const texts = (wanted: readonly string[]): readonly string[] | undefined =>
    arrays.find(
      ({ name, type, shape }) =>
        type === 'text' &&
        shape.length === 1 &&
        name !== 'columns' &&
        wanted.includes(name.trim().toLowerCase())
    )?.data as readonly string[] | undefined
  const names = texts(nameColumns)
  if (names === undefined)
    throw new UnseenError('format.header', `${path} has no column "class" of names.`, {
      where: { file: path },
      remedy: 'Let its first line be "class,sentence", or "class" and the names of the attributes.'
    })
  const sentences = texts(textColumns)
  if (sentences !== undefined)
    return names.map((name, row) => ({ name: name.trim(), sentence: sentenceOf(sentences[row], row, path) }))
  const numbers = arrays.find(({ type, shape }) => type !== 'text' && shape.length === 2)
  if (numbers === undefined)
    throw new UnseenError(
      'format.header',
      `${path} has neither a column "sentence" nor columns of numbers.`,
      { where: { file: path } }
    )
  const order = columnOrder(model, arrays, numbers, path)
  const [, width] = numbers.shape
  return names.map((name, row) => ({
    name: name.trim(),
    signature: Float64Array.from(order, column =>
      numberAt(numbers, row * width + column, { file: path, row, column })
    )
  }))
}

function sentenceOf(text: string, row: number, file: string): string {
  if (text.trim() === '')
    throw new UnseenError('encoder.input', `Row ${row + 1} of ${file} has no sentence.`, {
      where: { file, row: row + 1 }
    })
  return text.trim()
}

function numberAt(
  { data }: NamedArray,
  at: number,
  { file, row, column }: { readonly file: string; readonly row: number; readonly column: number }
): number {
  const value = Number(data[at])
  if (!Number.isFinite(value))
    throw new UnseenError(
      'signatures.not-finite',
      `Row ${row + 1} of ${file} has no number in attribute column ${column + 1}.`,
      {
        where: { file, row: row + 1, column: column + 1 },
        remedy: 'Fill it in; 0 says that the class does not have the attribute.'
      }
    )
  return value
}

/** For each entry of a signature, the column it comes from. */
function columnOrder(
  model: Model,
  arrays: readonly NamedArray[],
  { shape: [, width] }: NamedArray,
  path: string
): readonly number[] {
  const { length } = model.classes[0].signature
  const columns = arrays.find(({ name, type }) => name === 'columns' && type === 'text')?.data as
    | readonly string[]
    | undefined
  const { attributes } = model.notes
  if (
    attributes !== undefined &&
    columns !== undefined &&
    columns.some(name => attributes.includes(name.trim()))
  ) {
    refuseRepeated(columns, path)
    const place = new Map(columns.map((name, at) => [name.trim(), at]))
    const missing = attributes.filter(name => !place.has(name))
    const strange = columns.filter(name => !attributes.includes(name.trim()))
    if (missing.length + strange.length === 0) return attributes.map(name => place.get(name) ?? 0)
    const said = [
      ...(missing.length > 0 ? [`lacks ${listed(missing)}`] : []),
      ...(strange.length > 0 ? [`has ${listed(strange)}, which the model does not know`] : [])
    ]
    throw new UnseenError('signatures.length', `${path} ${said.join(' and ')}.`, {
      where: { file: path },
      remedy: `The model has ${count(attributes.length)} attributes; each needs a column of its name.`
    })
  }
  if (width === length) return Array.from({ length }, (_, at) => at)
  throw new UnseenError(
    'signatures.length',
    `${path} has ${count(width)} columns of numbers, the model's signatures have ${count(length)} entries.`,
    { where: { file: path } }
  )
}

/** Of two columns of one name nobody could say which is meant. */
export function refuseRepeated(columns: readonly string[], file: string): void {
  const seen = new Set<string>()
  const twice = columns.map(name => name.trim()).find(name => seen.size === seen.add(name).size)
  if (twice !== undefined)
    throw new UnseenError('format.header', `${file} has two columns ${JSON.stringify(twice)}.`, {
      where: { file, column: twice },
      remedy: 'Keep one.'
    })
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN)
    .map(name => JSON.stringify(name))
    .join(', ')
  return names.length > SHOWN ? `${shown} and ${count(names.length - SHOWN)} more` : shown
}
