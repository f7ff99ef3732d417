/**
 * Fig. 3, 4 and 5: rows in the plane. Fig. 4 and 5 by t-SNE, as the paper; Fig. 3, which is drawn by hand
 * there, by the two directions in which the source embeddings differ most.
 */
import { Matrix, type Model, createRandom } from '@unseen/core'
import { centredProportions } from '@unseen/core/internal'
import { takeSplit } from '@unseen/data'
import type { MapPanel, ReportFigure } from '@unseen/report'
import { type Experiment, type ExperimentContext, dataNames } from './experiment.js'
import type { FoundData } from './find-data.js'
import { type Tested, fitAndTest } from './measure.js'
import { signatureAffinity } from './model-figures.js'
import { planeOf } from './plane.js'

/** As in the paper's Fig. 4. */
const ROWS_PER_CLASS = 100

export const fig3: Experiment = {
  name: 'fig3',
  title: 'Fig. 3: three sets of constraints',
  summary:
    'embeddings learned by the means alone, by the instances alone and by both, CIFAR-10, cat and dog unseen',
  needs: ['cifar10'],
  async run(context) {
    const [found] = context.data('cifar10')
    const split = { unseen: ['cat', 'dog'] }
    context.onProgress?.('Fig. 3: parameters by cross validation', 0)
    const both = await context.tuned(found, { split, family: 'paper', seed: context.seed })
    const { gamma = 0.1, lambda2 = 0, lambda3 = 0 } = both.options
    // Cross validation may leave one of the two out; the picture needs both.
    const [mean, instance] = [lambda2 > 0 ? lambda2 : 0.1, lambda3 > 0 ? lambda3 : 0.1]
    const sets = [
      ['(a) distribution alignment alone', { lambda2: mean, lambda3: 0 }],
      ['(b) instance classification alone', { lambda2: 0, lambda3: instance }],
      ['(c) both', { lambda2: mean, lambda3: instance }]
    ] as const
    const data = await takeSplit(found.dataset, split)
    const rows = someRows(data.train.labels, ROWS_PER_CLASS, context.seed)
    const panels: MapPanel[] = []
    const results = []
    for (const [at, [title, lambdas]] of sets.entries()) {
      context.onProgress?.(`Fig. 3: ${title}`, (at + 1) / (sets.length + 1))
      const tested = await fitAndTest(data, { gamma, references: 'means', ...lambdas }, context)
      panels.push({ title, ...planeOf(tested.model, data.train.features, data.train.labels, rows) })
      results.push({ name: title, ours: { value: tested.accuracy } })
    }
    const { seen } = both.model
    return {
      results: [
        {
          title: 'Fig. 3: what each set of constraints is worth',
          about: `gamma ${gamma}, lambda2 ${mean}, lambda3 ${instance}, references at the class means.`,
          measure: 'accuracy per image among cat and dog',
          rows: results
        }
      ],
      figures: [
        {
          name: 'map',
          data: {
            title: 'Fig. 3: three sets of constraints',
            classes: seen,
            labels: rows.map(row => seen.indexOf(data.train.labels[row])),
            panels
          },
          text: context.caption(
            'Training images of the eight seen classes by their proportions, centred and of length 1, in the plane in which the mixtures of the classes differ most. Squares are the classes as described (source embeddings), crosses the means of their images. The paper draws by hand what it expects: crosses on squares with (a), images of a class close together with (b), both with (c); here it can be held against real embeddings.',
            [found]
          )
        }
      ]
    }
  }
}

