/**
 * One GET request, up to the head of the answer that counts: redirects are followed a few times and
 * never from https to http, refusals become errors that say whether trying again makes sense.
 *
 * Node's fetch uses HTTPS_PROXY only with NODE_USE_ENV_PROXY=1, which Node 24 (and 22.21) know; where
 * a proxy is set and nothing is reached, the message says so.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'

const MAX_REDIRECTS = 5

/** The request failed in a way that may pass. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain'
  /** the error to throw when there are no more attempts */
  readonly reason: UnseenError
  /** what the server asked for */
  readonly afterSeconds: number | undefined

  constructor(reason: UnseenError, afterSeconds?: number) {
    super(reason.message)
    this.reason = reason
    this.afterSeconds = afterSeconds
  }
}

/** The answer with status 200, 206 or 416. */
export async function httpGet(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal
): Promise<Response> {
  let url = new URL(address)
  let sent = headers
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await fetch(url, { headers: sent, redirect: 'manual', signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        throw unreachable(url, error)
      }
    )
    const { status } = response
    if (status === 416 || ((status === 200 || status === 206) && !isWebPage(response))) return response
    await response.body?.cancel()
    if (status === 200 || status === 206)
      throw new UnseenError('network.broken', `${shown(url)} answers with a web page instead of the file.`, {
        where: { address: shown(url) },
        remedy: 'The file may have moved, or the network asks for a login first.'
      })
    const location = [301, 302, 303, 307, 308].includes(status) ? response.headers.get('location') : null
    if (location === null) throw refused(url, response)
    const next = follow(url, location)
    // A token is for the one who asked for it.
    if (next.origin !== url.origin) sent = withoutToken(sent)
    url = next
  }
  throw new UnseenError(
    'network.broken',
    `${shown(new URL(address))} redirects more than ${MAX_REDIRECTS} times.`,
    { where: { address: shown(new URL(address)) } }
  )
}

function withoutToken(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization')
  )
}

function follow(from: URL, location: string): URL {
  const where = { address: shown(from) }
  if (!URL.canParse(location, from.href))
    throw new UnseenError(
      'network.broken',
      `${shown(from)} redirects to ${JSON.stringify(location.slice(0, 100))}, which is no address.`,
      { where }
    )
  const to = new URL(location, from)
  if (to.protocol !== 'https:' && (to.protocol !== 'http:' || from.protocol === 'https:'))
    throw new UnseenError(
      'network.broken',
      `${shown(from)} redirects to ${shown(to)}, which is not encrypted.`,
      { where }
    )
  return to
}

function refused(url: URL, { status, headers }: Response): Error {
  const where = { address: shown(url), status }
  const error = new UnseenError(
    'network.unreachable',
    `${shown(url)} answers with status ${status}${status === 404 || status === 410 ? ' (there is no such file)' : status === 401 || status === 403 ? ' (it may not be read)' : ''}.`,
    { where }
  )
  if (status < 500 && ![408, 425, 429].includes(status)) return error
  const after = Number(headers.get('retry-after') ?? NaN)
  return new TryAgain(error, Number.isFinite(after) ? after : undefined)
}

/** Codes of errors that no second attempt mends. */
const final = /^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_INVALID_URL)/

function unreachable(url: URL, error: unknown): Error {
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  const code = cause?.code ?? cause?.message ?? String(error)
  const why =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? 'its name cannot be resolved (no network?)'
      : code === 'ECONNREFUSED'
        ? 'it refuses connections'
        : code
  const proxied =
    Object.keys(process.env).some(name => /^https?_proxy$/i.test(name)) &&
    process.env['NODE_USE_ENV_PROXY'] !== '1'
  const reason = new UnseenError('network.unreachable', `${url.host} cannot be reached: ${why}.`, {
    where: { address: shown(url) },
    cause: error,
    ...defined({
      remedy: proxied
        ? 'A proxy is set in the environment: Node 24 and later use it with NODE_USE_ENV_PROXY=1.'
        : undefined
    })
  })
  return final.test(code) ? reason : new TryAgain(reason)
}

function isWebPage({ headers }: Response): boolean {
  return /^\s*(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '')
}

/** Without name, password or query, which may be secret. */
function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`
}
