/**
 * Blocks of rows by workers that take them from a queue in Redis: the answers and proportions of `recognise`
 * and `index`, the same bytes as here.
 */
import { type Matrix, type Model, UnseenError, toBytes, verdictKinds } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { RowWork } from '../use/row-work.js'
import { type QueueOptions, openCoordinator } from './coordinator.js'
import { type QueueJob, VERSION, read } from './jobs.js'
import { parcelOf } from './parcel.js'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'

/** Works out rows on other machines, for `recogniseRows` and `indexLibrary`. */
export interface QueueRows extends RowWork {
  /** Ends the connection. */
  close(): Promise<void>
}

/** A piece is a few megabytes, in memory here until its answer comes. */
const PIECES = 16

const ranked = z
  .array(z.strictObject({ class: z.string(), score: z.number(), probability: z.number().exactOptional() }))
  .min(1)
const verdict = z.strictObject({
  kind: z.enum(verdictKinds),
  classes: z.array(z.string()),
  probabilities: z.array(z.number()),
  words: z.string(),
  rough: z.boolean()
})
const contribution = z.strictObject({
  class: z.string(),
  position: z.number(),
  proportion: z.number(),
  share: z.number(),
  contribution: z.number()
})
const decidedSchema = z.strictObject({
  decisions: z.array(
    z.strictObject({
      ranked,
      margin: z.number().or(z.undefined()),
      none: z.boolean(),
      unlike: z.number().exactOptional(),
      verdict,
      transductive: z.boolean()
    })
  ),
  explanations: z
    .array(
      z.strictObject({
        class: z.string(),
        score: z.number(),
        constant: z.number(),
        bias: z.number(),
        contributions: z.array(contribution)
      })
    )
    .exactOptional()
})

/**
 * Opens the queue for rows: what is worked out for them is done by workers of other machines.
 *
 * @param model sent to the workers once
 * @param options the queue, and how data reach the workers
 */
export async function queueRows(model: Model, options: QueueOptions): Promise<QueueRows> {
  const coordinator = await openCoordinator(options)
  const { fingerprint: data, ...parcel } = parcelOf([toBytes(model)])
  await coordinator.offer({ fingerprint: data, ...parcel })
  const ask = async (matrix: Matrix, task: Extract<QueueJob, { kind: 'rows' }>['task']): Promise<unknown> => {
    const rows = parcelOf([serialize(matrix)])
    await coordinator.offer(rows)
    try {
      return unpack(
        await coordinator.ask({ kind: 'rows', version: VERSION, data, rows: rows.fingerprint, task }, {})
      )
    } finally {
      await coordinator.withdraw(rows.fingerprint)
    }
  }
  return {
    pieces: PIECES,
    async decide(matrix, { among, top, reject, falseAlarms, explain, refine }) {
      if (refine !== undefined)
        throw new UnseenError(
          'options.combination',
          'Clusters look at all rows together, workers at blocks of them.',
          { where: { option: 'refine' }, remedy: 'Leave out --refine or --redis.' }
        )
      const task = {
        work: 'decide',
        key: `${matrix.rows} rows`,
        among: typeof among === 'string' ? among : [...among],
        top,
        reject,
        ...defined({ falseAlarms }),
        explain
      } as const
      const decided = read(decidedSchema, await ask(matrix, task), 'The answers of a worker')
      checkLength(decided.decisions.length, matrix.rows)
      return decided
    },
    async proportions(matrix) {
      const found = read(
        z.instanceof(Float32Array),
        await ask(matrix, { work: 'proportions', key: `${matrix.rows} rows` }),
        'The proportions of a worker'
      )
      checkLength(found.length, matrix.rows * model.seen.length)
      return found
    },
    close: () => coordinator.close()
  }
}

function unpack(result: unknown): unknown {
  try {
    return deserialize(result as Uint8Array)
  } catch {
    return undefined
  }
}

function checkLength(length: number, expected: number): void {
  read(z.literal(expected), length, 'The number of answers of a worker')
}
