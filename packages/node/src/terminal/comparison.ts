/**
 * A comparison as lines: one ranked table for each protocol, its groups apart, and what it comes to in words.
 */
import type { ComparedMethod, Comparison, Measure, ProtocolComparison } from '@unseen/core/compare'
import { publishedMethod, publishedNote } from '../experiments/published-methods.js'
import { table } from './text.js'

const groups = [
  ['paper', "The paper's"],
  ['ours', 'Ours'],
  ['other', 'Others']
] as const

export function comparisonLines(comparison: Comparison, dataset: string): string[] {
  return comparison.protocols.flatMap((protocol, at) => [
    ...(at === 0 ? [] : ['']),
    ...protocolLines(protocol, comparison, dataset)
  ])
}

function protocolLines(
  protocol: ProtocolComparison,
  { classes, rows, trials, keptBy }: Comparison,
  dataset: string
): string[] {
  const { methods, failed } = protocol
  const zsl = protocol.protocol === 'zsl'
  const title = zsl
    ? `Zero-shot: ${rows.test} rows of ${classes.unseen} unseen classes, among these; chance ${percent(1 / classes.unseen)}`
    : `Generalised: ${rows.test} rows of ${classes.unseen} unseen and ${rows.testSeen} of ${classes.seen} seen classes (${keptBy === 'seed' ? 'a fifth of each, by seed' : "the split's own"}), among all ${classes.seen + classes.unseen}`
  const known = methods.some(({ method }) => publishedMethod(dataset, method) !== undefined)
  const show: Shown = { dataset, published: known, deviation: trials > 1 }
  const first = ['', zsl ? 'per class' : 'H', '95 %', ...(show.deviation ? ['±'] : [])]
  const head = [
    ...first,
    ...(zsl ? ['per image'] : ['seen', 'unseen', 'no bias', 'AUSUC']),
    'to best',
    'p',
    ...(known ? ['published'] : []),
    ''
  ]
  const body = groups.flatMap(([kind, name]) => {
    const own = methods.filter(method => method.kind === kind)
    return own.length === 0
      ? []
      : [
          [name, ...head.slice(1).map(() => '')],
          ...own.map(method => methodCells(method, methods.indexOf(method) + 1, show))
        ]
  })
  return [
    title,
    `per cent, ${trials === 1 ? 'one trial' : `mean of ${trials} trials${zsl ? '' : ', H of the means'}`}; ranked by ${zsl ? 'accuracy per class' : 'H, the harmonic mean of seen and unseen accuracy per class'}`,
    '',
    ...(methods.length === 0 ? [] : table([head, ...body], head.map((_, at) => at).slice(1, -1))),
    ...failed.map(({ title: name, message }) => `  ${name} could not be run: ${message}`),
    '',
    ...verdict(protocol),
    ...(methods.some(({ trials: own }) => own.some(({ onEdge }) => onEdge.length > 0))
      ? ['! a parameter chosen lies on the edge of its grid in some trial: a better one may lie outside']
      : []),
    ...(methods.some(({ transductive }) => transductive)
      ? ['transductive: answers depend on which other rows are asked about; not to be held against the rest']
      : []),
    ...(known ? [publishedNote(protocol.protocol)] : [])
  ]
}

/** What is shown beside the accuracies. */
interface Shown {
  readonly dataset: string
  readonly published: boolean
  readonly deviation: boolean
}

function methodCells(
  compared: ComparedMethod,
  rank: number,
  { dataset, published: known, deviation }: Shown
): string[] {
  const { title, zsl, gzsl, toBest, transductive, trials, method } = compared
  const marks = [
    ...(trials.some(({ onEdge }) => onEdge.length > 0) ? ['!'] : []),
    ...(transductive ? ['transductive'] : [])
  ].join(' ')
  const name = `${String(rank).padStart(3)} ${title}`
  const paired = rank === 1 ? ['best', ''] : [points(toBest.difference.value), pValue(toBest.p)]
  const published = publishedMethod(dataset, method)
  const beside = (text: string | undefined): string[] => (known ? [text ?? ''] : [])
  const measured = (measure: Measure): string[] => [
    number(measure.value),
    `${number(measure.low)} to ${number(measure.high)}`,
    ...(deviation ? [number(measure.deviation)] : [])
  ]
  if (zsl !== undefined)
    return [
      name,
      ...measured(zsl.perClass),
      number(zsl.perImage.value),
      ...paired,
      ...beside(published && `${published.standard.toFixed(1)} / ${published.proposed.toFixed(1)}`),
      marks
    ]
  if (gzsl === undefined) return []
  return [
    name,
    ...measured(gzsl.harmonic),
    number(gzsl.seen.value),
    number(gzsl.unseen.value),
    number(gzsl.raw.harmonic.value),
    gzsl.area.value.toFixed(3),
    ...paired,
    ...beside(published?.harmonic.toFixed(1)),
    marks
  ]
}

