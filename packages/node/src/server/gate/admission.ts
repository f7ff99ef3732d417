/**
 * Back-pressure: so many requests and so many bytes of bodies at a time, and no more. Who comes when all
 * places are taken is sent away at once, before a byte of the body is read.
 */
import { UnseenError } from '@unseen/core'

export class Admission {
  requests = 0
  bytes = 0
  private readonly most: { readonly requests: number; readonly bytes: number }

  constructor(most: { readonly requests: number; readonly bytes: number }) {
    this.most = most
  }

  /** Returns how to leave; called once, whatever happens. */
  enter(bytes: number): () => void {
    if (this.requests >= this.most.requests || (this.requests > 0 && this.bytes + bytes > this.most.bytes)) {
      throw new UnseenError('serve.busy', 'The server has as much to do as it takes on.', {
        remedy: 'Send it again in a moment.'
      })
    }
    this.requests++
    this.bytes += bytes
    let left = false
    return () => {
      if (left) return
      left = true
      this.requests--
      this.bytes -= bytes
    }
  }
}
