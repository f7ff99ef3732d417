/**
 * Methods on the data of the session: the same images, splits and budget for all, with the classes as they
 * are described now.
 */
import { type Executor, type LabelledRows, Matrix, type Progress, UnseenError } from '@unseen/core'
import { type Compared, type Method, compare, comparisonInput, pickMethods } from '@unseen/core/compare'
import { defined } from '@unseen/core/internal'
import type { JobResult } from '@unseen/core/compare/internal'
import type { Journal } from '../../worker/journal.js'
import { type Session, dataOf, modelOf } from '../../worker/session.js'
import type { ComparisonFacts, MethodFacts } from '../facts.js'

export interface CompareWatch {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export async function compareMethods(
  session: Session,
  names: string,
  executor: Executor,
  journal: Journal<JobResult>,
  { signal, onProgress }: CompareWatch
): Promise<ComparisonFacts> {
  const { taken } = dataOf(session)
  const { table, train, test } = taken
  const { classes } = modelOf(session)
  const labels = new Set([...train.labels, ...test.labels])
  const tested = classes.filter(({ name }) => labels.has(name))
  const known = new Set(tested.map(({ name }) => name))
  const methods = pickMethods(names)
  const started = performance.now()
  let [done, total] = [0, 1]
  const compareAfter = (completed: readonly JobResult[]): Promise<Compared> =>
    compare(
      {
        ...comparisonInput(taken),
        train: {
          features: train.features,
          labels: train.labels,
          signatures: {
            classes: tested.map(({ name }) => name),
            matrix: tested.map(({ signature }) => signature)
          }
        },
        test: described(test, known)
      },
      {
        methods,
        executor,
        signal,
        completed,
        onBegin({ jobs }) {
          total = jobs
          done = completed.length
          onProgress?.({ stage: 'rehearse', done, total, message: '' })
        },
        onResult({ method }, result) {
          journal.add(result)
          onProgress?.({ stage: 'rehearse', done: ++done, total, message: method })
        }
      }
    )
  const compared = await compareAfter(journal.entries).catch(async (error: unknown) => {
    if (!(error instanceof UnseenError) || error.code !== 'search.completed') throw error
    // A class was described otherwise meanwhile: what was done before is of another comparison.
    await journal.clear()
    return compareAfter([])
  })
  return {
    status: compared.status,
    table: table.name,
    methods: methods.flatMap(method => methodFacts(method, compared)),
    folds: compared.comparison.folds,
    keptBy: compared.comparison.keptBy,
    seconds: (performance.now() - started) / 1000
  }
}

/** Rows of classes that are described. */
function described(
  { features, labels, rows }: LabelledRows,
  known: ReadonlySet<string>
): Pick<LabelledRows, 'features' | 'labels'> {
  const wanted = Uint32Array.from(labels.keys()).filter(at => known.has(labels[at]))
  return wanted.length === rows.length
    ? { features, labels }
    : { features: Matrix.select(features, wanted), labels: Array.from(wanted, at => labels[at]) }
}

export function methodFacts(
  { name, title, source, kind, transductive }: Method,
  { comparison: { protocols }, seconds }: Pick<Compared, 'comparison' | 'seconds'>
): MethodFacts[] {
  const found = protocols.flatMap(({ methods }) => methods.filter(({ method }) => method === name))
  const failed = protocols
    .flatMap(protocol => protocol.failed.filter(({ method }) => method === name))
    .at(0)?.message
  const zsl = found.find(each => each.zsl !== undefined)?.zsl
  const gzsl = found.find(each => each.gzsl !== undefined)?.gzsl
  if (zsl === undefined && gzsl === undefined && failed === undefined) return []
  return [
    {
      name,
      title,
      source,
      kind,
      ...defined({
        transductive: transductive ? true : undefined,
        unseenOnly: zsl?.perClass.value,
        seen: gzsl?.seen.value,
        unseen: gzsl?.unseen.value,
        harmonic: gzsl?.harmonic.value,
        half: gzsl === undefined ? undefined : (gzsl.harmonic.high - gzsl.harmonic.low) / 2
      }),
      seconds: seconds[name] ?? 0,
      ...defined({ failed })
    }
  ]
}
