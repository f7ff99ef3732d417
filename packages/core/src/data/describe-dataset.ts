/** A data set in a few lines, for people. */
import { count } from '../base/errors.js'
import { Matrix } from '../linalg/matrix.js'
import type { Dataset, NamedTable, Split } from './dataset.js'

/** One line for each part; names come from files and are left as they are. */
export function describeDataset({ name, classes, features, labels, signatures, splits, rowNames, thumbnails, provenance }: Dataset): string[] {
  const rows = new Uint32Array(classes.length)
  for (const label of labels) rows[label]++
  const counts = [...rows].filter((each) => each > 0)
  return [
    `${name}: ${count(classes.length)} classes, ${features === undefined ? 'no features' : `${count(features.rows)} rows of ${count(features.columns)} features`}`,
    ...(counts.length > 0 ? [`rows of a class: ${count(Math.min(...counts))} to ${count(Math.max(...counts))}${counts.length < classes.length ? `; ${count(classes.length - counts.length)} classes have none` : ''}`] : []),
    ...signatures.map(describeTable),
    ...splits.map((split) => describeSplit(split, labels.length)),
    ...(rowNames !== undefined || thumbnails !== undefined ? [`rows have ${[...(rowNames !== undefined ? ['names'] : []), ...(thumbnails !== undefined ? ['thumbnails'] : [])].join(' and ')}`] : []),
    ...(provenance.source !== undefined ? [`source: ${provenance.source}`] : []),
    ...(provenance.licence !== undefined ? [`licence: ${provenance.licence}`] : []),
  ]
}

function describeTable({ name, matrix, attributes, encoder }: NamedTable): string {
  const { columns } = Matrix.from(matrix, 'signatures')
  const what = encoder === undefined ? (attributes === undefined ? 'numbers' : 'attributes') : encoder.kind === 'joined' ? 'numbers, joined' : `numbers by ${encoder.model}`
  return `table ${name}: ${count(columns)} ${what}`
}

function describeSplit({ name, seen, unseen, train, test, validation }: Split, rows: number): string {
  const lists = train === undefined && test === undefined ? '' : `; ${count(train?.length ?? rows)} training and ${count(test?.length ?? rows)} test rows`
  const classes = seen.length + unseen.length === 0 ? 'classes not known without labels' : `${count(seen.length)} seen and ${count(unseen.length)} unseen classes`
  return `split ${name}: ${classes}${lists}${validation === undefined ? '' : ', with a part for validation'}`
}
