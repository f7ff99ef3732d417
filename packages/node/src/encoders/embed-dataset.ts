/** Descriptions from words for a data set: what `unseen data embed` does. */
import { type EncoderRecord, Matrix, type NamedTable, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { joinSignatures, parseJoin } from '@unseen/data'
import type { EncodeOptions, Encoder, OpenOptions } from '@unseen/networks'
import { addTable } from '../dataset/add-table.js'
import { openDataset } from '../dataset/open.js'
import { openEncoder } from './open-encoder.js'
import { readSentences } from './read-sentences.js'

/** Which texts are encoded, and by what. */
export interface EmbedDatasetOptions extends OpenOptions {
  /** a file with the columns class and sentence; without it, the names of the classes are encoded */
  readonly sentences?: string
  /** By name, or a folder. Default `minilm`. */
  readonly encoder?: string
  /** Of the new table. Default `sentences`, `names` or `words`. */
  readonly table?: string
  /** for names: '{name}' in it is replaced, e.g. 'a photo of a {name}' */
  readonly template?: string
  /** Whether it may take the place of a table of the same name. Default false. */
  readonly replace?: boolean
  /** Called with texts done, of how many. */
  onText?(done: number, total: number): void
}

/** A table that was added to a data set. */
export interface AddedTable {
  /** Its name. */
  readonly table: string
  /** How many it describes. */
  readonly classes: number
  /** of every signature */
  readonly length: number
  /** How its vectors were made. */
  readonly encoder: EncoderRecord
  /** in the folder of the data set */
  readonly file: string
  /** What people should know about single texts. */
  readonly remarks: readonly string[]
  /** the two classes whose signatures are most alike, and their cosine */
  readonly closest: { readonly classes: readonly [string, string]; readonly cosine: number } | undefined
}

/**
 * Adds a table made by an encoder to the data set in `folder`.
 *
 * @param folder with a dataset.json
 * @param options texts, encoder and name
 */
export async function embedDataset(folder: string, options: EmbedDatasetOptions = {}): Promise<AddedTable> {
  const { sentences, template, signal, onText, replace = false } = options
  const { classes } = await openDataset(folder)
  if (template?.includes('{name}') === false)
    throw new UnseenError('options.value', `The template ${JSON.stringify(template)} has no {name} in it.`, {
      where: { option: 'template' }
    })
  if (sentences !== undefined && template !== undefined)
    throw new UnseenError(
      'options.combination',
      'A template is for names; sentences are taken as they are.',
      { where: { option: 'template' } }
    )
  const given =
    sentences === undefined
      ? { texts: classes.map(name => template?.replaceAll('{name}', name) ?? name), remarks: [] }
      : await readSentences(sentences, classes)
  const encoder = await openEncoder(options.encoder ?? 'minilm', options)
  try {
    const name =
      options.table ??
      (sentences !== undefined ? 'sentences' : encoder.record.kind === 'words' ? 'words' : 'names')
    const { table, remarks } = await embedTable(
      encoder,
      name,
      classes,
      given.texts,
      defined({ signal, onProgress: onText, template })
    )
    return {
      ...summaryOf(table, table.encoder, await addTable(folder, table, { replace })),
      remarks: [...given.remarks, ...remarks]
    }
  } finally {
    await encoder.close()
  }
}

/**
 * Adds a table joined of others, e.g. 'attributes + 2 * sentences'.
 *
 * @param folder with a dataset.json
 * @param expression names of its tables with weights
 * @param options `table`: what to call the result; `replace`: whether it may take the place of another
 */
export async function joinDataset(
  folder: string,
  expression: string,
  { table: name, replace = false }: { readonly table?: string; readonly replace?: boolean } = {}
): Promise<AddedTable> {
  const { signatures } = await openDataset(folder)
  const table = joinSignatures(parseJoin(expression, signatures), name)
  return summaryOf(table, table.encoder, await addTable(folder, table, { replace }))
}

function summaryOf(
  { name, classes, matrix }: NamedTable,
  encoder: EncoderRecord | undefined,
  file: string
): AddedTable {
  if (!('kind' in matrix) || matrix.kind === 'sparse' || encoder === undefined)
    throw new TypeError('tables made here are dense and have an encoder')
  const { data, columns } = matrix
  const product = (a: number, b: number): number => {
    let sum = 0
    for (let k = 0; k < columns; k++) sum += data[a * columns + k] * data[b * columns + k]
    return sum
  }
  let closest: AddedTable['closest']
  for (let a = 0; a < classes.length; a++) {
    for (let b = 0; b < a; b++) {
      const cosine = product(a, b) / Math.sqrt(product(a, a) * product(b, b))
      if (cosine > (closest?.cosine ?? -Infinity)) closest = { classes: [classes[b], classes[a]], cosine }
    }
  }
  return { table: name, classes: classes.length, length: columns, encoder, file, remarks: [], closest }
}

/** Texts as a table of descriptions. */
export interface EmbeddedTable {
  /** One row for each class. */
  readonly table: NamedTable
  /** what people should know, each with its class */
  readonly remarks: readonly string[]
}

/** How encoding is watched, and what its texts were made by. */
export interface EmbedTableOptions extends EncodeOptions {
  /** what names were put into, for the record; the texts are given as they are */
  readonly template?: string
}

/**
 * A table of signatures made from one text for each class.
 *
 * @param encoder of `openEncoder`
 * @param name of the table
 * @param classes names
 * @param texts one for each class
 * @param options a callback for progress, a signal to stop, and the template
 */
export async function embedTable(
  encoder: Encoder,
  name: string,
  classes: readonly string[],
  texts: readonly string[],
  { signal, onProgress, template }: EmbedTableOptions = {}
): Promise<EmbeddedTable> {
  if (texts.length !== classes.length)
    throw new UnseenError('signatures.shape', `${classes.length} classes, but ${texts.length} texts.`, {
      remedy: 'Give one text for each class.'
    })
  const data = new Float32Array(classes.length * encoder.length)
  const remarks: string[] = []
  // Class by class, so that whatever is said names the class.
  for (const [row, label] of classes.entries()) {
    const encoded = await encoder
      .encode([texts[row]], signal === undefined ? {} : { signal })
      .catch((error: unknown) => {
        throw ofClass(label, error)
      })
    data.set(encoded.vectors.data, row * encoder.length)
    remarks.push(
      ...encoded.remarks.map(({ message }) =>
        message.includes(JSON.stringify(label)) ? message : `${label}: ${message}`
      )
    )
    onProgress?.(row + 1, classes.length)
  }
  return {
    table: {
      name,
      classes: [...classes],
      matrix: Matrix.dense(classes.length, encoder.length, data, 'signatures'),
      source: encoder.record.model,
      encoder: withTemplate(encoder.record, template),
      sentences: [...texts]
    },
    remarks
  }
}

function withTemplate(record: EncoderRecord, template: string | undefined): EncoderRecord {
  return record.kind === 'sentence' && template !== undefined ? { ...record, template } : record
}

function ofClass(label: string, error: unknown): unknown {
  if (!(error instanceof UnseenError) || error.code !== 'encoder.input') return error
  return new UnseenError(error.code, `Class "${label}": ${error.message}`, {
    where: { ...error.where, class: label },
    cause: error
  })
}