export const fig4: Experiment = {
  name: 'fig4',
  title: 'Fig. 4: CIFAR-10, affinities and maps',
  summary:
    'affinities of the ten classes; t-SNE of the features and of the embeddings, automobile-deer and cat-dog',
  needs: ['cifar10'],
  async run(context) {
    const [found] = context.data('cifar10')
    const pairs = [
      ['automobile', 'deer'],
      ['cat', 'dog']
    ]
    const tests: Tested[] = []
    for (const [at, unseen] of pairs.entries()) {
      context.onProgress?.(`Fig. 4: ${unseen.join(' and ')}`, at / 3)
      tests.push(await context.tuned(found, { split: { unseen }, family: 'paper', seed: context.seed }))
    }
    const { classes } = found.dataset
    const { features, labels } = allTestRows(tests[0])
    const rows = someRows(labels, ROWS_PER_CLASS, context.seed)
    const chosen = Matrix.select(features, rows)
    const embedded = async ({ model }: Tested, title: string): Promise<MapPanel> => ({
      title,
      ...(await context.map(proportionsOf(model, chosen), title))
    })
    return {
      figures: [
        {
          name: 'affinity',
          data: {
            title: 'Fig. 4 (a): CIFAR-10, the ten classes',
            groups: [
              {
                title: 'all classes',
                classes,
                matrices: [{ title: tests[0].data.table.name, values: signatureAffinity(tests[0], classes) }]
              }
            ]
          },
          text: context.caption(`Cosines between the ${tests[0].data.table.name} of the ten classes.`, [
            found
          ])
        },
        {
          name: 'map',
          data: {
            title: 'Fig. 4 (b) to (d): CIFAR-10, test images by t-SNE',
            classes,
            labels: rows.map(row => classes.indexOf(labels[row])),
            panels: [
              { title: '(b) features', ...(await context.map(chosen, 'features')) },
              await embedded(tests[0], '(c) embeddings, automobile and deer unseen'),
              await embedded(tests[1], '(d) embeddings, cat and dog unseen')
            ]
          },
          text: context.caption(
            `${ROWS_PER_CLASS} test images of each of the ten classes, drawn at random, by t-SNE (perplexity 30): by their features, and by their proportions of the eight seen classes for two pairs of unseen ones. Parameters by cross validation.`,
            [found]
          )
        }
      ]
    }
  }
}

export const fig5: Experiment = {
  name: 'fig5',
  title: 'Fig. 5: embeddings of unseen classes by t-SNE',
  summary:
    'test rows of the unseen classes by their proportions, for two kinds of features side by side, AwA',
  needs: ['awa'],
  async run(context) {
    const kinds = context.data('awa').slice(0, 2)
    const tests: Tested[] = []
    for (const [at, found] of kinds.entries()) {
      context.onProgress?.(`Fig. 5: ${found.features}`, at / kinds.length)
      tests.push(await context.tuned(found, { split: {}, family: 'paper', seed: context.seed }))
    }
    const classes = tests[0].data.split.unseen
    const panels = []
    for (const [at, { model, data }] of tests.entries()) {
      const rows = someRows(data.test.labels, ROWS_PER_CLASS, context.seed)
      panels.push({
        title: kinds[at].features,
        labels: rows.map(row => classes.indexOf(data.test.labels[row])),
        ...(await context.map(
          proportionsOf(model, Matrix.select(data.test.features, rows)),
          kinds[at].features
        ))
      })
    }
    return {
      figures: [mapOfUnseen(classes, panels, kinds, context)],
      missing:
        kinds.length > 1
          ? []
          : [
              'Fig. 5 sets two kinds of features side by side: give a second one with another --data awa=FOLDER.'
            ]
    }
  }
}

function mapOfUnseen(
  classes: readonly string[],
  panels: readonly (MapPanel & { readonly labels: readonly number[] })[],
  kinds: readonly FoundData[],
  context: ExperimentContext
): ReportFigure {
  return {
    name: 'map',
    data: {
      title: `Fig. 5: ${dataNames.awa}, unseen classes by t-SNE`,
      classes,
      labels: panels[0].labels,
      panels
    },
    text: context.caption(
      `${ROWS_PER_CLASS} test images of each unseen class, drawn at random, by t-SNE (perplexity 30) of their proportions of the seen classes. Parameters by cross validation.`,
      kinds
    )
  }
}

function proportionsOf(model: Model, features: Matrix): Matrix {
  return {
    kind: 'dense',
    rows: features.rows,
    columns: model.seen.length,
    data: centredProportions(model.proportions(features), model.seen.length)
  }
}

/** Test rows of all classes, unseen and seen. */
function allTestRows({ data: { test, testSeen } }: Tested): {
  readonly features: Matrix
  readonly labels: readonly string[]
} {
  if (testSeen === undefined) return test
  const read = (matrix: Matrix): number[][] =>
    Array.from({ length: matrix.rows }, (_, row) => {
      const values = new Float64Array(matrix.columns)
      Matrix.readRow(matrix, row, values)
      return Array.from(values)
    })
  return {
    features: Matrix.from([...read(test.features), ...read(testSeen.features)], 'features'),
    labels: [...test.labels, ...testSeen.labels]
  }
}

/** At most so many rows of each class, drawn at random. */
export function someRows(labels: readonly string[], perClass: number, seed: number): number[] {
  const byClass = new Map<string, number[]>()
  labels.forEach((label, row) => byClass.set(label, [...(byClass.get(label) ?? []), row]))
  const random = createRandom(seed)
  return [...byClass.values()]
    .flatMap(rows => random.shuffle([...rows]).slice(0, perClass))
    .sort((a, b) => a - b)
}
