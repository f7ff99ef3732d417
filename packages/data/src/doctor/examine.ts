/** The doctor: what is in a draft, and everything the checks have to say about it. */
import type { Watch } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Draft } from '../draft/draft.js'
import { checks } from './checks.js'
import { gatherFacts } from './feature-facts.js'
import { findKnownSplit } from './find-known-split.js'
import { type Finding, type Severity, severities } from './finding.js'
import { type Subject, UNKNOWN, readSubject } from './subject.js'

/** What the doctor found in a data set. */
export interface DoctorReport {
  /** Of the data set. */
  readonly name: string
  /** how the files were understood */
  readonly layout: string
  /** What is there: rows, classes, tables, splits. */
  readonly found: FoundParts
  /** the worst first, then by file */
  readonly findings: readonly Finding[]
  /** the worst of them; absent where there is none */
  readonly worst?: Severity
}

export interface FoundParts {
  readonly rows?: number
  /** features of a row */
  readonly columns?: number
  /** part of the features that is zero, 0 to 1 */
  readonly zeros?: number
  readonly classes: number
  /** how many classes have rows, where there are labels */
  readonly classesWithRows?: number
  /** from where the labels count; absent for names */
  readonly labelsFrom?: 0 | 1
  readonly tables: readonly {
    readonly name: string
    readonly file: string
    readonly classes: number
    readonly attributes: number
    readonly named: boolean
  }[]
  readonly splits: readonly {
    readonly name: string
    readonly file: string
    readonly seen?: number
    readonly unseen?: number
    readonly train?: number
    readonly test?: number
    readonly validation?: number
    readonly known?: string
  }[]
  /** what the layout had to decide or leave out */
  readonly remarks: readonly string[]
}

/**
 * Examines a data set before anything is believed: sizes, labels, names, leaks, known mistakes of published
 * files. Returns findings with remedies and never throws for bad data.
 *
 * @param draft what `readDraft` found
 * @param watch a callback for progress and a signal to stop
 */
export async function examine(draft: Draft, { onProgress, signal }: Watch = {}): Promise<DoctorReport> {
  const facts =
    draft.features &&
    (await gatherFacts(draft.features.value, {
      signal,
      onRows: (done, total) => onProgress?.({ stage: 'examine', done, total })
    }))
  const subject = readSubject(draft, facts)
  const findings = checks
    .flatMap(({ name, run }) => run(subject).map((remark): Finding => ({ check: name, ...remark })))
    .sort(bySeverityThenFile)
  return {
    name: draft.name,
    layout: draft.layout,
    found: describeParts(subject),
    findings,
    ...defined({ worst: findings.length > 0 ? findings[0].severity : undefined })
  }
}

/** Sorting is stable: within a file, findings stay in the order of the checks. */
function bySeverityThenFile(a: Finding, b: Finding): number {
  const [first, second] = [a.file ?? '', b.file ?? '']
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    (first < second ? -1 : first > second ? 1 : 0)
  )
}

function describeParts(subject: Subject): FoundParts {
  const { draft, facts, classes, labels, rows, splits } = subject
  const present = labels && new Set(labels.values)
  present?.delete(UNKNOWN)
  return {
    ...defined({
      rows,
      columns: facts ? facts.columns : undefined,
      zeros: facts
        ? facts.rows * facts.columns === 0
          ? 0
          : facts.zeros / (facts.rows * facts.columns)
        : undefined
    }),
    classes: classes.length,
    ...defined({
      classesWithRows: present ? present.size : undefined,
      labelsFrom: labels?.base?.certain === true ? labels.base.base : undefined
    }),
    tables: draft.signatures.map(({ name, place, matrix, attributes }) => ({
      name,
      file: place.file,
      classes: matrix.rows,
      attributes: matrix.columns,
      named: attributes !== undefined
    })),
    splits: splits.map(read => {
      const known = findKnownSplit(read, classes)?.name
      // Rows alone do not say of which classes they are.
      const classesKnown = labels !== undefined || read.seen !== undefined || read.unseen !== undefined
      return {
        name: read.split.name,
        file: read.split.place.file,
        ...defined({
          seen: classesKnown ? read.seenClasses.size : undefined,
          unseen: classesKnown ? read.unseenClasses.size : undefined,
          train: read.train ? read.train.values.length : undefined,
          test: read.test ? read.test.values.length : undefined,
          validation: read.validation
            ? read.validation.train.values.length + read.validation.test.values.length
            : undefined,
          known
        })
      }
    }),
    remarks: draft.remarks
  }
}
