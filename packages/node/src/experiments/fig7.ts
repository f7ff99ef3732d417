/**
 * Fig. 7, the two large-scale settings of section 3.3. Setting 1: so many seen classes, and 10, 20, ...
 * unseen ones to choose among. Setting 2: rows of unseen classes among all classes, seen and unseen,
 * without a bias. On CUB's 200 classes; on SUN's 717 with the annotations as features, for scale only.
 */
import { Matrix, type Model, type SplitData, accuracy, fit } from '@unseen/core'
import { drawSplit, takeSplit } from '@unseen/data'
import type { GrowthPanel, GrowthPoint } from '@unseen/report'
import { type DataName, type Experiment, type ExperimentContext, dataNames } from './experiment.js'
import { overTrials } from './measure.js'

const sizes = {
  cub: { seen: [50, 100, 150], unseen: [5, 10, 20, 30, 40, 50] },
  sun: { seen: [200, 645], unseen: [10, 20, 30, 40, 50, 72] }
} as const
/** Class weights: a training takes seconds, so that three seeds of every curve are to be had. */
const options = { weights: 'class', gamma: 1, ridge: 3, compare: 'cosine' } as const

export const fig7: Experiment = {
  name: 'fig7',
  title: 'Fig. 7: more and more classes',
  summary:
    'accuracy against the number of unseen and of seen classes, in both settings of section 3.3 (class weights)',
  needs: ['cub', 'sun'],
  async run(context) {
    const figures = []
    for (const name of ['cub', 'sun'] as const satisfies readonly DataName[]) {
      const dataset = await context.data(name)
      if (dataset === undefined) continue
      const data = await takeSplit(dataset)
      figures.push({
        name: 'growth' as const,
        data: {
          title: `${dataNames[name]}${name === 'sun' ? ' (annotations as features: scale only)' : ''}`,
          panels: await panelsOf(name, data, context)
        }
      })
    }
    return { figures }
  }
}

async function panelsOf(
  name: 'cub' | 'sun',
  data: SplitData,
  context: ExperimentContext
): Promise<GrowthPanel[]> {
  const settings = [[], []] as { name: string; points: GrowthPoint[] }[][]
  for (const [at, seen] of sizes[name].seen.entries()) {
    const perTrial: number[][][] = []
    for (let trial = 0; trial < Math.max(3, context.trials); trial++) {
      context.onProgress?.(`Fig. 7: ${dataNames[name]}, ${seen} seen classes`, at / sizes[name].seen.length)
      context.signal?.throwIfAborted()
      perTrial.push(await oneTrial(data, seen, sizes[name].unseen, context.seed + trial))
    }
    settings.forEach((curves, setting) => {
      const points = sizes[name].unseen.map((classes, point) => {
        const { value, deviation = 0 } = overTrials(perTrial.map(trial => trial[setting][point]))
        return { classes, accuracy: value, deviation }
      })
      curves.push({ name: `${seen} seen classes`, points })
    })
  }
  return [
    { title: 'Setting 1: among the unseen classes', counts: 'number of unseen classes', curves: settings[0] },
    {
      title: 'Setting 2: among all classes, no bias',
      counts: 'number of unseen classes',
      curves: settings[1]
    }
  ]
}

/**
 * Accuracies of both settings for every number of unseen classes, from one training on a random choice of
 * seen classes.
 */
async function oneTrial(
  { train, test, split }: SplitData,
  seen: number,
  counts: readonly number[],
  seed: number
): Promise<number[][]> {
  const drawn = drawSplit(split, { seen, seed })
  const chosen = new Set(drawn.seen)
  const rows = train.labels
    .map((label, row) => ({ label, row }))
    .filter(({ label }) => chosen.has(label))
    .map(({ row }) => row)
  const features = train.features as Matrix
  const model = await fit(
    {
      features: Matrix.select(features, rows),
      labels: rows.map(row => train.labels[row]),
      signatures: withoutClasses(train.signatures, new Set(split.seen.filter(name => !chosen.has(name))))
    },
    options
  )
  const measured = counts.map(count => settingsOf(model, test, drawn.unseen.slice(0, count)))
  return [measured.map(([first]) => first), measured.map(([, second]) => second)]
}

function settingsOf(
  model: Model,
  { features, labels }: SplitData['test'],
  unseen: readonly string[]
): [number, number] {
  const wanted = new Set(unseen)
  const rows = labels
    .map((label, row) => ({ label, row }))
    .filter(({ label }) => wanted.has(label))
    .map(({ row }) => row)
  const truth = rows.map(row => labels[row])
  const some = Matrix.select(features, rows)
  return [unseen, [...model.seen, ...unseen]].map(
    among =>
      accuracy(
        truth,
        model.recognise(some, { among }).map(([best]) => best.class)
      ).perImage
  ) as [number, number]
}

function withoutClasses(
  { classes, matrix, ...rest }: SplitData['train']['signatures'],
  out: ReadonlySet<string>
): SplitData['train']['signatures'] {
  const kept = classes.map((_, at) => at).filter(at => !out.has(classes[at]))
  return {
    ...rest,
    classes: kept.map(at => classes[at]),
    matrix: Matrix.select(Matrix.from(matrix, 'signatures'), kept)
  }
}
