/** The body of a request, whole, within its limit: an endless one is read no further than that. */
import type { IncomingMessage } from 'node:http'
import { UnseenError, count } from '@unseen/core'

/** Bytes the request says its body has; a body of unknown length counts as the largest there may be. */
export function announcedLength({ headers }: IncomingMessage, most: number): number {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : most
  return Number(length)
}

/** In memory of its own, so that it can go to another thread without a copy. */
export async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  if (announcedLength(incoming, 0) > most) throw tooLarge(most)
  const pieces = await new Promise<readonly Uint8Array[]>((resolve, reject) => {
    const read: Uint8Array[] = []
    let length = 0
    const settle = (act: () => void): void => {
      incoming.off('data', take).off('end', end).off('error', broken).off('close', broken)
      act()
    }
    const take = (piece: Uint8Array): void => {
      length += piece.length
      if (length > most) {
        incoming.pause()
        settle(() => reject(tooLarge(most)))
      } else read.push(piece)
    }
    const end = (): void => settle(() => resolve(read))
    const broken = (cause?: unknown): void => settle(() => reject(new UnseenError('serve.request', 'The body broke off.', { cause })))
    incoming.on('data', take).on('end', end).on('error', broken).on('close', broken)
  })
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const body = Buffer.from(new ArrayBuffer(length))
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
  }
  return body
}

function tooLarge(most: number): UnseenError {
  return new UnseenError('serve.size', `A body may have ${count(most)} bytes.`, { remedy: 'Send fewer rows at a time, or as npy, which is smaller than JSON.' })
}
