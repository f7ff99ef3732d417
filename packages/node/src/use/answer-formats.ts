/**
 * Answers as files: CSV, JSON lines and Parquet, a piece at a time.
 *
 *   CSV, Parquet   row, name (where rows have names), class, score, class_2, score_2 ...;
 *                  where the model was rehearsed: probability, probability_2 ..., unlike, verdict;
 *                  where "none of these" may be said: margin, and an empty class where it is said;
 *                  refined: transductive, always true;
 *                  explained: bias, and a column "from SEEN" for each seen class; they sum to the score
 *   JSON lines {"row", "name", "seen", "none", "margin", "transductive", "ranked": [{"class", "score",
 *   "probability"}], "verdict": {"kind", "classes", "probabilities", "words", "rough"}, "unlike", "bias", "contributions": [{"class", "contribution"}]}
 */
import { type Explanation, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Answer } from './recognise-rows.js'

export interface AnswerFormatOptions {
  readonly seen: readonly string[]
  /** classes for each row */
  readonly top: number
  readonly explain: boolean
  /** may the answer be "none of these"? */
  readonly margins: boolean
  /** CSV for a spreadsheet: no cell is a formula, no character moves a cursor. Default false. */
  readonly safeCsv?: boolean
}

/** A file format for answers. */
export interface AnswerFormat {
  /** As `--format` takes it. */
  readonly name: 'csv' | 'jsonl' | 'parquet'
  /** Endings of file names, without the dot. */
  readonly extensions: readonly string[]
  /** The file, a piece at a time. */
  encode(
    pieces: AsyncIterable<readonly Answer[]>,
    options: AnswerFormatOptions
  ): AsyncGenerator<Uint8Array, void, void>
}

/** Every format that answers can be written in. */
export const answerFormats: readonly AnswerFormat[] = [
  { name: 'csv', extensions: ['csv'], encode: (pieces, options) => encoded(csvLines(pieces, options)) },
  {
    name: 'jsonl',
    extensions: ['jsonl', 'ndjson'],
    encode: (pieces, options) => encoded(jsonLines(pieces, options))
  },
  { name: 'parquet', extensions: ['parquet'], encode: parquetBytes }
]

/** By its name, or by the ending of the file; CSV where neither says. */
export function answerFormat(name: string | undefined, file: string | undefined): AnswerFormat {
  const ending = file === undefined ? undefined : /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase()
  const found =
    name === undefined
      ? (answerFormats.find(({ extensions }) => ending !== undefined && extensions.includes(ending)) ??
        answerFormats[0])
      : answerFormats.find(format => format.name === name)
  if (found === undefined)
    throw new UnseenError('options.value', `There is no format ${JSON.stringify(name)} for answers.`, {
      where: { option: 'format' },
      remedy: `There are: table, ${answerFormats.map(format => format.name).join(', ')}.`
    })
  return found
}

/** One answer as JSON lines and `--json` have it. */
export function answerJson(
  { row, name, seen: isSeen, none, margin, unlike, verdict, transductive, ranked, explanation }: Answer,
  seen: readonly string[]
): object {
  return {
    row,
    ...defined({ name, seen: isSeen, none, margin, transductive: transductive === true ? true : undefined }),
    ranked,
    verdict,
    ...defined({
      unlike,
      // Gaussian weights alone have a constant: answers of others stay as they were.
      constant: explanation?.constant === 0 ? undefined : explanation?.constant,
      bias: explanation?.bias,
      contributions:
        explanation === undefined
          ? undefined
          : inOrder(explanation, seen).map((contribution, at) => ({ class: seen[at], contribution }))
    })
  }
}

/** Contributions in the order of the seen classes, in which they sum to the score to the last bit. */
function inOrder({ contributions }: Explanation, seen: readonly string[]): number[] {
  const values = new Array<number>(seen.length).fill(0)
  for (const { position, contribution } of contributions) values[position] = contribution
  return values
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  for await (const text of lines) yield encoder.encode(text)
}

async function* jsonLines(
  pieces: AsyncIterable<readonly Answer[]>,
  { seen }: AnswerFormatOptions
): AsyncGenerator<string, void, void> {
  for await (const answers of pieces)
    yield answers.map(answer => `${JSON.stringify(answerJson(answer, seen))}\n`).join('')
}

async function* csvLines(
  pieces: AsyncIterable<readonly Answer[]>,
  options: AnswerFormatOptions
): AsyncGenerator<string, void, void> {
  const cellOf = options.safeCsv === true ? safeCell : csvCell
  let columns: readonly Column[] | undefined
  for await (const answers of pieces) {
    const head = columns === undefined
    columns ??= columnsOf(answers, options)
    const own = columns
    const lines = answers.map(answer => own.map(({ value }) => cellOf(value(answer))).join(','))
    yield [...(head ? [own.map(({ name }) => cellOf(name)).join(',')] : []), ...lines]
      .map(line => `${line}\n`)
      .join('')
  }
}

