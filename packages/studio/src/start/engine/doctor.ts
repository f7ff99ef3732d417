/**
 * The doctor's findings as a checklist: what is good, what is odd, what blocks, and what can be mended at
 * once. A fix changes the draft in memory; the files stay as they are.
 */
import { UnseenError, type Watch, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Draft, type Finding, checks, examine, toDataset } from '@unseen/data'
import type { Examination, FindingFacts } from '../../worker/facts.js'
import { fixFor } from './fixes.js'

export { fixFor } from './fixes.js'

export async function examineDraft(draft: Draft, watch: Watch): Promise<Examination> {
  const started = performance.now()
  const report = await examine(draft, watch)
  const refusal = refusalOf(draft)
  const findings = report.findings.map(finding => factsOf(finding, draft))
  const { found } = report
  const good = [
    found.rows !== undefined &&
      `${count(found.rows)} rows of ${count(found.columns ?? 0)} features${found.classesWithRows === undefined ? '' : `, of ${count(found.classesWithRows)} classes`}`,
    ...found.tables.map(
      ({ name, classes, attributes }) =>
        `${count(classes)} descriptions, ${count(attributes)} ${name === 'attributes' ? 'attributes' : 'entries'} each (${name})`
    ),
    ...found.splits
      .slice(0, 3)
      .map(
        ({ name, seen, unseen }) =>
          `split ${name}${seen === undefined ? '' : `: ${count(seen)} seen, ${count(unseen ?? 0)} unseen classes`}`
      )
  ].filter(text => text !== false)
  const lacks = lacking(draft)
  // What core refuses without the doctor having said so must be said all the same.
  const unsaid =
    refusal !== undefined && lacks.length === 0 && !findings.some(({ blocks }) => blocks) ? [refusal] : []
  const blocking = [...lacks, ...unsaid].map((error, at): FindingFacts => ({
    id: `blocks-${at}`,
    severity: 'error',
    text: sentenceOf(error),
    blocks: true,
    ...defined({ remedy: error.remedy })
  }))
  const isWhole = refusal === undefined && lacks.length === 0
  const choose = chooseUnseen(draft, isWhole)
  return {
    name: draft.name,
    report,
    findings: [
      ...good.map((text, at): FindingFacts => ({ id: `good-${at}`, severity: 'good', text, blocks: false })),
      ...blocking,
      ...findings
    ],
    checks: checks.length,
    seconds: (performance.now() - started) / 1000,
    usable: isWhole && !findings.some(({ blocks }) => blocks),
    ...defined({ choose })
  }
}

function factsOf(finding: Finding, draft: Draft): FindingFacts {
  const { check, severity, message, remedy, row, class: name, table } = finding
  const fix = fixFor(finding, draft)
  return {
    id: [check, table, name, row].filter(part => part !== undefined).join(':'),
    severity,
    text: [message, lineOf(finding)].filter(Boolean).join(' '),
    ...defined({ remedy, fix: fix?.label }),
    // What the doctor calls an error ends in a refusal or in a model that learned the wrong thing.
    blocks: severity === 'error'
  }
}

/** Rows count from 0, as in programs; a spreadsheet counts from 1, and has the names of columns before them. */
const lineOf = ({ row, file = '' }: Finding): string =>
  row !== undefined && /\.(?:csv|tsv)$/i.test(file) ? `In a spreadsheet that is row ${row + 2}.` : ''

/** Why this draft is no data set yet, or undefined. */
function refusalOf(draft: Draft): UnseenError | undefined {
  try {
    toDataset(draft)
    return undefined
  } catch (error) {
    if (error instanceof UnseenError) return error
    throw error
  }
}

/** What learning needs, beyond what makes a data set. */
function lacking({ name, features, labels, signatures }: Draft): UnseenError[] {
  return [
    ...(features === undefined
      ? [
          new UnseenError('dataset.content', `${name} has no features: nothing can be learned from it.`, {
            remedy:
              'Add a table of features, one row for each image; `unseen data extract` makes one of a folder of images.'
          })
        ]
      : []),
    ...(features !== undefined && labels === undefined
      ? [
          new UnseenError('dataset.content', 'Nothing says of which class each row is.', {
            remedy: 'Add a column "label", or a file labels.csv.'
          })
        ]
      : []),
    ...(signatures.length === 0
      ? [
          new UnseenError('dataset.content', 'Nothing describes the classes.', {
            remedy: 'Add attributes.csv: a column of class names, then one column for each attribute.'
          })
        ]
      : [])
  ]
}

/** Where the files do not say what is unseen, and every described class has rows. */
function chooseUnseen(draft: Draft, usable: boolean): readonly string[] | undefined {
  if (!usable || draft.splits.length > 0) return undefined
  const { classes, labels } = toDataset(draft)
  const there = new Set(labels)
  return classes.filter((_, at) => there.has(at))
}

const sentenceOf = ({ message, remedy }: UnseenError): string =>
  remedy !== undefined && message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message
