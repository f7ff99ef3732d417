/** `unseen data info`: an entry of the catalogue in full, or a summary of a data set on this machine. */
import { UnseenError, count } from '@unseen/core'
import type { CatalogueEntry, Source } from '../../catalogue/entry.js'
import type { DatasetSummary } from '../../dataset/summary.js'
import { bytes, safe } from '../../terminal/text.js'
import { type AddCommand, examples } from '../command.js'
import { existsSync } from 'node:fs'

export const addInfo: AddCommand = (parent, { terminal }) => {
  parent
    .command('info')
    .argument('<name-or-path>', 'a name of the catalogue, or a data set on this machine')
    .description('all about a data set')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('unseen data info cub', 'unseen data info ./my-animals'))
    .action(async (what: string, { json }: { json?: true }) => {
      const { catalogue } = await import('../../catalogue/entries.js')
      const entry = catalogue.find(({ name }) => name === what.toLowerCase())
      const { samplePath } = await import('../../dataset/sample.js')
      if (entry === undefined && samplePath(what) === undefined && !existsSync(what)) {
        throw new UnseenError(
          'dataset.name',
          `${JSON.stringify(what)} is neither a path here nor in the catalogue, which has ${catalogue.map(({ name }) => name).join(', ')}.`,
          { where: { name: what } }
        )
      }
      if (entry !== undefined) {
        const { isHere } = await import('../../catalogue/find.js')
        const full = { ...entry, fetched: entry.sources.filter(isHere).map(({ id }) => id) }
        return print(
          json === true
            ? [JSON.stringify(full, null, 2)]
            : entryLines(entry, full.fetched, existsSync(entry.name))
        )
      }
      const { openDataset } = await import('../../dataset/open.js')
      const { summariseDataset } = await import('../../dataset/summary.js')
      const summary = summariseDataset(await openDataset(what))
      print(json === true ? [JSON.stringify(summary, null, 2)] : summaryLines(summary))
    })

  const print = (lines: readonly string[]): void => lines.forEach(line => terminal.print(line))
}

function entryLines(entry: CatalogueEntry, fetched: readonly string[], folder: boolean): string[] {
  return [
    `${entry.name}: ${entry.title}`,
    `  size      ${count(entry.classes)} classes, ${count(entry.images)} images`,
    `  gives     ${entry.gives}`,
    ...entry.sources.flatMap(source => sourceLines(source, fetched.includes(source.id))),
    `  licence   ${entry.licence}. ${entry.terms}`,
    ...entry.citation.map(line => `  cite      ${line}`),
    `  page      ${entry.homepage}`,
    ...(folder
      ? [`  here      ./${entry.name} (\`unseen data info ./${entry.name}\` looks inside)`]
      : [`  fetch     unseen data get ${entry.name}`]),
    ...entry.next.map(line => `  next      ${line.replace('FOLDER', `./${entry.name}`)}`)
  ]
}

function sourceLines(source: Source, here: boolean): string[] {
  const state = here ? ', on this machine' : ''
  if (source.kind === 'embedded') return ['  source    comes with the package']
  if (source.kind === 'npm')
    return [
      `  source    npm: ${source.package}, ${bytes(source.bytes)}${state}`,
      `  checksum  ${source.integrity}`
    ]
  return [
    `  source    official: ${source.url}, about ${bytes(source.bytes)}${state}`,
    `  checksum  ${source.checksum === undefined ? 'not known' : `${source.checksum.algorithm} ${source.checksum.hex}`}`
  ]
}

function summaryLines({
  name,
  rows,
  columns,
  classes,
  tables,
  splits,
  provenance
}: DatasetSummary): string[] {
  return [
    safe(name),
    `  rows      ${count(rows)}${columns === null ? ', without features' : ` x ${count(columns)} features`}`,
    `  classes   ${count(classes)}`,
    ...tables.map(
      table =>
        `  table     ${safe(table.name)}: ${count(table.attributes)} numbers a class${table.encoder === null ? '' : `, by ${safe(table.encoder)}`}`
    ),
    ...splits.map(
      split =>
        `  split     ${safe(split.name)}: ${count(split.seen)} seen, ${count(split.unseen)} unseen${split.train === null ? '' : `; ${count(split.train)} training rows`}${split.test === null ? '' : `, ${count(split.test)} test rows`}`
    ),
    ...Object.entries(provenance).map(
      ([key, value]) =>
        `  ${key.padEnd(8)}  ${safe(typeof value === 'string' ? value : JSON.stringify(value))}`
    )
  ]
}
