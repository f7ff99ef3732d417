import { z } from '@hono/zod-openapi'
import { among, description } from './schemas.js'

const MOST = 1000

/** Pictures of one request. */
const MOST_PICTURES = 100

export const libraryList = z.object({
  libraries: z.array(
    z.object({
      name: z.string(),
      models: z
        .array(z.string())
        .openapi({ description: 'served models of the same training, whose classes can be searched for' }),
      rows: z.number(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      fingerprint: z.string()
    })
  )
})

export const searchBody = z
  .strictObject({
    class: z.string().min(1),
    model: z.string().optional().openapi({
      description: 'the served model whose classes are meant; the first of the same training unless given'
    }),
    top: z.int().min(1).max(MOST).optional(),
    background: z
      .union([among, z.array(z.string()).max(0)])
      .optional()
      .openapi({
        description: 'the classes to beat; an empty list for none; the other unseen classes unless given'
      }),
    where: z.string().max(10_000).optional().openapi({
      description:
        'a condition on id and metadata: columns, comparisons, and, or, not, in, between, like, is null',
      example: "taken_at > '2026-01-01' and label in ('zebra', 'okapi')"
    }),
    description: description.optional().openapi({
      description: 'of the class, in place of the one the model knows, if it does; it is not kept'
    })
  })
  .openapi('SearchBody')

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const found = z
  .object({
    class: z.string(),
    by: z.enum(['margin', 'cosine']),
    background: z.array(z.string()),
    rows: z.number(),
    wanted: z.number(),
    prepared: z.boolean(),
    hits: z.array(
      z.object({
        rank: z.number(),
        row: z.number(),
        id: z.string(),
        score: z.number(),
        rival: z.string().optional(),
        source: z.string(),
        sourceRow: z.number(),
        metadata: z.record(z.string(), value)
      })
    )
  })
  .openapi('SearchResult')

export const picturesBody = z
  .strictObject({ rows: z.array(z.int().min(0)).min(1).max(MOST_PICTURES) })
  .openapi('PicturesBody')

export const pictures = z
  .object({
    pictures: z.array(
      z.object({
        row: z.int(),
        image: z
          .string()
          .nullable()
          .openapi({ description: 'a data: address of a small WebP; null where there is no picture' })
      })
    )
  })
  .openapi('Pictures')
