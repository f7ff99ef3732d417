/** What was run, what came out, and the figures. */
import type { DocumentLike } from '../base/canvas.js'
import { toMarkup } from '../base/markup.js'
import { hundredths, number, percent } from '../base/text.js'
import { drawFigure, figureNamed } from '../figures/figures.js'
import { Html, type Insert, html, nameOf } from './html.js'
import type { Measured, Report, ReportFigure, ResultRow, ResultTable, RunRecord, WideTable } from './types.js'

export function runSection(run: RunRecord): Html {
  const {
    command,
    seed,
    at,
    seconds,
    versions = {},
    machine = {},
    data = [],
    settings = {},
    times = []
  } = run
  const list = (record: Readonly<Record<string, string | number | boolean>>): string =>
    Object.entries(record)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')
  const facts: [string, Insert][] = [
    ['Command', html`<code>${command}</code>`],
    ['Settings', list(settings)],
    ['Seed', seed === undefined ? '' : String(seed)],
    ...data.map(({ name, fingerprint, rows, source, licence }): [string, Insert] => [
      'Data',
      html`${nameOf(name)}${rows === undefined ? '' : `, ${number(rows)} rows`}${source === undefined ? '' : `, from ${source}`}${licence === undefined ? '' : `, licence ${licence}`}${fingerprint === undefined ? '' : html`<br>fingerprint <code>${fingerprint}</code>`}`
    ]),
    ['Versions', list(versions)],
    ['Machine', list(machine)],
    ...times.map(({ name, seconds: took, published }): [string, Insert] => [
      'Time',
      `${name}: ${number(took)} s${published === undefined ? '' : `; the paper: ${published}`}`
    ]),
    [
      'Finished',
      [at ?? '', seconds === undefined ? '' : `${at === undefined ? '' : ', '}after ${number(seconds)} s`]
    ]
  ]
  const shown = facts.filter(
    ([, value]) => value !== '' && !(Array.isArray(value) && value.every(part => part === ''))
  )
  return html`<p class="lead">Everything that decides the numbers below. The same command with the same seed on data with the same fingerprint gives the same results.</p>
<table class="facts"><tbody>${shown.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table>`
}

export function resultsSection(tables: readonly ResultTable[], wide: readonly WideTable[]): Html {
  return html`<p class="lead">What was measured here, beside what was published where there is such a figure. Published results mostly come from other image features, so the two stand side by side; they are not a race.</p>${wide.map(wideTable)}${tables.map(resultTable)}`
}

function wideTable({ title, about, measure, columns, groups }: WideTable): Html {
  const noted = groups.some(({ rows }) => rows.some(({ note }) => note !== undefined))
  const width = columns.length + (noted ? 2 : 1)
  const cell = (value: Measured | null): Html =>
    html`<td class="number">${value === null ? '' : spread(value)}</td>`
  const body = groups.map(
    group =>
      html`<tbody><tr><th scope="rowgroup" colspan="${width}">${group.title}</th></tr>${group.rows.map(
        ({ name, cells, note }) =>
          html`<tr><th scope="row">${nameOf(name)}</th>${cells.map(cell)}${noted ? html`<td>${note}</td>` : undefined}</tr>`
      )}</tbody>`
  )
  return html`<h3>${title}</h3>${about === undefined ? undefined : html`<p>${about}</p>`}
<div class="scroll"><table class="comparison"><caption>${measure}</caption><thead><tr><th scope="col">Method</th>${columns.map(column => html`<th scope="col" class="number">${nameOf(column)}</th>`)}${noted ? html`<th scope="col">Note</th>` : undefined}</tr></thead>${body}</table></div>`
}

/** Per cent with two digits where a deviation is known, as papers print them. */
function spread({ value, deviation }: Measured): string {
  return deviation === undefined
    ? hundredths(value, 2)
    : `${hundredths(value, 2)} ± ${hundredths(deviation, 2)}`
}

function resultTable({ title, about, measure, rows }: ResultTable): Html {
  const noted = rows.some(({ note }) => note !== undefined)
  const columns = noted ? 4 : 3
  const groups = [...new Set(rows.map(({ group }) => group))]
  const body = groups.map(
    group =>
      html`<tbody>${group === undefined ? undefined : html`<tr><th scope="rowgroup" colspan="${columns}">${nameOf(group)}</th></tr>`}${rows.filter(row => row.group === group).map(row => resultRow(row, noted))}</tbody>`
  )
  return html`<h3>${title}</h3>${about === undefined ? undefined : html`<p>${about}</p>`}
<div class="scroll"><table><caption>${measure}</caption><thead><tr><th scope="col">What</th><th scope="col" class="number">Ours</th><th scope="col" class="number">Published</th>${noted ? html`<th scope="col">Note</th>` : undefined}</tr></thead>${body}</table></div>`
}

function resultRow({ name, ours, published, note }: ResultRow, noted: boolean): Html {
  const theirs =
    published === undefined
      ? '–'
      : html`${percent(published.value, 1)}${published.highest === undefined ? '' : ` to ${percent(published.highest, 1)}`}<br><span class="note">${published.source}</span>`
  return html`<tr><th scope="row">${nameOf(name)}</th><td class="number">${ours === undefined ? 'not measured' : measured(ours)}</td><td class="number">${theirs}</td>${noted ? html`<td>${note}</td>` : undefined}</tr>`
}

function measured({ value, deviation, trials, low, high }: Measured): Html {
  const spread = deviation === undefined ? '' : ` ± ${percent(deviation, 1)}`
  const details = [
    ...(low === undefined || high === undefined ? [] : [`95 %: ${hundredths(low)} to ${hundredths(high)}`]),
    ...(trials === undefined ? [] : [`${trials} trials`])
  ].join(', ')
  return html`${percent(value, 1)}${spread}${details === '' ? undefined : html`<br><span class="note">${details}</span>`}`
}

export function figuresSection(
  figures: readonly ReportFigure[],
  { classes }: Report,
  document: DocumentLike
): Html {
  const owners = classes === undefined ? {} : { classes: [...classes.seen, ...classes.unseen] }
  return html`<p class="lead">Each figure says first what to look for.</p>${figures.map((figure, at) => {
    const { title, shows } = figureNamed(figure.name)
    // Maps colour classes, and so do mixtures; curves have names of their own.
    const options = {
      document,
      theme: 'auto' as const,
      ...(figure.name === 'map' || figure.name === 'mixture' ? owners : {})
    }
    const draw = (width: number): Html =>
      new Html(toMarkup(drawFigure(figure.name, figure.data, { ...options, width })))
    const heading = figure.title ?? figure.data.title ?? title
    return html`<h3>Figure ${at + 1}. ${heading}</h3><p>${figure.text ?? shows}</p><figure><div class="wide">${draw(720)}</div><div class="narrow">${draw(340)}</div>${figure.text === undefined ? undefined : html`<figcaption>${shows}</figcaption>`}</figure>`
  })}`
}
