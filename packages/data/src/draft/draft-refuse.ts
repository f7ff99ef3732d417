/** How a draft is refused: where it stands, what was expected, and that the doctor knows more. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Place } from './draft.js'

export function refuseDraft(
  place: Place | undefined,
  message: string,
  where: Readonly<Record<string, string | number>> = {}
): never {
  const start =
    place === undefined
      ? ''
      : place.array === undefined
        ? `${place.file}: `
        : `${place.file}, ${place.array}: `
  throw new UnseenError('dataset.content', start + message, {
    where: {
      ...(place !== undefined && {
        file: place.file,
        ...defined({ array: place.array })
      }),
      ...where
    },
    remedy: 'Run `unseen data doctor`.'
  })
}
