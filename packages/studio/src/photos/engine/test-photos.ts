/**
 * How many photos are enough: known classes are hidden in turn and described, so many of their photos are shown, and
 * the others recognised among the hidden ones.
 */
import { Matrix, type FitSettings, type TrainingInput, UnseenError, type Watch, fit } from '@unseen/core'
import type { PhotosTest } from '../facts.js'

export const COUNTS: readonly number[] = [0, 1, 3, 8, 20]
/** Groups of classes that are hidden, at most. */
const GROUPS = 4

export async function testPhotos(
  { features: given, labels, signatures }: TrainingInput,
  settings: FitSettings,
  { signal, onProgress }: Watch = {}
): Promise<PhotosTest[]> {
  const features = Matrix.from(given)
  const nameOf = (label: string | number): string =>
    typeof label === 'string' ? label : signatures.classes[label]
  const byClass = new Map<string, number[]>()
  for (let i = 0; i < features.rows; i++) {
    const name = nameOf(labels[i])
    byClass.set(name, [...(byClass.get(name) ?? []), i])
  }
  const names = [...byClass.keys()]
  const size = Math.max(2, Math.ceil(names.length / (2 * GROUPS)))
  const groups = Array.from({ length: Math.min(GROUPS, Math.floor(names.length / size)) }, (_, g) =>
    names.filter((_each, at) => Math.floor(at / size) === g)
  )
  /** by count, one accuracy for each hidden class */
  const right = COUNTS.map((): number[] => [])
  for (const [done, hidden] of groups.entries()) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped.')
    onProgress?.({ stage: 'examine', done, total: groups.length })
    const rest = names.filter(name => !hidden.includes(name)).flatMap(name => byClass.get(name) ?? [])
    const model = await fit(
      { features: rowsOf(features, rest), labels: rest.map(i => nameOf(labels[i])), signatures },
      { ...settings, ...(signal === undefined ? {} : { signal }) }
    )
    for (const [at, count] of COUNTS.entries()) {
      let shown = model
      for (const name of hidden) {
        const few = spread(byClass.get(name) ?? [], count)
        if (few.length > 0) shown = shown.show(name, rowsOf(features, few))
      }
      for (const name of hidden) {
        const own = byClass.get(name) ?? []
        const few = new Set(spread(own, count))
        const tested = own.filter(i => !few.has(i))
        if (tested.length === 0) continue
        const answers = shown.recognise(rowsOf(features, tested), { among: hidden })
        right[at].push(answers.filter(([best]) => best.class === name).length / tested.length)
      }
    }
  }
  return COUNTS.flatMap((photos, at) => {
    const all = right[at]
    if (all.length < 2) return []
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length
    const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (all.length - 1)
    return [{ photos, right: mean, give: 1.96 * Math.sqrt(variance / all.length) }]
  })
}

/** So many, evenly from first to last: the same each time. */
function spread(rows: readonly number[], count: number): number[] {
  const taken = Math.min(count, rows.length - 1)
  return Array.from({ length: Math.max(0, taken) }, (_, at) => rows[Math.floor((at * rows.length) / taken)])
}

function rowsOf(matrix: Matrix, rows: readonly number[]): Matrix {
  const { columns } = matrix
  const data = new Float64Array(rows.length * columns)
  rows.forEach((row, at) => Matrix.readRow(matrix, row, data.subarray(at * columns, (at + 1) * columns)))
  return Matrix.dense(rows.length, columns, Float32Array.from(data))
}
