/**
 * What goes over the wire, said once: the server checks requests by these schemas, the OpenAPI document
 * is made of them, and the client's types are inferred from them.
 */
import { verdictKinds } from '@unseen/core'
import { z } from '@hono/zod-openapi'

/** Characters of a class's name. */
export const LONGEST_NAME = 256

const className = z.string().min(1).max(LONGEST_NAME).openapi({ example: 'zebra' })
const numbers = z.array(z.number())

/** Checked number by number where it becomes a matrix, which is many times faster than a schema. */
export const rows = z
  .custom<readonly (readonly number[])[]>(Array.isArray, 'rows must be a list of rows')
  .openapi({
    type: 'array',
    items: { type: 'array', items: { type: 'number' } },
    description: 'rows of features, as the model was trained on',
    example: [[0.1, 0, 2.5]]
  })

export const among = z
  .union([z.enum(['unseen', 'seen', 'all']), z.array(z.string()).min(1).max(100_000)])
  .openapi({ description: 'which classes may be the answer', example: 'unseen' })

export const recogniseOptions = z
  .strictObject({
    among: among.optional(),
    top: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .openapi({ description: 'classes for each row, best first', example: 3 }),
    reject: z
      .union([z.boolean(), z.number().min(0), z.enum(['margin', 'expressed'])])
      .optional()
      .openapi({
        description:
          'say "none of these": where a row is unlike every class (true), where the best class leads by less than the rehearsal asks ("margin") or by less than a number, or where the seen classes express the answer badly ("expressed")'
      }),
    falseAlarms: z.number().min(0.001).max(0.5).optional().openapi({
      description: 'how often a row of a described class may be called unlike every class; 0.02 unless given'
    }),
    explain: z
      .boolean()
      .optional()
      .openapi({ description: 'what each seen class contributed to the best score' })
  })
  .openapi('RecogniseOptions')
export const recogniseBody = recogniseOptions.extend({ rows }).openapi('RecogniseBody')

export const examplesBody = z
  .strictObject({
    rows,
    names: z
      .array(z.string().max(1000))
      .optional()
      .openapi({ description: 'of the images, one for each row' })
  })
  .openapi('ExamplesBody')

export const explainOptions = z
  .strictObject({ class: z.string(), among: among.optional() })
  .openapi('ExplainOptions')
export const explainBody = explainOptions.extend({ rows }).openapi('ExplainBody')

export const contrastOptions = z
  .strictObject({ first: z.string(), second: z.string(), among: among.optional() })
  .openapi('ContrastOptions')
export const contrastBody = contrastOptions.extend({ rows }).openapi('ContrastBody')

const answered = {
  model: z.string(),
  version: z.int().openapi({ description: 'number of the last change of the classes that were known' })
}
const explanation = z
  .object({
    class: z.string(),
    score: z.number(),
    constant: z.number().openapi({ description: 'of the class; 0 but for Gaussian weights' }),
    bias: z.number(),
    contributions: z.array(
      z.object({
        class: z.string(),
        position: z.int(),
        proportion: z.number(),
        share: z.number(),
        contribution: z.number()
      })
    )
  })
  .openapi('Explanation')

const ranked = z.object({
  class: z.string(),
  score: z.number(),
  probability: z
    .number()
    .optional()
    .openapi({ description: 'among the candidates, 0 to 1; where the model was rehearsed' })
})

const verdict = z
  .object({
    kind: z.enum(verdictKinds).openapi({ description: 'which rule held; untested: no rehearsal tried it' }),
    classes: z
      .array(z.string())
      .openapi({ description: 'what the words name: two of `either`, none of `unlike`' }),
    probabilities: z.array(z.number()).openapi({ description: 'of these, 0 to 1' }),
    words: z.string().openapi({ example: 'Almost surely a zebra: 97 in 100.' }),
    rough: z.boolean().openapi({ description: 'tested on fewer than 20 seen classes' })
  })
  .openapi('Verdict')

export const recognised = z
  .object({
    ...answered,
    answers: z.array(
      z.object({
        name: z.string().optional().openapi({ description: 'of the image' }),
        ranked: z.array(ranked),
        none: z.boolean().optional().openapi({ description: 'none of these: `ranked` is empty then' }),
        closest: z
          .array(ranked)
          .optional()
          .openapi({ description: 'what came closest, where the answer is none of these' }),
        verdict,
        unlike: z.number().optional().openapi({
          description: 'share of rows of hidden classes that were less unlike every class, at least, 0 to 1'
        }),
        explanation: explanation.optional()
      })
    )
  })
  .openapi('Recognised')

export const explained = z.object({ ...answered, explanations: z.array(explanation) }).openapi('Explained')

