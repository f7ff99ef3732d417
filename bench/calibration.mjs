/**
 * Do verdicts keep their word on classes that no rehearsal hid? Test rows of the unseen classes of real sets: the expected
 * calibration error of probabilities, how often words were right, and what was called unlike every class.
 *
 * Gaussian weights at the parameters of docs/gaussian.md (shrinkage 3 on CUB, 1 on AwA), the sample with Gaussian and with class
 * weights, five splits each. Temperature, limits of words and of unlikeness come from rehearsals alone.
 *
 * Run: npm run bench -- calibration [--json] [SET ...]
 *   SET   only sets whose name contains this, e.g. `cub`
 */
import { fileURLToPath } from 'node:url'
import { result, table } from './lib/report.mjs'
import { hasData, loadSplit } from './real-data.mjs'

const gaussian = { weights: 'gauss', predictive: 'no', normalise: 'l2-sqrt' }
const sets = [
  {
    name: 'cub-vgg',
    load: () => shared('cub-vgg'),
    options: { ...gaussian, shrinkage: 3 },
    most: 0.06
  },
  {
    name: 'awa-rgsift',
    load: () => shared('awa-rgsift'),
    options: { ...gaussian, shrinkage: 1 },
    most: 0.02
  },
  { name: 'sample, Gaussian weights', load: sample, options: { weights: 'gauss', normalise: 'l2' } },
  { name: 'sample, class weights', load: sample, options: { weights: 'class', normalise: 'l2' } }
]

function shared(name) {
  return hasData(name) ? [loadSplit(name)] : []
}

/** Its five splits: training rows, and test rows of unseen classes. */
async function sample() {
  const { openDataset, takeSplit } = await import('unseen')
  const dataset = await openDataset('sample')
  return Promise.all(
    dataset.splits.map(async ({ name }) => {
      const { train, test } = await takeSplit(dataset, { split: name })
      return { train, test, signatures: train.signatures }
    })
  )
}

/** Answers for the test rows of unseen classes, among these and among all. */
function answers(model, { features, labels }, among) {
  const known = new Set(model.unseen)
  return model
    .decide(features, { among })
    .map((decision, row) => ({ ...decision, truth: labels[row] }))
    .filter(({ truth }) => known.has(truth))
}

/** `decided`: of all trials. */
function figuresOf(decided, calibration) {
  const tested = decided.filter(({ ranked: [best] }) => best.probability !== undefined)
  const { error } = calibration(
    tested.map(({ ranked: [best] }) => best.probability),
    tested.map(({ ranked: [best], truth }) => best.class === truth)
  )
  const said = kind => {
    const rows = decided.filter(({ verdict }) => verdict.kind === kind)
    return {
      part: rows.length / decided.length,
      right: rows.filter(({ verdict, truth }) => verdict.classes.includes(truth)).length / rows.length
    }
  }
  return {
    error,
    right: decided.filter(({ ranked: [best], truth }) => best.class === truth).length / decided.length,
    words: Object.fromEntries(
      ['surely', 'probably', 'either', 'hard', 'unlike'].map(kind => [kind, said(kind)])
    )
  }
}

export async function run({ json = false, args = [] } = {}) {
  const { fit, rehearseModel, calibration } = await import('@unseen/core')
  const wanted = args.filter(each => !each.startsWith('--'))
  const lines = []
  for (const { name, load, options, most } of sets) {
    if (wanted.length > 0 && !wanted.some(part => name.includes(part))) continue
    const decided = { unseen: [], all: [] }
    const foretold = { unseen: [], all: [] }
    for (const { train, test, signatures } of await load()) {
      const input = { ...train, signatures }
      const { model, rehearsal } = await rehearseModel(await fit(input, options), input, { each: false })
      for (const among of ['unseen', 'all']) {
        decided[among].push(...answers(model, test, among))
        foretold[among].push(rehearsal.promises[among].error)
      }
    }
    for (const among of ['unseen', 'all'])
      if (decided[among].length > 0)
        lines.push({
          name,
          among,
          ...figuresOf(decided[among], calibration),
          rehearsed: foretold[among].reduce((sum, value) => sum + value, 0) / foretold[among].length,
          most: among === 'unseen' ? most : undefined
        })
  }
  const percent = value => (Number.isFinite(value) ? (100 * value).toFixed(1) : '')
  if (!json) {
    console.log(
      'Test rows of unseen classes, per cent; a word: part of the rows, and how many of these were right\n'
    )
    console.log(
      table([
        [
          'set',
          'among',
          'error',
          'rehearsed',
          'at most',
          'right',
          'surely',
          'probably',
          'either',
          'hard',
          'unlike'
        ],
        ...lines.map(({ name, among, error, rehearsed, most, right, words }) => [
          name,
          among,
          among === 'unseen' ? error.toFixed(4) : '',
          rehearsed.toFixed(4),
          most === undefined ? '' : `${most}${error > most ? ' ABOVE' : ''}`,
          percent(right),
          ...['surely', 'probably', 'either', 'hard'].map(kind =>
            words[kind].part === 0 ? '0' : `${percent(words[kind].part)}: ${percent(words[kind].right)}`
          ),
          percent(words.unlike.part)
        ])
      ])
    )
  }
  return lines.map(({ name, among, error }) => result(`${name}, among ${among}`, error, 'calibration error'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run({ args: process.argv.slice(2) })
