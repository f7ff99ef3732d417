/** Pieces that descriptions of routes are made of. */
import { problem } from '@unseen/client/internal'
import { z } from '@hono/zod-openapi'

export const modelParam = z.string().openapi({
  param: { name: 'model', in: 'path' },
  description: 'as GET /v1/models names it',
  example: 'zoo'
})

/** An answer as JSON, and every refusal as a problem. */
export function answers<Schema extends z.ZodType>(schema: Schema, summary: string) {
  return { 200: { description: summary, content: { 'application/json': { schema } } }, ...refusals }
}

export const refusals = {
  '4XX': {
    description: 'what was wrong, where, and what to do',
    content: { 'application/problem+json': { schema: problem } }
  },
  503: {
    description: 'too much to do: try again after Retry-After seconds',
    content: { 'application/problem+json': { schema: problem } }
  }
} as const

export const security = [{ token: [] }]
