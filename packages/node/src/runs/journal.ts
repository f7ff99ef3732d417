/**
 * An append-only journal: one JSON value a line, each with a checksum before it, on the disk before
 * `append` returns. A process that is killed leaves at most one torn line at the end, which the next
 * one drops; any other damage is refused, since results that were lost unnoticed would change what a
 * search finds.
 */
import { UnseenError } from '@unseen/core'
import { cannotWrite } from '../files/system-error.js'
import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'

export interface Journal<Entry> {
  /** what was there when it was opened */
  readonly entries: readonly Entry[]
  /** bytes of a torn last line that were dropped */
  readonly dropped: number
  append(entry: Entry): Promise<void>
  close(): Promise<void>
}

const DIGITS = 16

export async function openJournal<Entry>(path: string): Promise<Journal<Entry>> {
  const file = await open(path, 'a+')
  const text = await file.readFile('utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  let entries: Entry[]
  try {
    entries = whole
      .split('\n')
      .slice(0, -1)
      .map((line, at) => readLine(path, line, at) as Entry)
  } catch (error) {
    await file.close()
    throw error
  }
  let length = Buffer.byteLength(whole)
  const dropped = Buffer.byteLength(text) - length
  if (dropped > 0) await file.truncate(length)
  // Entries follow each other, so that lines never mix.
  let last = Promise.resolve()
  const write = async (line: string): Promise<void> => {
    try {
      await file.appendFile(line)
      await file.datasync()
      length += Buffer.byteLength(line)
    } catch (cause) {
      await file.truncate(length).catch(() => undefined)
      throw cannotWrite(path, cause, 'What it holds is whole: make room and go on with --resume.')
    }
  }
  return {
    entries,
    dropped,
    append(entry) {
      const written = last.then(() => write(toLine(entry)))
      last = written.catch(() => undefined)
      return written
    },
    async close() {
      await last
      await file.close()
    }
  }
}

/**
 * What a journal holds, for those who only read: another process may be writing it. None where there is no
 * file.
 */
export async function readJournalEntries<Entry>(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, at) => readLine(path, line, at) as Entry)
}

function toLine(entry: unknown): string {
  const text = JSON.stringify(entry)
  return `${digest(text)} ${text}\n`
}

function readLine(path: string, line: string, at: number): unknown {
  const text = line.slice(DIGITS + 1)
  if (line[DIGITS] === ' ' && line.slice(0, DIGITS) === digest(text)) return JSON.parse(text)
  throw new UnseenError(
    'run.journal',
    `Line ${at + 1} of ${path} has been changed: its checksum does not fit.`,
    { where: { file: path, line: at + 1 }, remedy: 'Bring back the file from a copy, or start a new run.' }
  )
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS)
}