/**
 * A method by name, and that it is transductive where it is: wherever methods are named, nobody takes it for
 * one of the rest.
 */
export function methodName({ title, transductive }: Pick<ComparedMethod, 'title' | 'transductive'>): string {
  return `${title}${transductive ? ' (transductive)' : ''}`
}

/** Which method is best, and whether the paper's is beaten, said plainly. */
export function verdict({ methods, protocol }: ProtocolComparison): string[] {
  const best = methods.at(0)
  if (best === undefined) return ['No method is done with all its trials.']
  const value = (method: ComparedMethod): string =>
    number((method.zsl?.perClass ?? method.gzsl?.harmonic)?.value ?? 0)
  const alike = methods.slice(1).filter(({ toBest }) => toBest.difference.high >= 0)
  const inductive = methods.find(({ transductive }) => !transductive)
  const paper = methods.find(({ kind }) => kind === 'paper')
  const what = protocol === 'zsl' ? 'per class' : 'H'
  return [
    `Best: ${best.title}, ${value(best)} ${what}${best.transductive ? ' (transductive)' : ''}.${alike.length === 0 ? ' No other comes near enough to be taken for it.' : ` Not to be told from it on these rows: ${alike.map(methodName).join('; ')}.`}`,
    ...(best.transductive && inductive !== undefined
      ? [`Best that answers row by row: ${inductive.title}, ${value(inductive)}.`]
      : []),
    ...(paper === undefined ? [] : [paperVerdict(paper, methods, value(paper))])
  ]
}

function paperVerdict(paper: ComparedMethod, methods: readonly ComparedMethod[], value: string): string {
  const others = methods.filter(({ kind }) => kind !== 'paper')
  const better = others.filter(({ toPaper }) => toPaper !== undefined && toPaper.difference.low > 0)
  const ahead = others.filter(
    other => methods.indexOf(other) < methods.indexOf(paper) && !better.includes(other)
  )
  const list = (some: readonly ComparedMethod[]): string =>
    some.map(method => `${methodName(method)} (${points(method.toPaper?.difference.value ?? 0)})`).join('; ')
  if (better.length === 0 && ahead.length === 0) return `The paper's SSE, ${value}, is beaten by none.`
  return `The paper's SSE, ${value}, is ${better.length === 0 ? 'beaten by none beyond doubt' : `beaten by ${list(better)}`}${ahead.length === 0 ? '' : `. Ahead of it, but not beyond doubt: ${list(ahead)}`}.`
}

/** What was chosen in each trial, for those who want to know. */
export function chosenLines({ protocols }: Comparison): string[] {
  return protocols.flatMap(({ protocol, methods }) => {
    const rows = methods
      .filter(({ points: tried }) => tried > 1)
      .map(method => [
        methodName(method),
        method.trials
          .map(({ parameters, onEdge }) =>
            Object.entries(parameters)
              .map(([name, value]) => `${name} ${value}${onEdge.includes(name) ? '!' : ''}`)
              .join(' ')
          )
          .join(' | ')
      ])
    return rows.length === 0
      ? []
      : ['', ...table([[`Chosen on held-out classes, ${protocol}`, 'by trial'], ...rows])]
  })
}

function number(value: number): string {
  return (100 * value).toFixed(1)
}

function percent(value: number): string {
  return `${number(value)} %`
}

function points(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${number(Math.abs(value))}`
}

function pValue(p: number): string {
  return p < 0.01 ? '<0.01' : p.toFixed(2)
}
