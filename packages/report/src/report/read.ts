/** Reads the report's data back from its HTML file. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { REPORT_FORMAT, REPORT_VERSION, type Report } from './types.js'

/** The id of the block with the data. */
export const REPORT_BLOCK = 'unseen-report'

const lists = ['summary', 'results', 'tables', 'figures', 'mixtures', 'failures'] as const
const records = ['run', 'classes', 'examples', 'again'] as const

/**
 * The data of a report, read back from its HTML page.
 *
 * @param text of the page
 */
export function readReport(text: string): Report {
  // Names are escaped in the page, so only the block itself can look like this.
  const begin = `<script type="application/json" id="${REPORT_BLOCK}">`
  const from = text.indexOf(begin)
  const to = text.indexOf('</script>', from)
  if (from < 0 || to < 0) throw refuse('This file holds no report.', 'Give a file that `unseen report` made.')
  return checkReport(parse(text.slice(from + begin.length, to)))
}

/** Whether this is a report of a version that can be read; its sections are of the right kind. */
export function checkReport(value: unknown): Report {
  if (!isRecord(value) || value['format'] !== REPORT_FORMAT)
    throw refuse('This is no report.', `Its format must be "${REPORT_FORMAT}".`)
  const { version } = value
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw refuse('The report has no version.')
  if (version > REPORT_VERSION)
    throw refuse(
      `The report has version ${version}, this program reads up to ${REPORT_VERSION}.`,
      'Use a newer Unseen.'
    )
  if (typeof value['title'] !== 'string') throw refuse('The report has no title.')
  for (const name of lists)
    if (value[name] !== undefined && !Array.isArray(value[name]))
      throw refuse(`The report's ${name} is no list.`)
  for (const name of records)
    if (value[name] !== undefined && !isRecord(value[name]))
      throw refuse(`The report's ${name} is no record.`)
  return value as unknown as Report
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refuse('The data in the report is damaged.', undefined, cause)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(message: string, remedy?: string, cause?: unknown): UnseenError {
  return new UnseenError('report.unreadable', message, { ...defined({ remedy }), cause })
}
