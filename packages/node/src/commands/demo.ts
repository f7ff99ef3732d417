/**
 * `unseen demo`: the whole idea in one screen. Trains on ten animals, describes three that have no
 * image, recognises them and says why.
 */
import { fit, type Model, type Share } from '@unseen/core'
import { makeProblem } from './made-problem.js'

const BAR = 30

export async function demo(print: (line: string) => void, seed = 0): Promise<void> {
  const { input, unseen, test } = makeProblem(seed)
  const started = performance.now()
  const model = await fit(input, { seed })
  const { training } = model.notes
  print(`Learned from ${training.rows} made-up images of ${model.seen.length} animals in ${((performance.now() - started) / 1000).toFixed(1)} s (duality gap ${training.gap.toExponential(1)}).`)
  print('')
  print('Three animals nobody has photographed, described by their attributes alone:')
  for (const name of unseen) {
    const { shares } = model.mixture(name)
    print('')
    print(`  ${name} = ${inWords(shares)}`)
    for (const { class: seen, share } of shares.slice(0, 4)) print(`    ${seen.padEnd(10)} ${'█'.repeat(Math.round(share * BAR)).padEnd(BAR)} ${percent(share)}`)
  }
  print('')
  print('Recognised among the three (chance 33 %):')
  const answers = model.recognise(test.features)
  for (const name of unseen) {
    const rows = test.labels.map((label, row) => ({ label, row })).filter(({ label }) => label === name)
    const right = rows.filter(({ row }) => answers[row][0].class === name).length
    print(`    ${name.padEnd(10)} ${String(right).padStart(3)} of ${rows.length} images`)
  }
  print('')
  explainOne(model, test.features, test.labels, print)
}

/** Why the first test image is what it is. */
function explainOne(model: Model, features: Parameters<Model['explain']>[0], labels: readonly string[], print: (line: string) => void): void {
  const [{ score, contributions }] = model.explain(features, labels[0])
  print(`Why the first image is a ${labels[0]}: score ${score.toFixed(3)}, one contribution per seen class`)
  for (const { class: seen, contribution } of contributions.slice(0, 4)) print(`    ${seen.padEnd(10)} ${contribution >= 0 ? '+' : ''}${contribution.toFixed(3)}`)
}

function inWords(shares: readonly Share[]): string {
  const named = shares.slice(0, 3).map(({ class: seen, share }) => `${percent(share)} ${seen}`)
  const rest = shares.slice(3).reduce((sum, { share }) => sum + share, 0)
  return [...named, ...(rest >= 0.005 ? [`${percent(rest)} others`] : [])].join(' + ')
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
