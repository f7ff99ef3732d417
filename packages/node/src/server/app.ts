/** The whole of the HTTP interface: what every request passes, and the routes behind it. */
import { UnseenError } from '@unseen/core'
import { fromSystem } from '../files/system-error.js'
import { admitted, caller, origin } from './gate/gate.js'
import type { App, ServerEnv, ServerParts } from './parts.js'
import { PROBLEM_TYPE, problemOf, statusOf } from './problems.js'
import { routeGroups } from './routes/index.js'
import { randomUUID } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'

export function createApp(parts: ServerParts): App {
  const { logger, metrics, state, origins } = parts
  const app: App = new OpenAPIHono<ServerEnv>({
    defaultHook(result) {
      if (result.success) return
      const [issue] = result.error.issues
      throw new UnseenError(
        'serve.request',
        `${issue.path.length === 0 ? 'The request' : issue.path.join('.')}: ${issue.message}.`,
        {
          where: { field: issue.path.join('.') },
          remedy: 'The OpenAPI document at /openapi.json says what is expected.'
        }
      )
    }
  })

  app.use('*', async (c, next) => {
    const started = performance.now()
    const id = randomUUID()
    c.set('id', id)
    // Set where Node keeps them: on hono's answer each would make a new one of it.
    const { outgoing } = c.env
    outgoing.setHeader('X-Request-Id', id)
    outgoing.setHeader('X-Content-Type-Options', 'nosniff')
    outgoing.setHeader('Cache-Control', 'no-store')
    await next()
    if (state.stopping) outgoing.setHeader('Connection', 'close')
    const seconds = (performance.now() - started) / 1000
    const route = routePath(c as Context, -1)
    metrics.request(route, c.req.method, c.res.status, seconds)
    logger.info(
      {
        id,
        method: c.req.method,
        route,
        status: c.res.status,
        ms: Math.round(1e6 * seconds) / 1e3,
        caller: c.get('caller')?.name,
        model: c.get('model')
      },
      'request'
    )
  })
  app.onError((error, c) => {
    const known = translate(error)
    if (!(known instanceof UnseenError) || known.cause instanceof UnseenError)
      logger.error({ id: c.get('id'), error: error.stack ?? error.message }, 'defect')
    return problem(known, c)
  })
  app.notFound(c =>
    problem(
      new UnseenError('serve.unknown', 'There is nothing at this address.', {
        remedy: 'The OpenAPI document at /openapi.json lists what there is.'
      }),
      c
    )
  )

  app.use('*', async (c, next) => {
    if (!isDecodable(c.env.incoming.url ?? ''))
      throw new UnseenError('serve.request', 'The address is no text: its percent signs make no sense.', {
        remedy: 'Encode names as UTF-8, as encodeURIComponent does.'
      })
    await next()
  })
  app.use('*', origin(parts))
  if (origins.length > 0)
    app.use(
      '*',
      cors({
        origin: from => (origins.includes(from) ? from : null),
        allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match'],
        exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
        allowMethods: ['GET', 'POST', 'PUT', 'DELETE']
      })
    )
  app.use('/v1/*', caller(parts), admitted(parts))
  for (const add of routeGroups) add(app, parts)
  return app
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address)
    return true
  } catch {
    return false
  }
}

function problem(error: unknown, c: Context<ServerEnv>): Response {
  const status = statusOf(error)
  const headers: Record<string, string> = { 'content-type': PROBLEM_TYPE }
  if (status === 429 || status === 503)
    headers['retry-after'] = String(error instanceof UnseenError ? (error.where['seconds'] ?? 1) : 1)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  // Whatever is left of a body that was refused is not waited for.
  if (status === 413 || (error instanceof UnseenError && 'bytesPerSecond' in error.where))
    headers['connection'] = 'close'
  return new Response(JSON.stringify(problemOf(error, c.get('id'))), { status, headers })
}

/** What the framework throws of its own. */
function translate(error: Error): Error {
  const refused = fromSystem(error)
  // Where the server keeps what is nobody's business.
  if (refused !== undefined)
    return new UnseenError('path.write', 'The server cannot read or write its files.', { cause: refused })
  if (!(error instanceof HTTPException)) return error
  if (error.status === 415)
    return new UnseenError('serve.media', 'The body is of a kind that is not read here.', {
      remedy: 'Name it in Content-Type; /openapi.json lists the kinds.'
    })
  return new UnseenError('serve.request', error.status === 400 ? 'The body is no JSON.' : error.message, {
    cause: error
  })
}
