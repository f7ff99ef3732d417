/**
 * `unseen demo`: the whole idea in one screen. Trains on ten animals, describes three that have no
 * image, recognises them and says why.
 */
import { fit, type Model, type Share } from '@unseen/core'
import type { AddCommand } from './command.js'
import { makeProblem, type MadeProblem } from './made-problem.js'

const BAR = 30

export const addDemo: AddCommand = (parent, { terminal }) => {
  parent
    .command('demo')
    .description('train, describe, recognise and explain on a small made-up problem')
    .action(() => demo(terminal.print))
}

async function demo(print: (line: string) => void, seed = 0): Promise<void> {
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
  explainOne(model, test, print)
}

/** Why the first test image is what it is, and not the next best. */
function explainOne(model: Model, test: MadeProblem['test'], print: (line: string) => void): void {
  const [[best, second]] = model.recognise(test.features, { top: 2 })
  const [{ difference, terms }] = model.contrast(test.features, best.class, second.class)
  print(`Why the first image is a ${best.class} and not a ${second.class}: ahead by ${difference.toFixed(2)}, of which`)
  for (const { class: seen, contribution } of terms.slice(0, 4)) print(`    ${seen.padEnd(10)} ${contribution >= 0 ? '+' : '-'}${Math.abs(contribution).toFixed(2)}`)
}

function inWords(shares: readonly Share[]): string {
  const named = shares.slice(0, 3).map(({ class: seen, share }) => `${percent(share)} ${seen}`)
  const rest = shares.slice(3).reduce((sum, { share }) => sum + share, 0)
  return [...named, ...(rest >= 0.005 ? [`${percent(rest)} others`] : [])].join(' + ')
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
