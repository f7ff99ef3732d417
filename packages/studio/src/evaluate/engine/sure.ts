/** Does the model know how sure it is? Its probabilities and words, held against labels of test images. */
import { Matrix, type Model, calibration } from '@unseen/core'
import { defined, wilson } from '@unseen/core/internal'
import type { SureFacts } from '../facts.js'
import { type Bench, describedAs } from './bench.js'

/** More test images would not be seen in the diagram, and take time. */
const MOST = 2000
const kinds = ['surely', 'probably', 'either', 'hard'] as const

/** Undefined where no test has tried the model's probabilities. */
export function surenessOf(
  { trained, data: { test, testSeen } }: Bench,
  model: Model
): SureFacts | undefined {
  const { bias, verdict } = model.notes
  if (verdict === undefined) return undefined
  const judged = describedAs(trained, model).annotate(defined({ bias, verdict }))
  const known = new Set(judged.classes.map(({ name }) => name))
  const step = Math.max(1, (test.rows.length + testSeen.rows.length) / MOST)
  const said = [testSeen, test].flatMap(({ features, labels }) => {
    const rows = Uint32Array.from({ length: Math.floor(labels.length / step) }, (_, k) =>
      Math.floor(k * step)
    ).filter(row => known.has(labels[row]))
    if (rows.length === 0) return []
    return judged.decide(Matrix.select(features, rows), { among: 'all' }).flatMap((decision, i) => {
      const { probability, class: name } = decision.ranked[0]
      if (probability === undefined) return []
      const label = labels[rows[i]]
      const { kind, classes } = decision.verdict
      return [{ probability, isRight: name === label, kind, isTrue: classes.includes(label) }]
    })
  })
  if (said.length === 0) return undefined
  const { bins } = calibration(
    said.map(({ probability }) => probability),
    said.map(({ isRight }) => isRight)
  )
  return {
    rows: said.length,
    bins: bins.map(bin => ({ ...bin, ...wilson(Math.round(bin.right * bin.rows), bin.rows) })),
    words: kinds.map(kind => {
      const of = said.filter(each => each.kind === kind)
      return { kind, rows: of.length, right: of.filter(({ isTrue }) => isTrue).length }
    }),
    unlike: said.filter(({ kind }) => kind === 'unlike').length
  }
}
