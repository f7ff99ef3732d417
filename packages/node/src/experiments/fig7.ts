/**
 * Fig. 7, the two large-scale settings of section 3.3, on SUN's 717 classes or, where they are not there, on
 * CUB's 200. (a) M random classes are seen, and 10, 20, ... of the others are unseen candidates. (b) 10, 20,
 * ... random classes are seen, and rows of all others are told apart among all classes.
 */
import {
  type FitOptions,
  type LabelledRows,
  Matrix,
  type SplitData,
  accuracy,
  createRandom,
  fit
} from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { takeSplit } from '@unseen/data'
import type { GrowthPanel, GrowthPoint } from '@unseen/report'
import { type DataName, type Experiment, type ExperimentContext, dataNames } from './experiment.js'
import type { FoundData } from './find-data.js'
import { overTrials } from './measure.js'
import { fig7 as published } from './published.js'

const order = ['sun', 'cub'] as const satisfies readonly DataName[]
const STEP = 10
/** Of SUN's 717 classes; the text names curves of 17, 217 and 317. */
const seenOfSun = [17, 117, 217, 317]

export const fig7: Experiment = {
  name: 'fig7',
  title: 'Fig. 7: more and more classes',
  summary:
    'accuracy against the number of unseen and of seen classes, both settings of section 3.3, SUN or CUB',
  needs: order,
  async run(context) {
    const found = order.flatMap(name => context.data(name))[0]
    context.onProgress?.('Fig. 7: parameters by cross validation', 0)
    const families = [
      ['paper', 'SSE'],
      ...(context.classWeights ? [['class-weights', 'class weights (ours)'] as const] : [])
    ] as readonly (readonly ['paper' | 'class-weights', string])[]
    const panels: GrowthPanel[] = []
    const rows = await allRows(found)
    for (const [family, title] of families) {
      const tested = await context.tuned(found, { split: {}, family, seed: context.seed })
      const options = { ...tested.options, references: 'means' } as const
      panels.push(...(await panelsOf(rows, options, title, context)))
    }
    return {
      figures: [
        {
          name: 'growth',
          data: {
            title: `Fig. 7: ${dataNames[found.name]}, ${rows.classes.length} classes`,
            panels: joined(panels)
          },
          text: context.caption(
            `Classes are drawn at random for each of ${context.trials} ${context.trials === 1 ? 'trial' : 'trials'}; rows of unseen classes are recognised (a) among the unseen classes drawn, (b) among all ${rows.classes.length} classes, without a bias. The parameters are those that cross validation chose on the data set's own seen classes, the references the class means. ${published}`,
            [found]
          )
        }
      ],
      missing:
        found.name === 'sun'
          ? []
          : ['Fig. 7 on SUN, as the paper has it: made on CUB instead. `unseen data get sun` brings SUN.']
    }
  }
}

interface AllRows {
  readonly classes: readonly string[]
  readonly signatures: SplitData['train']['signatures']
  readonly features: Matrix
  readonly labels: readonly string[]
}

/** Every row of the data set, whatever its splits. */
async function allRows({ dataset }: FoundData): Promise<AllRows> {
  const [last] = dataset.classes.slice(-1)
  const whole = { ...dataset, splits: [] }
  const { train, test } = await takeSplit(whole, { unseen: [last] })
  return {
    classes: dataset.classes,
    signatures: train.signatures,
    ...stacked({ features: train.features, labels: train.labels }, test)
  }
}

function stacked(
  a: { readonly features: Matrix; readonly labels: readonly string[] },
  b: LabelledRows
): { features: Matrix; labels: string[] } {
  const { columns } = a.features
  const data = new Float32Array((a.features.rows + b.features.rows) * columns)
  const row = new Float64Array(columns)
  for (const [matrix, first] of [
    [a.features, 0],
    [b.features, a.features.rows]
  ] as const)
    for (let i = 0; i < matrix.rows; i++) {
      Matrix.readRow(matrix, i, row)
      data.set(row, (first + i) * columns)
    }
  return {
    features: Matrix.dense(a.features.rows + b.features.rows, columns, data),
    labels: [...a.labels, ...b.labels]
  }
}

/** 10, 20, ... and the last, as far as there are classes. */
export function steps(most: number): number[] {
  const list = Array.from({ length: Math.floor(most / STEP) }, (_, at) => STEP * (at + 1))
  return list.at(-1) === most || most < 2 ? list : [...list, most]
}

