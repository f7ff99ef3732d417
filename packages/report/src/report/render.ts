/**
 * The report as one HTML file: no script, nothing fetched, read top to bottom without the paper. Its data
 * lies inside as JSON, for `readReport`.
 */
import type { DocumentLike } from '../base/canvas.js'
import {
  againSection,
  examplesSection,
  failuresSection,
  glossarySection,
  mixturesSection
} from './class-sections.js'
import { Html, html } from './html.js'
import { REPORT_BLOCK } from './read.js'
import { figuresSection, resultsSection, runSection } from './sections.js'
import { reportStyle } from './style.js'
import type { Report } from './types.js'

/** What a page is drawn with. */
export interface RenderOptions {
  /** the page's document, or a light one in Node */
  readonly document: DocumentLike
}

interface Section {
  readonly id: string
  readonly title: string
  readonly body: Html | undefined
}

/**
 * A report as one HTML page that opens anywhere: figures, tables and the data itself are inside.
 *
 * @param report plain data
 * @param options the document that figures are drawn with
 */
export function renderReport(report: Report, { document }: RenderOptions): string {
  const {
    title,
    summary = [],
    run,
    results = [],
    tables = [],
    figures = [],
    mixtures = [],
    examples,
    failures = [],
    again
  } = report
  const withExamples = examples !== undefined && examples.certain.length + examples.uncertain.length > 0
  const sections: Section[] = [
    {
      id: 'results',
      title: 'Results',
      body: results.length + tables.length > 0 ? resultsSection(results, tables) : undefined
    },
    {
      id: 'mixtures',
      title: 'The unseen classes as mixtures',
      body: mixtures.length > 0 ? mixturesSection(mixtures, report, document) : undefined
    },
    {
      id: 'figures',
      title: 'Figures',
      body: figures.length > 0 ? figuresSection(figures, report, document) : undefined
    },
    { id: 'examples', title: 'Examples', body: withExamples ? examplesSection(examples) : undefined },
    {
      id: 'failures',
      title: 'Failures worth knowing',
      body: failures.length > 0 ? failuresSection(failures) : undefined
    },
    { id: 'run', title: 'What was run', body: run === undefined ? undefined : runSection(run) },
    {
      id: 'again',
      title: 'How to run it again',
      body: again === undefined ? undefined : againSection(again)
    },
    { id: 'words', title: 'The words used', body: glossarySection() }
  ]
  const shown = sections.filter(({ body }) => body !== undefined)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="generator" content="Unseen">
<title>${title}</title>
<style>${new Html(reportStyle)}</style>
</head>
<body>
<header><h1>${title}</h1>
<p class="lead">Unseen recognises classes that have no training image. It learns from seen classes, images with labels and a description of each class; from then on a class is added by describing it.</p>
${summary.map(paragraph => html`<p>${paragraph}</p>`)}
<nav aria-label="Contents"><ul>${shown.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></header>
<main>
${shown.map(
  ({ id, title: name, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${body}</section>
`
)}</main>
<footer><p>The method: Zhang and Saligrama, “Zero-Shot Learning via Semantic Similarity Embedding”, ICCV 2015.</p></footer>
<script type="application/json" id="${REPORT_BLOCK}">${new Html(scriptJson(report))}</script>
</body>
</html>
`
  return page.text
}

/** JSON that cannot end the block it stands in, nor turn around the text of who looks at the source. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u061c\u2000-\u206f]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
