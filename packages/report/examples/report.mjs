/**
 * Makes an example report from the data set that comes along, in a minute.
 * Run: node packages/report/examples/report.mjs report.html
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import * as unseen from '../../node/dist/index.js'
import { REPORT_FORMAT, REPORT_VERSION, renderReport } from '../dist/index.js'

const folder = fileURLToPath(new URL('../../../data/cifar10-sample', import.meta.url))
/** Table 2 of the paper, row SSE-INT. */
const published = [0.59, 0.9162, 0.9795, 0.9573, 0.972]
const options = { references: 'means', gamma: 0.1, lambda2: 0.1, lambda3: 0.01 }
const shown = { table: 'attributes', split: 'deer-ship' }

/** A thumbnail as a data URL, cut from the sheet of all images. */
function thumbnails({ file, width, height, columns }) {
  const sheet = readFileSync(`${folder}/${file}`)
  return async row => {
    const part = { left: (row % columns) * width, top: Math.floor(row / columns) * height, width, height }
    return `data:image/png;base64,${(await sharp(sheet).extract(part).png().toBuffer()).toString('base64')}`
  }
}

/** The example report as data. */
export async function exampleReport() {
  const dataset = await unseen.openDataset(folder)
  const rows = []
  for (const { name: table } of dataset.signatures) {
    for (const [at, { name: split }] of dataset.splits.entries()) {
      const { train, test } = await unseen.takeSplit(dataset, { table, split })
      const model = await unseen.fit(train, options)
      const { perImage } = unseen.bootstrapAccuracy(
        test.labels,
        model.recognise(test.features).map(([best]) => best.class),
        { resamples: 400 }
      )
      rows.push({
        group: `described by ${table}`,
        name: split,
        ours: perImage,
        published: { value: published[at], source: 'Table 2, SSE-INT, VGG-19' }
      })
    }
  }
  const { train, test, split } = await unseen.takeSplit(dataset, shown)
  const model = await unseen.fit(train, options)
  const answers = model.recognise(test.features, { top: 2 })
  const predicted = answers.map(([best]) => best.class)
  const accuracy = unseen.accuracy(test.labels, predicted)
  const thumbnail = thumbnails(dataset.thumbnails)
  const example = async at => ({
    name: dataset.rowNames?.[test.rows[at]] ?? `row ${test.rows[at]}`,
    thumbnail: await thumbnail(test.rows[at]),
    truth: test.labels[at],
    answer: predicted[at],
    next: answers[at][1].class,
    margin: answers[at][0].score - answers[at][1].score
  })
  const byMargin = answers
    .map(([best, next], at) => ({ at, margin: best.score - next.score }))
    .sort((a, b) => b.margin - a.margin)
    .map(({ at }) => at)
  const wrong = byMargin.filter(at => predicted[at] !== test.labels[at])
  const take = list => Promise.all(list.slice(0, 6).map(example))
  const confusion = unseen.confusion(test.labels, predicted, { classes: [...split.unseen] })
  const search = await unseen.tune(train, { retrain: false, executor: unseen.threadExecutor() })
  const curve = Array.from({ length: 20 }, (_, step) => (step + 1) / 20).map(coverage => {
    const answered = byMargin.slice(0, Math.round(coverage * byMargin.length))
    return {
      coverage,
      accuracy: answered.filter(at => predicted[at] === test.labels[at]).length / answered.length
    }
  })
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title: 'Telling pairs of unseen classes apart on the CIFAR-10 sample',
    summary: [
      `For each of five pairs of classes, the model learned from images of the eight others and then told the pair apart by descriptions alone; guessing would be right half of the time. Described by attributes, ${split.unseen.join(' and ')} were told apart in ${(100 * accuracy.perImage).toFixed(1)} % of ${accuracy.rows} images.`,
      'The sample is small, so the intervals are wide: they say how far a result could lie from this one by chance.'
    ],
    run: {
      command: 'node packages/report/examples/report.mjs report.html',
      seed: 0,
      versions: { unseen: '0.1.0', node: process.version },
      machine: { system: process.platform, processor: process.arch },
      data: [
        {
          name: dataset.name,
          rows: dataset.labels.length,
          source: dataset.provenance.source,
          ...(dataset.fingerprint === undefined ? {} : { fingerprint: dataset.fingerprint })
        }
      ],
      settings: options
    },
    classes: { seen: [...model.seen], unseen: [...model.unseen] },
    results: [
      {
        title: 'Five pairs of unseen classes',
        about:
          'As in Table 2 of the paper, on 2,000 of its 60,000 images and with features of another network (ResNet-50).',
        measure: 'Accuracy per image, among the two unseen classes',
        rows
      }
    ],
    figures: [
      {
        name: 'grid',
        data: {
          points: search.points.map(({ point, accuracy: value, standardError }) => ({
            point,
            accuracy: value,
            standardError
          })),
          best: { point: search.best.point },
          alike: search.alike.map(({ point }) => ({ point }))
        },
        text: 'Parameters are chosen on seen classes that are hidden in turn, never on the unseen ones. On eight classes the choice is uncertain: most settings lie within one standard error.'
      },
      { name: 'confusion', data: { classes: confusion.classes, counts: Array.from(confusion.counts) } },
      {
        name: 'class-bars',
        data: {
          bars: accuracy.byClass.map(({ class: name, accuracy: value, rows: count }) => ({
            class: name,
            value,
            low: Math.max(0, value - 1.96 * Math.sqrt((value * (1 - value)) / count)),
            high: Math.min(1, value + 1.96 * Math.sqrt((value * (1 - value)) / count))
          })),
          reference: { value: 0.5, label: 'chance' }
        }
      },
      { name: 'coverage', data: { curves: [{ name: 'attributes', points: curve }] } }
    ],
    mixtures: split.unseen.map(name => ({
      class: name,
      shares: model.mixture(name).shares.map(({ class: of, share }) => ({ class: of, share })),
      accuracy: accuracy.byClass.find(({ class: of }) => of === name)?.accuracy
    })),
    examples: { certain: await take(byMargin), uncertain: await take([...byMargin].reverse()) },
    failures: [
      {
        title: 'Cat and dog are hard to tell apart',
        text: 'Their descriptions are much alike and so are their mixtures: without an image of either, few answers are better than a guess.'
      },
      {
        title: 'Certain and wrong',
        text: 'The wrong answers with the largest margins.',
        examples: await take(wrong)
      }
    ],
    again: {
      commands: ['node packages/report/examples/report.mjs report.html', 'unseen verify report.html'],
      note: 'Numbers are the same on every machine; the time it takes and the name of the machine are not.'
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    process.argv[2] ?? 'report.html',
    renderReport(await exampleReport(), { document: unseen.createDocument() })
  )
}
