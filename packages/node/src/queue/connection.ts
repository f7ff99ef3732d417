/**
 * A connection to Redis. The first time it must come about, or the user is told why not; from then on
 * a connection that is lost is waited out, however long it takes, and what was asked meanwhile is asked
 * again. The password of an address is never shown.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { Redis } from 'ioredis'

export interface RedisAddress {
  /** redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE], or rediss:// */
  readonly url: string
  /** told when Redis is away and when it is back */
  readonly say: (line: string) => void
}

export interface RedisLink {
  readonly client: Redis
  /** the address as it may be shown */
  readonly shown: string
  /** whether other machines can reach it */
  readonly local: boolean
  /** At once, without waiting for a Redis that is away. */
  close(): void
}

const CONNECT_MS = 5_000
const RETRY_MS = 200
const SLOWEST_RETRY_MS = 2_000
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

export async function connectRedis({ url, say }: RedisAddress): Promise<RedisLink> {
  const address = parseAddress(url)
  const shown = showAddress(address)
  let ready = false
  const password = process.env['UNSEEN_REDIS_PASSWORD'] ?? ''
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: times => (ready ? Math.min(RETRY_MS * times, SLOWEST_RETRY_MS) : null),
    ...defined({ password: address.password === '' && password !== '' ? password : undefined })
  })
  let reason: Error | undefined
  client.on('error', (error: Error) => {
    reason = error
  })
  try {
    await client.connect()
    // A server that asks for a password lets anybody connect, and refuses the first command.
    await client.ping()
  } catch (error) {
    client.disconnect()
    throw refusal(shown, reason ?? (error as Error))
  }
  ready = true
  let away = false
  client.on('close', () => {
    if (away || closed) return
    away = true
    say(`Redis at ${shown} is away, waiting for it.`)
  })
  client.on('ready', () => {
    if (away) say('Redis is back.')
    away = false
  })
  let closed = false
  return {
    client,
    shown,
    local: LOOPBACK.test(address.hostname),
    close() {
      closed = true
      client.disconnect()
    }
  }
}

function parseAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (
    address !== undefined &&
    (address.protocol === 'redis:' || address.protocol === 'rediss:') &&
    address.hostname !== ''
  )
    return address
  // What was given is not repeated: a mistyped address may hold a password.
  throw new UnseenError('options.value', 'The address of Redis must look like redis://HOST:PORT.', {
    where: { option: 'redis' },
    remedy: 'For example redis://127.0.0.1:6379; rediss:// for TLS.'
  })
}

function showAddress({ protocol, hostname, port, pathname }: URL): string {
  return `${protocol}//${hostname}:${port === '' ? '6379' : port}${pathname === '/' ? '' : pathname}`
}

function refusal(shown: string, cause: Error): UnseenError {
  const { message } = cause
  const where = { address: shown }
  if (/WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(message)) {
    return new UnseenError('network.unreachable', `Redis at ${shown} does not accept the user or password.`, {
      where,
      remedy: 'Give them as redis://USER:PASSWORD@HOST:PORT, or the password as UNSEEN_REDIS_PASSWORD.'
    })
  }
  return new UnseenError(
    'network.unreachable',
    `There is no Redis at ${shown}: ${(cause as NodeJS.ErrnoException).code ?? message}.`,
    {
      where,
      remedy:
        'Start one (Debian: apt install redis-server), or give its address with --redis redis://HOST:PORT.'
    }
  )
}
