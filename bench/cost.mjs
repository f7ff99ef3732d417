/**
 * What a row, a class and a dimension cost: proportions, scores, and describing a class.
 *
 * Random rows and signatures (seeded), one thread, best of five, processor time: what docs/scale.md reckons
 * with. Costs do not depend on what is learned, so the models are trained on a few rows of each class.
 *
 * Run: npm run bench -- cost [--json]
 */
import { createProgress, result, table } from './lib/report.mjs'

const ROWS = 2000
const SIZES = [
  [40, 512],
  [40, 2048],
  [150, 2048]
]
const FEW = 4
const LENGTH = 85
const DESCRIBED = 20
const kinds = [
  ['class weights', { weights: 'class' }],
  ["paper's relu", { references: 'means', gamma: 0.1, lambda2: 0, lambda3: 0.1, epochs: 2 }]
]

/** Seconds of this process's processor, the least of five. */
function cost(act) {
  const once = () => {
    const before = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  return Math.min(...Array.from({ length: 5 }, once))
}

export async function run({ json = false } = {}) {
  const { createRandom, fit, Matrix } = await import('@unseen/core')
  const random = createRandom(0)
  const matrix = (rows, columns) =>
    Matrix.dense(
      rows,
      columns,
      Float32Array.from({ length: rows * columns }, () => random.next())
    )
  const progress = createProgress()
  const results = []
  const lines = [['', 'seen', 'features', 'us', 'ns for each S d']]
  for (const [seen, columns] of SIZES) {
    const classes = Array.from({ length: seen }, (_, s) => `class ${s}`)
    const labels = classes.flatMap(name => Array(FEW).fill(name))
    const input = {
      features: matrix(labels.length, columns),
      labels,
      signatures: { classes, matrix: matrix(seen, LENGTH) }
    }
    const rows = matrix(ROWS, columns)
    for (const [title, options] of kinds) {
      progress.note(`${title}, ${seen} classes, ${columns} features`)
      const model = await fit(input, options)
      const row = cost(() => model.proportions(rows)) / ROWS
      results.push(result(`proportions of a row, ${title}, S ${seen}, d ${columns}`, 1e6 * row, 'us'))
      lines.push([
        `proportions of a row, ${title}`,
        seen,
        columns,
        (1e6 * row).toFixed(1),
        ((1e9 * row) / seen / columns).toFixed(2)
      ])
      if (title !== 'class weights' || columns !== 2048) continue
      const signatures = Array.from({ length: DESCRIBED }, () =>
        Float64Array.from({ length: LENGTH }, () => random.next())
      )
      const described =
        cost(() => signatures.forEach((signature, at) => model.describe(`new ${at}`, signature))) / DESCRIBED
      results.push(result(`describing a class, S ${seen}`, 1e6 * described, 'us'))
      lines.push(['describing a class', seen, '-', (1e6 * described).toFixed(0), '-'])
    }
  }
  console.log(json ? JSON.stringify(results, null, 2) : table(lines))
  return results
}
