/**
 * A class described by a sentence, for a model whose table was made of sentences or names: the model
 * remembers the encoder, and the same encoder makes the new signature.
 */
import { type EncoderRecord, type Model, UnseenError } from '@unseen/core'
import { encoderSchema } from '@unseen/data/manifest'
import type { Encoder, OpenOptions } from '@unseen/networks'
import type { SingleRecord } from '@unseen/networks/internal'
import { encoders, openEncoder } from './open-encoder.js'

export interface RecordedOptions extends OpenOptions {
  /** where the encoder is, if it is a folder of the user's own */
  readonly encoder?: string
}

/** What a sentence is encoded with. */
export interface DescribeOptions extends RecordedOptions {
  /** the signature's entries of those tables of a join that no encoder made, by the name of the table */
  readonly parts?: Readonly<Record<string, ArrayLike<number>>>
}

/** A model that knows one more class. */
export interface Described {
  /** knows the class */
  readonly model: Model
  /** What the sentence became. */
  readonly signature: Float64Array
  /** e.g. words that the encoder does not know */
  readonly remarks: readonly string[]
}

/**
 * The encoder of a model's table, or of the encoded part of a joined table; undefined where no encoder made
 * it.
 *
 * @param model whose notes name the encoder
 * @param options where the encoder's files are
 */
export async function encoderOf(model: Model, options: RecordedOptions = {}): Promise<Encoder | undefined> {
  const record = recordOf(model)
  const single = record === undefined ? undefined : singlesOf(record).at(0)
  return single === undefined ? undefined : openRecorded(single, options)
}

/**
 * The model that also knows `name`, by what the sentence says.
 *
 * @param model its table was made by an encoder
 * @param name of the class
 * @param sentence that describes it
 * @param options where the encoder's files are, and entries that no encoder made
 */
export async function describeSentence(
  model: Model,
  name: string,
  sentence: string,
  { parts = {}, ...options }: DescribeOptions = {}
): Promise<Described> {
  const record = recordOf(model)
  if (record === undefined)
    throw new UnseenError(
      'encoder.missing',
      'The model was trained on signatures that no encoder made, so it cannot read a sentence.',
      { where: { class: name }, remedy: 'Describe the class by its attributes.' }
    )
  checkParts(record, parts, name)
  const remarks: string[] = []
  const encode = async (single: SingleRecord): Promise<ArrayLike<number>> => {
    const encoder = await openRecorded(single, options)
    try {
      const found = await encoder.encode(
        [sentence],
        options.signal === undefined ? {} : { signal: options.signal }
      )
      remarks.push(...found.remarks.map(({ message }) => message))
      return found.vectors.data
    } finally {
      await encoder.close()
    }
  }
  const signature = Float64Array.from(await signatureOf(record, parts, encode))
  return { model: model.describe(name, signature), signature, remarks }
}

/** As the table was made: joined parts have length 1, times their weight. */
async function signatureOf(
  record: EncoderRecord,
  parts: NonNullable<DescribeOptions['parts']>,
  encode: (record: SingleRecord) => Promise<ArrayLike<number>>
): Promise<ArrayLike<number>> {
  if (record.kind !== 'joined') return encode(record)
  const signature: number[] = []
  for (const { table, weight, encoder } of record.parts) {
    const part = Object.hasOwn(parts, table)
      ? parts[table]
      : encoder === undefined
        ? []
        : await signatureOf(encoder, parts, encode)
    const norm = Math.sqrt(Array.from(part).reduce((sum, value) => sum + value * value, 0))
    if (!(norm > 0 && norm < Infinity))
      throw new UnseenError(
        'signatures.zero',
        `The entries of "${table}" are zero everywhere, or not finite.`,
        { where: { table } }
      )
    signature.push(...Array.from(part, value => (weight === 0 ? 0 : (weight * value) / norm)))
  }
  return signature
}

/** Every part that no encoder can make must be given, in its length. */
function checkParts(record: EncoderRecord, parts: NonNullable<DescribeOptions['parts']>, name: string): void {
  if (record.kind !== 'joined') return
  for (const { table, length, encoder } of record.parts) {
    if (Object.hasOwn(parts, table)) {
      if (parts[table].length !== length)
        throw new UnseenError(
          'signatures.length',
          `"${table}" of "${name}" has ${parts[table].length} entries, the table has ${length}.`,
          { where: { class: name, table } }
        )
    } else if (encoder === undefined) {
      throw new UnseenError(
        'signatures.length',
        `A sentence alone does not describe "${name}": the model's table is joined of ${record.parts.map(part => `"${part.table}"`).join(' and ')}.`,
        { where: { class: name, table }, remedy: `Give the ${length} entries of "${table}" too.` }
      )
    } else checkParts(encoder, parts, name)
  }
}

function recordOf({ notes }: Model): EncoderRecord | undefined {
  if (notes.encoder === undefined) return undefined
  const read = encoderSchema.safeParse(notes.encoder)
  if (read.success) return read.data
  throw new UnseenError('file.value', 'The model says nothing understandable of its encoder.', {
    where: { section: 'encoder' },
    cause: read.error
  })
}

function singlesOf(record: EncoderRecord): SingleRecord[] {
  return record.kind === 'joined'
    ? record.parts.flatMap(({ encoder }) => (encoder === undefined ? [] : singlesOf(encoder)))
    : [record]
}

/** The very encoder that a record speaks of, or a refusal. */
async function openRecorded(
  record: SingleRecord,
  { encoder: given, ...options }: RecordedOptions
): Promise<Encoder> {
  const place =
    given ??
    (record.model.startsWith('hub:')
      ? record.model
      : encoders.find(({ model }) => model === record.model)?.name)
  if (place === undefined)
    throw new UnseenError('encoder.missing', `The encoder "${record.model}" is not at hand.`, {
      where: { encoder: record.model },
      remedy: 'Name its folder.'
    })
  // Records of before there was a choice have no pooling: it was the mean.
  const encoder = await openEncoder(
    place,
    record.kind === 'sentence' ? { ...options, pooling: record.pooling ?? 'mean' } : options
  )
  if (encoder.record.digest === record.digest) return encoder
  await encoder.close()
  throw new UnseenError(
    'encoder.missing',
    `"${place}" is another encoder than the one that made the table (${record.model}): its digest is ${encoder.record.digest.slice(0, 12)}..., not ${record.digest.slice(0, 12)}...`,
    { where: { encoder: place }, remedy: 'Vectors of two encoders cannot be compared; use the same one.' }
  )
}