export const contrasted = z
  .object({
    ...answered,
    contrasts: z.array(
      z.object({
        classes: z.tuple([z.string(), z.string()]),
        difference: z.number(),
        bias: z.number(),
        terms: z.array(
          z.object({
            class: z.string(),
            position: z.int(),
            proportion: z.number(),
            share: z.number(),
            contribution: z.number()
          })
        ),
        flip: z
          .object({
            distance: z.number(),
            changes: z.array(z.object({ class: z.string(), change: z.number(), alone: z.number() }))
          })
          .optional()
      })
    )
  })
  .openapi('Contrasted')

export const description = z
  .strictObject({
    signature: numbers.optional().openapi({ description: 'the whole signature' }),
    attributes: z
      .record(z.string(), z.number())
      .optional()
      .openapi({
        description: 'attributes by name; the others are 0, or as `like` has them',
        example: { stripes: 1 }
      }),
    like: z
      .string()
      .optional()
      .openapi({ description: 'a class whose attributes are taken where none is named', example: 'horse' }),
    sentence: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .openapi({ description: 'where the model was trained on sentences or names' })
  })
  .openapi('Description')
export const namedDescription = description.extend({ name: className }).openapi('NamedDescription')
export const describeBody = z
  .strictObject({ classes: z.array(namedDescription).min(1).max(10_000) })
  .openapi('DescribeBody')

const share = z.object({ class: z.string(), share: z.number() })
export const classSummary = z
  .object({ name: z.string(), seen: z.boolean(), version: z.int() })
  .openapi('ClassSummary')
export const classDetail = classSummary
  .extend({
    signature: numbers,
    sentence: z.string().optional(),
    by: z.string().optional().openapi({ description: 'who described it' }),
    at: z.string().optional().openapi({ description: 'when' }),
    mixture: z
      .array(share)
      .openapi({ description: 'what the class is made of: shares of seen classes, largest first' }),
    residual: z.number()
  })
  .openapi('ClassDetail')
export const judged = classDetail.extend({ warnings: z.array(z.string()) }).openapi('JudgedClass')

export const classList = z
  .object({
    ...answered,
    fingerprint: z.string().openapi({ description: 'of the training' }),
    classes: z.array(classSummary),
    changed: z
      .array(classDetail)
      .optional()
      .openapi({ description: 'classes described after the version of `since`' })
  })
  .openapi('ClassList')
export const described = z
  .object({ ...answered, classes: z.array(classDetail), remarks: z.array(z.string()) })
  .openapi('Described')
export const forgotten = z.object(answered).openapi('Forgotten')

export const shownImages = z
  .object({
    ...answered,
    class: z.string(),
    images: z.int().openapi({ description: 'how many were shown' }),
    ids: z.array(z.string()).openapi({ description: 'a fingerprint of each and its name, if it has one' }),
    share: z.number().openapi({ description: 'the part that images have in the class' }),
    worth: z.number().optional().openapi({ description: 'how many images its description is worth' }),
    described: z.boolean().openapi({ description: 'whether the class has a description' })
  })
  .openapi('ShownImages')

const said = z.object({ signature: numbers, sentence: z.string().optional() }).nullable()
export const changeList = z
  .object({
    changes: z.array(
      z.object({
        version: z.int(),
        at: z.string(),
        by: z.string(),
        kind: z.enum(['classes', 'base']),
        classes: z.array(z.object({ class: z.string(), before: said, after: said })).optional()
      })
    )
  })
  .openapi('ChangeList')

export const modelSummary = z
  .object({
    name: z.string(),
    version: z.int(),
    seen: z.int(),
    described: z.int(),
    columns: z.int().openapi({ description: 'features of a row' }),
    signature: z.int().openapi({ description: 'entries of a signature' }),
    fingerprint: z
      .string()
      .openapi({ description: 'of the training: another one means the model was trained anew' }),
    images: z.boolean().openapi({ description: 'whether images can be sent' })
  })
  .openapi('ModelSummary')
export const modelList = z.object({ models: z.array(modelSummary) }).openapi('ModelList')
export const modelDetail = modelSummary
  .extend({
    attributes: z.array(z.string()).optional(),
    sentences: z.boolean().openapi({ description: 'whether classes can be described by sentences' }),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  })
  .openapi('ModelDetail')
export const reloaded = modelSummary.extend({ remarks: z.array(z.string()) }).openapi('Reloaded')

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().openapi({ description: 'what, expected, got' }),
    code: z.string(),
    where: z.record(z.string(), z.union([z.string(), z.number()])),
    remedy: z.string().optional(),
    request: z.string().openapi({ description: 'number of the request in the log' })
  })
  .openapi('Problem')

export type Problem = z.infer<typeof problem>
