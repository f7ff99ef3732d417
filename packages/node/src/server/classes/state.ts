/**
 * The described classes as the log tells them: what was said of each class since the model file was
 * written. Applied to the model of the file, they are the model that is served.
 */
import { UnseenError } from '@unseen/core'
import { z } from 'zod'

const signature = z.array(z.number())
/** Of images that were shown of a class: what each is known by, and the mean of their rows, scaled as in training. */
const examples = z.object({ ids: z.array(z.string()), mean: z.array(z.number()), alone: z.boolean() })
const described = z.object({
  signature,
  sentence: z.string().optional(),
  examples: examples.optional()
})

const change = z.object({
  class: z.string(),
  /** without its images, which the record that brought them has */
  before: described.nullable(),
  /** null: forgotten */
  after: described.nullable(),
  /** forgotten, although the model file has it */
  hides: z.boolean().optional()
})

/**
 * What must be the same for a signature to mean the same: its length, the names of its entries, the encoder.
 */
const table = z.object({ length: z.number(), attributes: z.string(), encoder: z.string() })
const identity = z.object({ fingerprint: z.string(), table })

const written = { seq: z.int(), at: z.string(), by: z.string() }
const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('base'), ...written, identity }),
  z.object({ kind: z.literal('classes'), ...written, changes: z.array(change) })
])

const entrySchema = z.object({
  class: z.string(),
  described: described.nullable(),
  version: z.int(),
  at: z.string(),
  by: z.string()
})

export type Described = z.infer<typeof described>
export type Change = z.infer<typeof change>
export type Identity = z.infer<typeof identity>
export type ChangeRecord = z.infer<typeof recordSchema>
/** The last word on one class; `described: null` hides a class of the model file. */
export type Entry = z.infer<typeof entrySchema>

const snapshotHead = z.object({
  kind: z.literal('snapshot'),
  seq: z.int(),
  identity: identity.optional(),
  entries: z.int()
})

export interface State {
  /** number of the last change; the version of the model */
  readonly seq: number
  /** of the model the changes were last applied to; undefined for a log that is new */
  readonly identity: Identity | undefined
  readonly entries: ReadonlyMap<string, Entry>
}

export const emptyState: State = { seq: 0, identity: undefined, entries: new Map() }

export function readRecord(value: unknown, file: string): ChangeRecord {
  return parse(recordSchema, value, file)
}

/** Applies records that follow the state, each the number after the one before. */
export function applyRecords(state: State, records: readonly ChangeRecord[], file: string): State {
  let { seq, identity: known } = state
  const entries = new Map(state.entries)
  for (const record of records) {
    if (record.seq <= state.seq) continue
    if (record.seq !== seq + 1)
      throw new UnseenError(
        'serve.log',
        `${file}: change ${record.seq} follows change ${seq}; those between are missing.`,
        { where: { file, change: record.seq }, remedy: 'Restore the missing part of the log.' }
      )
    seq = record.seq
    if (record.kind === 'base') known = record.identity
    else for (const each of record.changes) applyChange(entries, each, record)
  }
  return { seq, identity: known, entries }
}

export function applyChange(
  entries: Map<string, Entry>,
  { class: name, after, hides = false }: Change,
  { seq: version, at, by }: { readonly seq: number; readonly at: string; readonly by: string }
): void {
  if (after === null && !hides) entries.delete(name)
  else entries.set(name, { class: name, described: after, version, at, by })
}

/** A snapshot as values of lines: a head, then one for each class. */
export function* snapshotValues({ seq, identity: known, entries }: State): Generator<unknown, void, void> {
  yield { kind: 'snapshot', seq, identity: known, entries: entries.size }
  yield* entries.values()
}

export function readSnapshot([first, ...rest]: readonly unknown[], file: string): State {
  const { seq, identity: known, entries: size } = parse(snapshotHead, first, file)
  const entries = new Map(
    rest.map(value => parse(entrySchema, value, file)).map(entry => [entry.class, entry])
  )
  if (entries.size !== size)
    throw new UnseenError('serve.log', `${file} speaks of ${size} classes and has ${entries.size}.`, {
      where: { file },
      remedy: 'Restore it from a copy.'
    })
  return { seq, identity: known, entries }
}

function parse<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new UnseenError(
    'serve.log',
    `${file} holds a record that makes no sense: ${read.error.issues[0]?.message ?? ''}.`,
    { where: { file }, remedy: 'Was it written by a newer Unseen?', cause: read.error }
  )
}
