/**
 * Back-pressure: so many requests at work or waiting and so many bytes of bodies at a time, and no more. Memory
 * is set aside before a byte of the body is read; a place is taken when the body is there, so that who sends
 * slowly holds none. No token and no address can have all: the rest is for the others, and a few places beyond
 * are for those who run the server.
 */
import { UnseenError } from '@unseen/core'

export interface Comer {
  /** the token's name; undefined where nobody needs one, and all is one caller's */
  readonly token: string | undefined
  readonly address: string
  readonly isAdmin: boolean
}

export interface Place {
  /** The body is there: takes a place, or refuses. */
  begin(): void
  /** Called once, whatever happens. */
  leave(): void
}

/** Of all places and bytes; one caller alone on a server would else never meet a limit that others set. */
const OF_TOKEN = 3 / 4
const OF_ADDRESS = 1 / 2
const FOR_ADMINS = 16

interface Held {
  arriving: number
  requests: number
  bytes: number
}

export class Admission {
  requests = 0
  bytes = 0
  private readonly most: { readonly requests: number; readonly bytes: number }
  private readonly held = new Map<string, Held>()

  constructor(most: { readonly requests: number; readonly bytes: number }) {
    this.most = most
  }

  /** A request whose body has so many bytes, as it says. */
  enter(bytes: number, comer: Comer): Place {
    const shares = this.sharesOf(comer)
    const { requests, bytes: most } = this.most
    const isFull = this.requests >= requests || (this.bytes > 0 && this.bytes + bytes > most)
    if (isFull && !this.isLetIn(comer)) throw busy()
    for (const { key, part } of shares) {
      const held = this.holdOf(key)
      if (held.arriving >= requests || (held.bytes > 0 && held.bytes + bytes > part * most)) throw busy()
    }
    this.add(shares, { arriving: 1, requests: 0, bytes })
    let [isAtWork, hasLeft] = [false, false]
    return {
      begin: () => {
        const isFull = this.requests >= requests && !this.isLetIn(comer)
        const tooMany = shares.some(
          ({ key, part }) => this.holdOf(key).requests >= Math.max(1, Math.floor(part * requests))
        )
        if (isFull || tooMany) throw busy()
        isAtWork = true
        this.add(shares, { arriving: -1, requests: 1, bytes: 0 })
      },
      leave: () => {
        if (hasLeft) return
        hasLeft = true
        this.add(shares, { arriving: isAtWork ? 0 : -1, requests: isAtWork ? -1 : 0, bytes: -bytes })
      }
    }
  }

  /** Whether all places being taken does not count: only so many at once, so that memory stays bounded. */
  private isLetIn({ isAdmin, token }: Comer): boolean {
    return isAdmin && token !== undefined && this.requests < this.most.requests + FOR_ADMINS
  }

  private sharesOf({ token, address }: Comer): readonly { readonly key: string; readonly part: number }[] {
    if (token === undefined) return [{ key: '', part: 1 }]
    return [
      { key: token, part: OF_TOKEN },
      { key: `${token}\n${address}`, part: OF_ADDRESS }
    ]
  }

  private holdOf(key: string): Held {
    return this.held.get(key) ?? { arriving: 0, requests: 0, bytes: 0 }
  }

  private add(shares: readonly { readonly key: string }[], { arriving, requests, bytes }: Held): void {
    this.requests += requests
    this.bytes += bytes
    for (const { key } of shares) {
      const held = this.holdOf(key)
      const next = {
        arriving: held.arriving + arriving,
        requests: held.requests + requests,
        bytes: held.bytes + bytes
      }
      if (next.arriving === 0 && next.requests === 0) this.held.delete(key)
      else this.held.set(key, next)
    }
  }
}

function busy(): UnseenError {
  return new UnseenError('serve.busy', 'The server has as much to do as it takes on.', {
    remedy: 'Send it again in a moment.'
  })
}
