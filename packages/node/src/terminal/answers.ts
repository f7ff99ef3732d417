/**
 * Answers on standard output: a table of the first rows, CSV, JSON lines, or one JSON document, as they come.
 */
import { type Model, UnseenError } from '@unseen/core'
import { answerFormat, answerJson } from '../use/answer-formats.js'
import type { RecogniseSummary, Recognition } from '../use/recognise-file.js'
import type { Answer } from '../use/recognise-rows.js'
import type { Terminal } from './terminal.js'
import { safe, table } from './text.js'

export interface PrintAnswersOptions {
  readonly form: 'table' | 'csv' | 'jsonl' | 'json' | 'parquet'
  readonly model: Model
  readonly top: number
  readonly explain: boolean
  readonly margins: boolean
  readonly safeCsv?: boolean
  /** rows of the table */
  readonly shown: number
  /** takes the progress away before something is printed */
  readonly clear: () => void
}

/** Contributions named for each row of a table. */
const NAMED = 3

export async function printAnswers(
  { pieces, summary }: Recognition,
  options: PrintAnswersOptions,
  terminal: Terminal
): Promise<RecogniseSummary> {
  const { form, model, shown, clear } = options
  if (form === 'table') {
    const first: Answer[] = []
    for await (const answers of pieces)
      if (first.length < shown) first.push(...answers.slice(0, shown - first.length))
    clear()
    if (first.length === 0) throw new UnseenError('features.empty', 'There are no rows to recognise.')
    for (const line of answerTable(first)) terminal.print(line)
    if (first[0].transductive === true) terminal.print('transductive: each answer depends on the other rows')
    if (first[0].verdict.rough && first[0].verdict.kind !== 'untested')
      terminal.note(
        `Probabilities are rough: they were tested on ${model.seen.length} seen classes, and hold from about 20 on.`
      )
    const more = summary().rows - first.length
    if (more > 0) terminal.note(`... and ${more} more; -o FILE keeps them all.`)
    return summary()
  }
  if (form === 'json') await printJson(pieces, model, summary, terminal)
  else {
    const decoder = new TextDecoder()
    for await (const bytes of answerFormat(form, undefined).encode(pieces, {
      ...options,
      seen: model.seen
    })) {
      clear()
      terminal.print(decoder.decode(bytes).replace(/\n$/, ''))
      await terminal.drained?.()
    }
  }
  return summary()
}

/** One document, written as the answers come. */
async function printJson(
  pieces: AsyncIterable<readonly Answer[]>,
  { seen }: Model,
  summary: () => RecogniseSummary,
  { print, drained }: Terminal
): Promise<void> {
  let open = '{\n"answers": ['
  for await (const answers of pieces) {
    for (const answer of answers) {
      print(`${open}${JSON.stringify(answerJson(answer, seen))}`)
      open = ','
    }
    await drained?.()
  }
  const ends = Object.entries(summary()).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`
  )
  print(`${open.startsWith('{') ? open : ''}],\n${ends.join(',\n')}\n}`)
}

function answerTable(answers: readonly Answer[]): string[] {
  const named = answers.some(({ name }) => name !== undefined)
  const [mixed, rehearsed, margins, explained] = [
    answers.some(({ seen }) => seen !== undefined),
    answers.some(({ verdict }) => verdict.kind !== 'untested'),
    answers.some(({ margin }) => margin !== undefined),
    answers[0].explanation !== undefined
  ]
  const ranks = Math.max(...answers.map(({ ranked }) => ranked.length))
  const head = [
    named ? 'name' : 'row',
    'class',
    ...(mixed ? ['kind'] : []),
    'score',
    ...(margins ? ['margin'] : []),
    ...Array.from({ length: ranks - 1 }, (_, rank) => [`${rank + 2}.`, 'score']).flat(),
    ...(rehearsed ? ['what it is'] : []),
    ...(explained ? ['because of'] : [])
  ]
  const lines = answers.map(
    ({ row, name, ranked: [best, ...others], none, margin, seen, verdict, explanation }) => [
      safe(name ?? String(row)),
      none === true ? `none of these (${safe(best.class)}?)` : safe(best.class),
      ...(mixed ? [seen === true ? 'seen' : 'unseen'] : []),
      best.score.toFixed(3),
      ...(margins ? [(margin ?? 0).toFixed(3)] : []),
      ...Array.from({ length: ranks - 1 }, (_, rank) =>
        rank < others.length ? [safe(others[rank].class), others[rank].score.toFixed(3)] : ['', '']
      ).flat(),
      ...(rehearsed ? [safe(verdict.words)] : []),
      ...(explanation === undefined ? [] : [because(explanation)])
    ]
  )
  return table(
    [head, ...lines],
    head.flatMap((title, at) => (title === 'score' || title === 'margin' ? [at] : []))
  )
}

/** The largest contributions by name, the rest as one number: together they are the score. */
function because({ contributions, constant, bias, score }: NonNullable<Answer['explanation']>): string {
  const first = contributions.slice(0, NAMED).filter(({ contribution }) => contribution !== 0)
  const rest = score - constant - bias - first.reduce((sum, { contribution }) => sum + contribution, 0)
  const parts = [
    ...first.map(({ class: name, contribution }) => ({ name: safe(name), value: contribution })),
    { name: 'others', value: rest },
    { name: 'constant', value: constant },
    { name: 'bias', value: bias }
  ]
  return parts
    .filter(({ value }) => Math.abs(value) >= 5e-4)
    .map(({ name, value }) => `${name} ${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`)
    .join(', ')
}
