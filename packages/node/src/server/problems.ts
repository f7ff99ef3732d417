/** Refusals as HTTP tells them (RFC 9457): a status, and the error's code, place and remedy. */
import type { Problem } from '@unseen/client/internal'
import { type ErrorCode, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { errorCodes } from '../errors.js'

export const PROBLEM_TYPE = 'application/problem+json'

/** By code; one of a program that has added its own is not among them. */
const titles: Readonly<Partial<Record<string, string>>> = errorCodes
/** Everything else that a user can do wrong is 422: understood, and not possible. */
const statuses: Readonly<Partial<Record<ErrorCode, Problem['status']>>> = {
  'serve.request': 400,
  'options.value': 400,
  'options.combination': 400,
  'options.unknown': 400,
  'serve.token': 401,
  'serve.scope': 403,
  'serve.origin': 403,
  'serve.unknown': 404,
  'classes.unknown': 404,
  'signatures.duplicate': 409,
  'classes.seen': 409,
  'serve.full': 409,
  'serve.log': 409,
  'serve.version': 412,
  'serve.size': 413,
  'memory.limit': 413,
  'format.size': 413,
  'serve.media': 415,
  'serve.rate': 429,
  'serve.busy': 503,
  'executor.lost': 503,
  'path.write': 503,
  'network.unreachable': 503,
  'network.broken': 503,
  cancelled: 503
}

/** An error in a form that passes from thread to thread. */
export interface PlainError {
  readonly code: ErrorCode
  readonly message: string
  readonly where: Readonly<Record<string, string | number>>
  readonly remedy?: string
}

export function plainError({ code, message, where, remedy }: UnseenError): PlainError {
  return remedy === undefined
    ? { code, message, where }
    : {
        code,
        message: message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message,
        where,
        remedy
      }
}

export function fromPlain({ code, message, where, remedy }: PlainError): UnseenError {
  return new UnseenError(code, message, { where, ...defined({ remedy }) })
}

export function statusOf(error: unknown): number {
  return error instanceof UnseenError ? (statuses[error.code] ?? 422) : 500
}

/** What is no error of the user's says nothing but the number under which the log has it. */
export function problemOf(error: unknown, request: string): Problem {
  const status = statusOf(error)
  if (!(error instanceof UnseenError))
    return {
      type: 'about:blank',
      title: 'A defect of the server',
      status,
      detail: 'The server could not answer; its log says why.',
      code: 'defect',
      where: {},
      request
    }
  const { code, message, where, remedy } = plainError(error)
  return {
    type: `urn:unseen:problem:${code}`,
    title: titles[code] ?? 'A problem',
    status,
    detail: message,
    code,
    where,
    ...defined({ remedy }),
    request
  }
}
