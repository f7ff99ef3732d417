/**
 * What every request passes before it is looked at: where it comes from, whose it is, how often, how much
 * there is to do, how large it is. In this order, so that a stranger's body is never read.
 */
import { UnseenError } from '@unseen/core'
import type { Caller, ServerEnv, ServerParts } from '../parts.js'
import { Rate } from './rate.js'
import { announcedLength, readBody } from './read-body.js'
import { type Scope, allows, findToken } from './tokens.js'
import type { MiddlewareHandler } from 'hono'

type Handler = MiddlewareHandler<ServerEnv>

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
/** Wrong tokens a second from one address that are told so; more are only told to wait. */
const GUESSES = 5

/**
 * A web page may ask only if it is the server's own or one that was allowed; a name that points here by a
 * trick is refused.
 */
export function origin({ origins, tokens }: ServerParts): Handler {
  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (tokens() === undefined && !loopbackHost.test(host))
      throw new UnseenError('serve.origin', 'Without tokens the server answers to localhost alone.', {
        remedy: 'Ask it by http://localhost or 127.0.0.1.'
      })
    const from = c.req.header('origin')
    const own = from !== undefined && /^https?:\/\/(.+)$/.exec(from)?.[1] === host
    if (from !== undefined && !own && !origins.includes(from))
      throw new UnseenError('serve.origin', 'This page may not ask the server.', {
        remedy: 'Allow it with --origin.'
      })
    await next()
  }
}

export function caller({ tokens, limits }: ServerParts): Handler {
  const rate = new Rate(limits.rate)
  const guesses = new Rate(GUESSES)
  const slowDown = (seconds: number): never => {
    throw new UnseenError('serve.rate', 'These are more requests than one caller may send.', {
      where: { seconds },
      remedy: `Wait ${seconds} s.`
    })
  }
  return async (c, next) => {
    const address = c.env.incoming.socket.remoteAddress ?? ''
    const known = tokens()
    if (known === undefined) c.set('caller', { name: 'local', scope: 'admin' })
    else {
      const [, token] = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(c.req.header('authorization') ?? '') ?? []
      const found = token === undefined ? undefined : findToken(known, token)
      if (found === undefined) {
        const wait = guesses.take(address)
        if (wait > 0) slowDown(wait)
        throw new UnseenError(
          'serve.token',
          token === undefined ? 'A token is needed.' : 'The token is not known.',
          { remedy: 'Send "Authorization: Bearer TOKEN"; `unseen serve token add` makes one.' }
        )
      }
      c.set('caller', { name: found.name, scope: found.scope })
    }
    const wait = rate.take(known === undefined ? address : c.get('caller').name)
    if (wait > 0) slowDown(wait)
    await next()
  }
}

/** Reads the body, takes a place, and gives it back when the answer is there. */
export function admitted({ admission, limits, buffers, state, tokens }: ServerParts): Handler {
  return async (c, next) => {
    if (state.stopping) throw new UnseenError('serve.busy', 'The server is stopping.')
    const { incoming } = c.env
    const { name, scope } = c.get('caller')
    const place = admission.enter(Math.min(announcedLength(incoming, limits.body), limits.body), {
      token: tokens() === undefined ? undefined : name,
      address: incoming.socket.remoteAddress ?? '',
      isAdmin: scope === 'admin'
    })
    try {
      // Where hono looks for a body that was read already.
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
        Object.assign(incoming, { rawBody: await readBody(incoming, limits.body, buffers) })
      place.begin()
      await next()
    } finally {
      place.leave()
    }
  }
}

/** The body that `admitted` has read. */
export function bodyOf(c: { readonly env: ServerEnv['Bindings'] }): Buffer<ArrayBuffer> {
  return (c.env.incoming as { rawBody?: Buffer<ArrayBuffer> }).rawBody ?? Buffer.from(new ArrayBuffer(0))
}

export function needs(scope: Scope): Handler {
  return async (c, next) => {
    const held: Caller = c.get('caller')
    if (!allows(held.scope, scope))
      throw new UnseenError(
        'serve.scope',
        `This takes a token for "${scope}"; this one is for "${held.scope}".`,
        { where: { scope } }
      )
    await next()
  }
}
