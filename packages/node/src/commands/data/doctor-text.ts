/** The doctor's report as people read it. */
import { count } from '@unseen/core'
import type { Finding, DoctorReport, Severity } from '@unseen/data'
import type { FoundParts } from '@unseen/data/internal'
import type { Terminal } from '../../terminal/terminal.js'
import { safe, table, wrap } from '../../terminal/text.js'

type Paper = Pick<Terminal, 'width' | 'colour'>

/** Bold red, yellow, cyan; what to do is set apart by the arrow alone. */
const colours: Readonly<Record<Severity, string>> = { error: '1;31', warning: '33', note: '36' }

export function reportLines({ name, layout, found, findings }: DoctorReport, paper: Paper): string[] {
  const lines = [safe(`${name} (${layout})`), '', ...foundLines(found, paper), summary(findings)]
  for (const finding of findings) lines.push('', ...findingLines(finding, paper))
  if (findings.some(({ row, column }) => row !== undefined || column !== undefined))
    lines.push('', 'Rows and columns count from 0.')
  return lines
}

const TITLE = 12

function foundLines(found: FoundParts, { width }: Paper): string[] {
  const { rows, columns, zeros, classes, classesWithRows, labelsFrom, tables, splits, remarks } = found
  const lines: string[] = []
  const add = (title: string, texts: readonly string[]): void =>
    texts
      .flatMap(text => wrap(safe(text), width - TITLE - 2))
      .forEach((text, k) => void lines.push(`  ${(k === 0 ? title : '').padEnd(TITLE)}${text}`))
  if (rows !== undefined)
    add('rows', [
      `${count(rows)}${columns === undefined ? '' : ` x ${count(columns)} features, ${Math.round(100 * (zeros ?? 0))} % zeros`}`
    ])
  const labelled =
    classesWithRows === undefined
      ? ''
      : classesWithRows === classes
        ? ', all with rows'
        : `, ${count(classesWithRows)} with rows`
  if (classes > 0)
    add('classes', [
      `${count(classes)}${labelled}${labelsFrom === undefined ? '' : `; labels count from ${labelsFrom}`}`
    ])
  if (tables.length > 0)
    add(
      'signatures',
      table(tables.map(each => [each.name, `${count(each.classes)} x ${count(each.attributes)}`, each.file]))
    )
  if (splits.length > 0)
    add(
      'splits',
      splits.map(split => `${split.name}: ${splitText(split)}`)
    )
  add('remarks', remarks)
  return lines.length === 0 ? [] : [...lines, '']
}

function splitText({ seen, unseen, train, test, validation, known }: FoundParts['splits'][number]): string {
  const numbers = [
    [seen, 'seen'],
    [unseen, 'unseen'],
    [train, 'rows to train on'],
    [test, 'to test'],
    [validation, 'to validate']
  ] as const
  return [
    numbers
      .flatMap(([number, what]) => (number === undefined ? [] : [`${count(number)} ${what}`]))
      .join(', '),
    ...(known === undefined ? [] : [known])
  ].join('; ')
}

function summary(findings: readonly Finding[]): string {
  const kinds = (['error', 'warning', 'note'] as const).flatMap(severity => {
    const number = findings.filter(finding => finding.severity === severity).length
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`]
  })
  return kinds.length === 0
    ? 'Nothing to complain of.'
    : `${kinds.join(', ')}${findings[0].severity === 'note' ? ': nothing that is wrong.' : '.'}`
}

function findingLines(finding: Finding, { width, colour }: Paper): string[] {
  const { severity, check, message, remedy } = finding
  const head = colour ? `\u001b[${colours[severity]}m${severity}\u001b[0m` : severity
  const place = placeOf(finding)
  return [
    `${head}  ${check}`,
    ...(place === '' ? [] : wrap(safe(place), width - 2).map(line => `  ${line}`)),
    ...wrap(safe(message), width - 2).map(line => `  ${line}`),
    ...(remedy === undefined
      ? []
      : wrap(safe(remedy), width - 4).map((line, k) => `  ${k === 0 ? '→ ' : '  '}${line}`))
  ]
}

/** 'data.npz: features, row 20, column 3' */
function placeOf({ file, array, row, column }: Finding): string {
  const parts = [
    file === undefined ? '' : array === undefined ? file : `${file}: ${array}`,
    row === undefined ? '' : `row ${count(row)}`,
    column === undefined ? '' : `column ${count(column)}`
  ]
  return parts.filter(part => part !== '').join(', ')
}