/** Numbers of seen classes of setting (a). */
export function seenCounts(classes: number): number[] {
  return classes === 717
    ? seenOfSun
    : [0.1, 0.25, 0.5, 0.75].map(share => Math.max(2, Math.round(share * classes)))
}

async function panelsOf(
  rows: AllRows,
  options: FitOptions,
  title: string,
  context: ExperimentContext
): Promise<GrowthPanel[]> {
  const total = rows.classes.length
  const first = seenCounts(total)
  // A class must remain to be recognised.
  const second = steps(total - 1).filter(seen => seen % STEP === 0)
  const jobs = (first.length + second.length) * context.trials
  let done = 0
  const trained = async (seen: number, trial: number): ReturnType<typeof trainOn> => {
    context.onProgress?.(`Fig. 7: ${title}, ${seen} seen classes`, done++ / jobs)
    context.signal?.throwIfAborted()
    return trainOn(rows, seen, context.seed + trial, { ...options, ...defined({ signal: context.signal }) })
  }
  const setting = async (
    seen: number,
    measure: (model: Awaited<ReturnType<typeof trainOn>>) => number[]
  ): Promise<number[][]> => {
    const perTrial = []
    for (let trial = 0; trial < context.trials; trial++) perTrial.push(measure(await trained(seen, trial)))
    return perTrial
  }
  const point = (classes: number, values: readonly number[]): GrowthPoint => {
    const { value, deviation } = overTrials(values)
    return { classes, accuracy: value, ...defined({ deviation }) }
  }
  const amongUnseen = []
  for (const seen of first) {
    const counts = steps(total - seen)
    const perTrial = await setting(seen, ({ model, unseen }) =>
      counts.map(count => rightOf(rows, model, unseen.slice(0, count), unseen.slice(0, count)))
    )
    amongUnseen.push({
      name: `${title}, ${seen} seen`,
      points: counts.map((count, at) =>
        point(
          count,
          perTrial.map(values => values[at])
        )
      )
    })
  }
  const amongAll = []
  for (const seen of second) {
    const perTrial = await setting(seen, ({ model, unseen }) => [rightOf(rows, model, unseen, rows.classes)])
    amongAll.push(
      point(
        seen,
        perTrial.map(([value]) => value)
      )
    )
  }
  return [
    { title: '(a) among the unseen classes', counts: 'number of unseen classes', curves: amongUnseen },
    {
      title: `(b) among all ${total} classes`,
      counts: 'number of seen classes',
      curves: [{ name: title, points: amongAll }]
    }
  ]
}

/** Panels of one setting become one. */
function joined(panels: readonly GrowthPanel[]): GrowthPanel[] {
  return [...new Set(panels.map(({ title }) => title))].map(title => {
    const own = panels.filter(panel => panel.title === title)
    return { ...own[0], curves: own.flatMap(({ curves }) => curves) }
  })
}

/** Trains on the first so many classes of a random order; the others are unseen, in that order. */
async function trainOn(
  { classes, signatures, features, labels }: AllRows,
  seen: number,
  seed: number,
  options: FitOptions
): Promise<{ readonly model: Awaited<ReturnType<typeof fit>>; readonly unseen: readonly string[] }> {
  const drawn = createRandom(seed).shuffle([...classes])
  const chosen = new Set(drawn.slice(0, seen))
  const rows = rowsWhere(labels, label => chosen.has(label))
  const model = await fit(
    { features: Matrix.select(features, rows), labels: rows.map(row => labels[row]), signatures },
    options
  )
  return { model, unseen: drawn.slice(seen) }
}

/** Part of the rows of these classes that are recognised among the candidates. */
function rightOf(
  { features, labels }: AllRows,
  model: Awaited<ReturnType<typeof fit>>,
  classes: readonly string[],
  among: readonly string[]
): number {
  const wanted = new Set(classes)
  const rows = rowsWhere(labels, label => wanted.has(label))
  return accuracy(
    rows.map(row => labels[row]),
    model.recognise(Matrix.select(features, rows), { among }).map(([best]) => best.class)
  ).perImage
}

function rowsWhere(labels: readonly string[], wanted: (label: string) => boolean): number[] {
  return labels.flatMap((label, row) => (wanted(label) ? [row] : []))
}
