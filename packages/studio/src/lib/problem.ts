import { defined } from '@unseen/core/internal'
/**
 * What went wrong, as every page shows it: what, where, what to do. From any error, also one that crossed a
 * worker.
 */
export interface Problem {
  readonly what: string
  readonly where?: Readonly<Record<string, string | number>>
  readonly remedy?: string
  /** of an UnseenError; absent for defects */
  readonly code?: string
}

interface ErrorLike {
  readonly message?: unknown
  readonly code?: unknown
  readonly where?: unknown
  readonly remedy?: unknown
}

export function problemOf(error: unknown): Problem {
  const { message, code, where, remedy } = (
    typeof error === 'object' && error !== null ? error : { message: String(error) }
  ) as ErrorLike
  const said = typeof message === 'string' && message !== '' ? message : 'Something went wrong.'
  // An UnseenError ends with its remedy, which is shown in a place of its own.
  const what =
    typeof remedy === 'string' && said.endsWith(remedy) ? said.slice(0, -remedy.length).trimEnd() : said
  return {
    what,
    ...defined({
      where:
        typeof where === 'object' && where !== null && Object.keys(where).length > 0
          ? (where as Record<string, string | number>)
          : undefined,
      remedy: typeof remedy === 'string' ? remedy : undefined,
      code: typeof code === 'string' ? code : undefined
    })
  }
}

export function isCancelled(error: unknown): boolean {
  return problemOf(error).code === 'cancelled'
}
