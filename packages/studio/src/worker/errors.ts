/**
 * Errors on their way from the worker: code, place and remedy of an UnseenError travel along, of which
 * comlink knows nothing.
 */
import { UnseenError } from '@unseen/core'
import { transferHandlers } from 'comlink'

interface Thrown {
  readonly value: unknown
}
/** In the worker, once. The page needs nothing: comlink puts the fields it gets onto the error it throws. */
export function keepErrorDetails(): void {
  const plain = transferHandlers.get('throw')
  if (plain === undefined) return
  transferHandlers.set('throw', {
    ...plain,
    serialize(thrown: Thrown) {
      const [serialised, transfers] = plain.serialize(thrown)
      const { value } = thrown
      if (!(value instanceof UnseenError)) return [serialised, transfers]
      const { code, where, remedy, message, name } = value
      return [{ isError: true, value: { message, name, code, where, remedy } }, transfers]
    }
  })
}