async function* parquetBytes(
  pieces: AsyncIterable<readonly Answer[]>,
  options: AnswerFormatOptions
): AsyncGenerator<Uint8Array, void, void> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  // Answers are small beside the rows they are of; the library keeps them, packed, until the end.
  const writer = new ByteWriter()
  let columns: readonly Column[] | undefined
  let file: InstanceType<typeof ParquetWriter> | undefined
  for await (const answers of pieces) {
    columns ??= columnsOf(answers, options)
    file ??= new ParquetWriter({
      writer,
      statistics: false,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, kind }) => ({ name, repetition_type: 'REQUIRED' as const, ...types[kind] }))
      ]
    })
    await file.write({
      columnData: columns.map(({ name, value }) => ({ name, data: answers.map(answer => value(answer)) }))
    })
  }
  if (file === undefined) throw new UnseenError('features.empty', 'There are no rows to recognise.')
  await file.finish()
  yield writer.getBytes()
}

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  whole: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  truth: { type: 'BOOLEAN' }
} as const

interface Column {
  readonly name: string
  readonly kind: keyof typeof types
  value(answer: Answer): string | number | boolean
}

function columnsOf(
  answers: readonly Answer[],
  { seen, top, explain, margins }: AnswerFormatOptions
): Column[] {
  const width = Math.min(top, answers.at(0)?.ranked.length ?? top)
  const names = new Set<string>()
  const unique = (name: string): string => {
    let free = name
    for (let number = 2; names.has(free); number++) free = `${name} (${number})`
    names.add(free)
    return free
  }
  const rehearsed = answers.at(0)?.ranked.at(0)?.probability !== undefined
  const columns: Column[] = [
    { name: 'row', kind: 'whole', value: ({ row }) => row },
    ...(answers.at(0)?.name === undefined
      ? []
      : [{ name: 'name', kind: 'text' as const, value: ({ name }: Answer) => name ?? '' }]),
    ...Array.from({ length: width }, (_, rank): Column[] => [
      {
        name: rank === 0 ? 'class' : `class_${rank + 1}`,
        kind: 'text',
        value: ({ ranked, none }) => (none === true && rank === 0 ? '' : ranked[rank].class)
      },
      {
        name: rank === 0 ? 'score' : `score_${rank + 1}`,
        kind: 'number',
        value: ({ ranked }) => ranked[rank].score
      },
      ...(rehearsed
        ? [
            {
              name: rank === 0 ? 'probability' : `probability_${rank + 1}`,
              kind: 'number' as const,
              value: ({ ranked }: Answer) => ranked[rank].probability ?? 0
            }
          ]
        : [])
    ]).flat(),
    ...(answers.at(0)?.unlike === undefined
      ? []
      : [{ name: 'unlike', kind: 'number' as const, value: ({ unlike }: Answer) => unlike ?? 0 }]),
    ...(rehearsed
      ? [{ name: 'verdict', kind: 'text' as const, value: ({ verdict }: Answer) => verdict.words }]
      : []),
    ...(margins
      ? [{ name: 'margin', kind: 'number' as const, value: ({ margin }: Answer) => margin ?? 0 }]
      : []),
    ...(answers.at(0)?.transductive === true
      ? [{ name: 'transductive', kind: 'truth' as const, value: () => true }]
      : []),
    ...(explain
      ? [
          ...(answers.some(({ explanation }) => (explanation?.constant ?? 0) !== 0)
            ? [
                {
                  name: 'constant',
                  kind: 'number' as const,
                  value: ({ explanation }: Answer) => explanation?.constant ?? 0
                }
              ]
            : []),
          {
            name: 'bias',
            kind: 'number' as const,
            value: ({ explanation }: Answer) => explanation?.bias ?? 0
          },
          ...seen.map((name, s): Column => ({
            name: `from ${name}`,
            kind: 'number',
            value: ({ explanation }) =>
              explanation?.contributions.find(({ position }) => position === s)?.contribution ?? 0
          }))
        ]
      : [])
  ]
  return columns.map(column => ({ ...column, name: unique(column.name) }))
}

/** RFC 4180: quotes where a cell needs them. */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  return /[",\r\n]|^\s|\s$|^$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/**
 * A cell for a spreadsheet: a text that would be taken for a formula stands behind an apostrophe, and control
 * characters are shown by their pictures. Numbers stay numbers.
 */
export function safeCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return csvCell(value)
  const visible = value.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, picture)
  return csvCell(/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(visible) ? `'${visible}` : visible)
}

/** U+001B as U+241B, which looks like "ESC"; those without a picture as U+FFFD. */
function picture(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd'
}
