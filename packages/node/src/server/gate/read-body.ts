/** The body of a request, whole, within its limit: an endless one is read no further than that. */
import { UnseenError, count } from '@unseen/core'
import { type Buffers, LARGE } from '../work/buffers.js'
import type { IncomingMessage } from 'node:http'

/** Bytes the request says its body has; a body of unknown length counts as the largest there may be. */
export function announcedLength({ headers }: IncomingMessage, most: number): number {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : most
  return Number(length)
}

/** A body may rest for so long at its beginning, and must then have come at this rate (bytes a second). */
const REST = 5000
const SLOWEST = 16_384

/** A large body of known length is written into one of the buffers as it comes. */
export async function readBody(
  incoming: IncomingMessage,
  most: number,
  buffers: Buffers
): Promise<Buffer<ArrayBuffer>> {
  const announced = announcedLength(incoming, 0)
  if (announced > most) throw tooLarge(most)
  const whole = announced < LARGE ? undefined : Buffer.from(buffers.take(announced), 0, announced)
  const pieces: Buffer<ArrayBuffer>[] = []
  let length = 0
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearInterval(looking)
      incoming.off('data', take).off('end', end).off('error', broken).off('close', broken)
      act()
    }
    const take = (piece: Buffer<ArrayBuffer>): void => {
      if (length + piece.length > most) {
        incoming.pause()
        settle(() => reject(tooLarge(most)))
        return
      }
      if (whole === undefined) pieces.push(piece)
      else whole.set(piece, length)
      length += piece.length
    }
    const looking = setInterval(() => {
      if (performance.now() - began < REST + (1000 * length) / SLOWEST) return
      incoming.pause()
      settle(() => reject(tooSlow()))
    }, 1000)
    const end = (): void => settle(resolve)
    const broken = (cause?: unknown): void =>
      settle(() => reject(new UnseenError('serve.request', 'The body broke off.', { cause })))
    incoming.on('data', take).on('end', end).on('error', broken).on('close', broken)
  })
  if (whole !== undefined) return whole
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
}

function tooSlow(): UnseenError {
  return new UnseenError('serve.request', 'The body came too slowly.', {
    where: { bytesPerSecond: SLOWEST },
    remedy: 'Send it again, in smaller parts where the connection is slow.'
  })
}

function tooLarge(most: number): UnseenError {
  return new UnseenError('serve.size', `A body may have ${count(most)} bytes.`, {
    remedy: 'Send fewer rows at a time, or as npy, which is smaller than JSON.'
  })
}
