/**
 * What goes through the queue. Whoever reaches Redis can put anything there, so that both sides check
 * what they take. A job names the data it works on by their fingerprint (parcel.ts) and is named by its
 * own content: the same job put twice is one job, and its answer does not depend on who asked.
 */
import { type ErrorCode, UnseenError } from '@unseen/core'
import { families } from '@unseen/core/internal'
import { errorCodes } from '../errors.js'
import { versions } from '../runs/versions.js'
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The queue, and the prefix of its keys in Redis. */
export const QUEUE = 'jobs'
export const PREFIX = 'unseen'

/** Where data can be had; the key is renewed as long as somebody waits for what is made of them. */
export const offerKey = (fingerprint: string): string => `${PREFIX}:data:${fingerprint}`
export const OFFER_SECONDS = 15

/** Where the result of a job is that is too large for the queue. */
export const resultKey = (id: string): string => `${PREFIX}:result:${id}`
/** How long answers are kept for an asker that was killed and comes back. */
export const KEPT_SECONDS = 3_600

export const VERSION = versions()['unseen']

const fingerprint = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.number().int().nonnegative()

export const offerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    token: z.string(),
    size: whole
  }),
  z.strictObject({ kind: z.literal('folder'), size: whole })
])
export type DataOffer = z.infer<typeof offerSchema>

const paperPoint = z.strictObject({
  family: z.literal('paper'),
  gamma: z.number(),
  lambda2: z.number(),
  lambda3: z.number()
})

const chain = z.strictObject({
  key: z.string(),
  family: z.enum(families),
  gamma: z.number().exactOptional(),
  heldOut: z.array(whole),
  again: z.strictObject({ refines: z.string(), point: paperPoint }).exactOptional()
})

const rows = z.discriminatedUnion('work', [
  z.strictObject({ work: z.literal('proportions'), key: z.string() }),
  z.strictObject({
    work: z.literal('decide'),
    key: z.string(),
    among: z.union([z.enum(['unseen', 'seen', 'all']), z.array(z.string())]),
    top: whole,
    reject: z.union([z.boolean(), z.number(), z.enum(['margin', 'expressed'])]),
    falseAlarms: z.number().exactOptional(),
    explain: z.boolean()
  })
])

const jobSchema = z.discriminatedUnion('kind', [
  /** a chain of a search; the data are its place */
  z.strictObject({ kind: z.literal('chain'), version: z.string(), data: fingerprint, task: chain }),
  /** a block of rows; the data are a model */
  z.strictObject({
    kind: z.literal('rows'),
    version: z.string(),
    data: fingerprint,
    rows: fingerprint,
    task: rows
  })
])
export type QueueJob = z.infer<typeof jobSchema>

const classWeightsPoint = z.strictObject({
  family: z.literal('class-weights'),
  gamma: z.number(),
  ridge: z.number(),
  compare: z.enum(['inner', 'cosine']),
  mixture: z.enum(['simplex', 'affine', 'ridge'])
})

const gaussianPoint = z.strictObject({
  family: z.literal('gauss'),
  shrinkage: z.number(),
  predictive: z.boolean()
})

/** In the order of keys that chains have, so that journals are the same bytes. */
export const chainResultSchema = z.strictObject({
  key: z.string(),
  points: z.array(
    z.strictObject({
      point: z.discriminatedUnion('family', [paperPoint, classWeightsPoint, gaussianPoint]),
      errors: whole,
      rows: whole,
      converged: z.boolean(),
      // JSON has no Infinity.
      gap: z.number().or(z.null().transform(() => Infinity)),
      epochs: whole
    })
  ),
  refines: z.string().exactOptional()
})

const answerSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  /** bytes, beside the queue under `resultKey`: its events would keep large results for long */
  z.strictObject({ stored: z.literal(true) }),
  z.strictObject({
    error: z.strictObject({
      code: z.string().refine((code): code is ErrorCode => Object.hasOwn(errorCodes, code)),
      message: z.string(),
      worker: z.string()
    })
  })
])
export type Answer = z.infer<typeof answerSchema>

export const progressSchema = z.object({ done: whole, total: whole })

export const readJob = (value: unknown): QueueJob => read(jobSchema, value, 'A job')
export const readAnswer = (value: unknown): Answer => read(answerSchema, value, 'The answer to a job')

/** The value as the schema describes it, or a refusal that says what is wrong. */
export function read<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const { data, error } = schema.safeParse(value)
  if (error === undefined) return data
  const { path, message } = error.issues[0]
  throw new UnseenError(
    'queue.job',
    `${what} makes no sense${path.length > 0 ? ` at ${path.join('.')}` : ''}: ${message}.`,
    { remedy: 'Something else writes to this queue; give Unseen a Redis database of its own.' }
  )
}

/** The same of JSON; text that is none has no value. */
export function readText<Value>(schema: z.ZodType<Value>, text: string, what: string): Value {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The refusal says what was expected.
  }
  return read(schema, value, what)
}

export function jobId(job: QueueJob): string {
  return `${job.kind}-${createHash('sha256').update(JSON.stringify(job)).digest('hex').slice(0, 32)}`
}
