/**
 * Answers as a table, for other people and other programs: class, photo (its number in the library, from 1, or the
 * fingerprint of a photo of one's own), its name, yes or no.
 */
import { UnseenError } from '@unseen/core'
import { type Answer, type StudioDocument, withAnswers } from '../document/document.js'

const HEADER = ['class', 'photo', 'name', 'answer']

export function toCsv({ classes }: Pick<StudioDocument, 'classes'>): string {
  const rows = classes.flatMap(({ name, answers = [] }) =>
    answers.map(({ photo, name: of, yes }) => [
      name,
      typeof photo === 'number' ? String(photo + 1) : photo,
      of,
      yes ? 'yes' : 'no'
    ])
  )
  return [HEADER, ...rows].map(row => `${row.map(quoted).join(',')}\r\n`).join('')
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The document with the answers of a table; classes that it does not have are named. */
export function fromCsv(
  document: StudioDocument,
  text: string
): { readonly document: StudioDocument; readonly taken: number; readonly unknown: readonly string[] } {
  const [header = [], ...rows] = cellsOf(text)
  const places = HEADER.map(name => header.findIndex(each => each.trim().toLowerCase() === name))
  if (places[0] < 0 || places[1] < 0 || places[3] < 0)
    throw new UnseenError('dataset.content', 'This is no table of answers.', {
      remedy: 'Its first line has to name the columns class, photo and answer.'
    })
  const said = new Map<string, Answer[]>()
  rows.forEach((row, at) => {
    const [name, photo, of, answer] = places.map(place => (row[place] ?? '').trim())
    if (!/^(?:yes|no)$/i.test(answer) || photo === '')
      throw new UnseenError('dataset.content', `Line ${at + 2} says neither yes nor no of a photo.`, {
        where: { line: at + 2 },
        remedy: 'Write yes or no under answer.'
      })
    const isNumber = /^\d+$/.test(photo)
    const known = isNumber ? Number(photo) - 1 : photo
    said.set(name, [
      ...(said.get(name) ?? []),
      { photo: known, name: of === '' ? `photo ${photo}` : of, yes: /^yes$/i.test(answer) }
    ])
  })
  const names = new Set(document.classes.map(({ name }) => name))
  return {
    document: {
      ...document,
      classes: document.classes.map(each => {
        const answers = said.get(each.name)
        return answers === undefined ? each : withAnswers(each, answers)
      })
    },
    taken: [...said].reduce((sum, [name, answers]) => sum + (names.has(name) ? answers.length : 0), 0),
    unknown: [...said.keys()].filter(name => !names.has(name))
  }
}

/** Cells by line, as spreadsheets write them. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const whole = text.replace(/^\uFEFF/, '')
  while (cells.lastIndex < whole.length) {
    const found = cells.exec(whole)
    if (found === null) break
    row.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'))
    if (found[3] === ',') continue
    if (row.some(cell => cell !== '')) rows.push(row)
    row = []
  }
  return rows
}
