/**
 * Structured logs, one JSON object a line. Names of classes and of everything else that strangers send are
 * escaped beyond what JSON asks for, so that a log can be shown in a terminal; tokens, headers and bodies
 * are never logged.
 */
import { pino, type DestinationStream, type Logger } from 'pino'

/** Control characters beyond ASCII's, line separators, and marks that turn the direction of text. */
const controls = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export function escapeControls(json: string): string {
  return json.replace(controls, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export function createLogger(level: LogLevel, write: (line: string) => void): Logger {
  const destination: DestinationStream = { write: line => write(escapeControls(line)) }
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) }
    },
    destination
  )
}
