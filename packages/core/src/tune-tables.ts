/**
 * Tuning over descriptions: which table of signatures, or which weight of a join, recognises held-out
 * classes best. Every table is searched by `tune` on the same folds; the best is trained.
 */
import { defined } from './base/defined.js'
import { UnseenError } from './base/errors.js'
import type { Progress } from './base/progress.js'
import {
  type SignatureTable,
  type TrainingInput,
  type TrainingSet,
  readTrainingInput,
  withSignatures
} from './input/training-input.js'
import { type TuneOptions, type Tuned, tune } from './tune.js'
import type { ChainResult } from './tuning/chain.js'
import { pointName } from './tuning/points.js'
import type { PointSummary } from './tuning/summary.js'

type SearchProgress = Extract<Progress, { readonly stage: 'search' }>

/** A way to describe the classes that is tried. */
export interface TableCandidate {
  /** What results call it. */
  readonly name: string
  /** The descriptions. */
  readonly table: SignatureTable
}

/** How one table did. */
export interface TableSummary {
  /** That of the candidate. */
  readonly name: string
  /** undefined if the search was stopped before it had a result */
  readonly best: PointSummary | undefined
  /** `cancelled` where its search was stopped. */
  readonly status: Tuned['status']
}

/** How all tables did, and the one that won. */
export interface TunedTables {
  /** in the order given */
  readonly tables: readonly TableSummary[]
  /** the table that won and what `tune` found for it; undefined if there was no result at all */
  readonly best: { readonly name: string; readonly tuned: Tuned } | undefined
}

/** The options of `tune`, with results by table. */
export type TuneTablesOptions = Omit<TuneOptions, 'onResult' | 'completed'> & {
  /** Called after each part of a search; results can be stored and handed back as `completed`. */
  readonly onResult?: (name: string, result: ChainResult) => void
  /** results of the same search from before it was interrupted, by table */
  readonly completed?: Readonly<Record<string, readonly ChainResult[]>>
}

/**
 * Tunes with several ways to describe the classes and keeps the best. Accuracy on held-out classes decides;
 * between equals the table of fewer parts, then of fewer columns, then the earlier one.
 *
 * @param input rows and labels
 * @param candidates the tables to try
 * @param options as for `tune`
 */
export async function tuneTables(
  input: Omit<TrainingInput, 'signatures'>,
  candidates: readonly TableCandidate[],
  { onResult, completed = {}, retrain = true, ...options }: TuneTablesOptions = {}
): Promise<TunedTables> {
  checkCandidates(candidates)
  const started = performance.now()
  // Rows and labels are the same whatever the table: they are checked and hashed once.
  const [first] = candidates
  const rows = readTrainingInput({ ...input, signatures: first.table })
  const setOf = (table: SignatureTable): TrainingSet =>
    table === first.table ? rows : withSignatures(rows, table)
  const searched: { readonly candidate: TableCandidate; readonly tuned: Tuned }[] = []
  for (const [at, candidate] of candidates.entries()) {
    if (options.signal?.aborted === true) break
    const tuned = await tune(setOf(candidate.table), {
      ...options,
      onResult: result => onResult?.(candidate.name, result),
      completed: completed[candidate.name] ?? [],
      onProgress: progress =>
        options.onProgress?.(
          progress.stage === 'search' ? overAll(progress, at, candidates.length, started) : progress
        ),
      retrain: false
    })
    searched.push({ candidate, tuned })
  }
  const tables = searched.map(({ candidate, tuned }) => ({
    name: candidate.name,
    best: tuned.best,
    status: tuned.status
  }))
  // A table that was searched to its end on some folds only is not comparable.
  const whole = searched.filter(({ tuned }) => tuned.status === 'complete')
  const [winner] = whole.sort(
    (a, b) =>
      accuracyOf(b.tuned) - accuracyOf(a.tuned) ||
      partsOf(a.candidate.table) - partsOf(b.candidate.table) ||
      columnsOf(a.candidate.table) - columnsOf(b.candidate.table)
  )
  if (winner === undefined) return { tables, best: undefined }
  const { name, table } = winner.candidate
  if (!retrain) return { tables, best: { name, tuned: winner.tuned } }
  const tuned = await tune(setOf(table), { ...options, completed: winner.tuned.results })
  const compared = tables.map(({ name: other, best }) => ({
    table: other,
    winner: best === undefined ? '' : pointName(best.point),
    accuracy: best?.accuracy ?? 0
  }))
  return {
    tables,
    best: {
      name,
      tuned: {
        ...tuned,
        model: tuned.model?.annotate({
          tuning: { ...tuned.model.notes.tuning, table: name, tables: compared }
        })
      }
    }
  }
}

/** Progress of the search of table `at` as part of all searches, which have as many points each. */
function overAll(progress: SearchProgress, at: number, tables: number, started: number): Progress {
  const done = at * progress.total + progress.done
  const total = tables * progress.total
  return {
    ...progress,
    done,
    total,
    secondsLeft: done === 0 ? Infinity : ((performance.now() - started) / 1000) * (total / done - 1)
  }
}

/** The same classes in the same order give the same folds. */
function checkCandidates(candidates: readonly TableCandidate[]): void {
  if (candidates.length === 0) throw new UnseenError('search.empty', 'There is no table to try.')
  const names = new Set(candidates.map(({ name }) => name))
  if (names.size < candidates.length)
    throw new UnseenError('options.value', 'Two tables to try have the same name.')
  const [first] = candidates
  for (const { name, table } of candidates) {
    const differs = table.classes.findIndex((label, row) => label !== first.table.classes[row])
    if (differs < 0 && table.classes.length === first.table.classes.length) continue
    throw new UnseenError(
      'signatures.shape',
      `Tables "${first.name}" and "${name}" differ in their classes or in the order of them.`,
      {
        where: { table: name, ...defined({ row: differs < 0 ? undefined : differs }) },
        remedy: 'Bring the rows of all tables in one order.'
      }
    )
  }
}

function accuracyOf({ best }: Tuned): number {
  return best?.accuracy ?? -1
}

function partsOf({ encoder }: SignatureTable): number {
  return encoder?.kind === 'joined' ? encoder.parts.length : 1
}

function columnsOf({ matrix }: SignatureTable): number {
  return 'kind' in matrix ? matrix.columns : (matrix.at(0)?.length ?? 0)
}
