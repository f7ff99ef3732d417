/**
 * dataset.json as a schema: what a data set folder says of itself. Nothing of Node's is used here, so
 * that the page checks the same file in the same way. docs/dataset.md explains every field.
 */
import { UnseenError } from '@unseen/core'
import { repeatedKey } from '../formats/text/json-text.js'
import { describeIssues } from './issues.js'
import type { Manifest } from './types.js'
import { z } from 'zod'

const path = z
  .string()
  .min(1)
  .refine(staysInside, 'is no path within the folder: no "..", no drive, no leading "/", "/" between folders')
  .meta({ id: 'path', description: 'a file of this folder, with "/" between folders' })
const text = z.string().min(1)
const base = z.literal([0, 1]).describe('the number of the first class or row')
const array = text.describe('which array of the file, where it holds several; in a CSV the name of a column')

const reference = z.union([path, z.strictObject({ file: path, array: array.optional() })])
const texts = z
  .union([z.array(z.string()), reference])
  .meta({ id: 'texts', description: 'the texts themselves, or the file that holds them' })
const list = z
  .union([
    z.array(text),
    z.array(z.int()),
    path,
    z.strictObject({ file: path, array: array.optional(), base: base.optional() })
  ])
  .meta({ id: 'list', description: 'names or numbers (from 0), or the file that holds them' })

const features = z
  .strictObject({
    file: path,
    array: array.optional(),
    scale: z
      .number()
      .refine(value => value !== 0, 'must not be 0')
      .optional()
      .describe('every entry is multiplied by it'),
    shares: z.boolean().optional().describe('every row is divided by the sum of its entries'),
    transposed: z.boolean().optional().describe('the file has one column for each image')
  })
  .meta({ id: 'features' })

const encoder: z.ZodType<NonNullable<NonNullable<Manifest['signatures']>[number]['encoder']>> = z
  .lazy(() =>
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('sentence'),
        model: text,
        length: z.int().positive(),
        digest: text,
        pooling: z
          .exactOptional(z.enum(['cls', 'max', 'weighted', 'last', 'pooler', 'own']))
          .describe('how states of tokens become one vector; absent where it is their mean'),
        template: z.exactOptional(text).describe('what names of classes were put into'),
        towers: z
          .exactOptional(
            z.strictObject({
              space: text,
              scale: z.exactOptional(z.number().positive()),
              bias: z.exactOptional(z.number())
            })
          )
          .describe('the space it shares with images, as CLIP does')
      }),
      z.strictObject({ kind: z.literal('words'), model: text, length: z.int().positive(), digest: text }),
      z.strictObject({
        kind: z.literal('joined'),
        parts: z.array(
          z.strictObject({
            table: text,
            weight: z.number(),
            length: z.int().positive(),
            encoder: z.exactOptional(encoder)
          })
        )
      })
    ])
  )
  .meta({ id: 'encoder' })

const signatures = z.strictObject({
  name: text,
  file: path,
  array: array.optional(),
  transposed: z.boolean().optional().describe('the file has one column for each class'),
  classes: texts.optional().describe('the class of each row; a CSV names them in its column of texts'),
  attributes: texts.optional().describe('what each column means; a CSV names them in its first row'),
  groups: texts.optional().describe('the group of each attribute'),
  meanings: texts.optional().describe('one line for each attribute'),
  sentences: texts.optional().describe('for each class the text that was encoded'),
  encoder: encoder.optional().describe('how the vectors were made'),
  missing: z
    .strictObject({ value: z.number(), treatment: z.enum(['zero', 'mean', 'keep']) })
    .optional()
    .describe('the entry that stands for "not known", and what takes its place')
})

const split = z.strictObject({
  name: text,
  seen: list.optional().describe('classes, by name or number'),
  unseen: list.optional(),
  train: list.optional().describe('row numbers'),
  test: list.optional(),
  validation: z
    .strictObject({ train: list, test: list })
    .optional()
    .describe('parts of train on which parameters are chosen')
})

export const manifestSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1).describe('of this description'),
    name: text,
    classes: texts
      .optional()
      .describe('their order is the order of numeric labels; where absent, that of the first table'),
    features: z
      .union([path, features, z.array(features).min(1)])
      .optional()
      .describe('rows of numbers; several files stand one below the other'),
    labels: list.optional().describe('one for each row: names, or numbers of classes'),
    signatures: z.array(signatures).optional().describe('tables that describe every class'),
    splits: z.array(split).optional(),
    rowNames: texts.optional().describe('what each row was made from, e.g. the name of the image'),
    thumbnails: z
      .strictObject({
        file: path,
        width: z.int().positive(),
        height: z.int().positive(),
        columns: z.int().positive()
      })
      .optional()
      .describe('one picture with a small image of every row, in order, line by line'),
    provenance: z
      .strictObject({
        source: z.string().exactOptional(),
        licence: z.string().exactOptional(),
        citation: z.string().exactOptional(),
        features: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
        notes: z.array(z.string()).exactOptional()
      })
      .optional()
      .describe('where the data come from, for people')
  })
  .describe('A data set of Unseen: which file holds what.')

/**
 * The manifest in this text, or a refusal that names every mistake.
 *
 * @param content the text of dataset.json
 * @param file what messages call it
 */
export function parseManifest(content: string, file = 'dataset.json'): Manifest {
  let value: unknown
  try {
    value = JSON.parse(content.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new UnseenError(
      'dataset.manifest',
      `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
      { where: { file }, cause: error }
    )
  }
  const twice = repeatedKey(content)
  if (twice !== undefined)
    throw new UnseenError('dataset.manifest', `${file} has ${JSON.stringify(twice)} twice in one object.`, {
      where: { file, key: twice },
      remedy: 'Which one is meant? Leave the other out.'
    })
  const result = manifestSchema.safeParse(value)
  if (result.success) return result.data
  const problems = describeIssues(result.error.issues, value)
  throw new UnseenError('dataset.manifest', `${file}: ${problems.join('; ')}.`, {
    where: { file, mistakes: problems.length },
    remedy: 'docs/dataset.md explains every field.'
  })
}

/** On no system does this path lead out of the folder. */
function staysInside(name: string): boolean {
  return (
    !/[\\\u0000-\u001f]|^[A-Za-z]:/.test(name) &&
    name.split('/').every(part => part !== '' && part !== '.' && part !== '..')
  )
}

/** How a table's vectors were made, as tables and models record it. */
export { encoder as encoderSchema }
