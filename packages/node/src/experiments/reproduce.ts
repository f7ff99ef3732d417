/** Runs experiments on the data that are there and puts what they found into one report. */
import { type Executor, Matrix, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { REPORT_FORMAT, REPORT_VERSION, type Report } from '@unseen/report'
import { placeOnMap } from '../figures/map.js'
import { quoted } from '../runs/run-command.js'
import { versions } from '../runs/versions.js'
import { threadExecutor } from '../threads/executor.js'
import type { Estimate } from './estimate.js'
import { type Experiment, type ExperimentContext, type Outcome, dataNames } from './experiment.js'
import { experiments } from './experiments.js'
import { type Found, type FoundData, findData } from './find-data.js'
import { type Tested, tuneAndTest } from './measure.js'
import { times } from './published.js'
import { cpus, totalmem, type } from 'node:os'

export interface ReproduceOptions {
  /** names of experiments; all by default */
  readonly names?: readonly string[]
  /** folders that hold data sets, or `awa=FOLDER` for one of them */
  readonly data?: readonly string[]
  readonly protocol?: 'groups' | 'paper'
  readonly trials?: number
  readonly seed?: number
  /** class weights beside the paper's method in Fig. 7 too */
  readonly classWeights?: boolean
  /** the systems that Table 3 compares with, trained here too */
  readonly systems?: boolean
  readonly threads?: number
  /** who trains, in place of worker threads */
  readonly executor?: Executor
  readonly signal?: AbortSignal
  onProgress?(text: string, fraction: number): void
  /** said before a search of the paper's whole grid begins */
  onEstimate?(estimate: Estimate): void
}

export interface Reproduced {
  readonly report: Report
  /** what could not be run, and what would be needed */
  readonly missing: readonly string[]
}

export async function reproduce({
  names = experiments.map(({ name }) => name),
  data = [],
  protocol = 'groups',
  trials = 3,
  seed = 0,
  classWeights = false,
  systems = false,
  threads,
  executor = threadExecutor(threads === undefined ? {} : { threads }),
  signal,
  onProgress,
  onEstimate
}: ReproduceOptions = {}): Promise<Reproduced> {
  if (!Number.isInteger(trials) || trials < 1)
    throw new UnseenError('options.value', `trials must be a whole number of at least 1, got ${trials}.`, {
      where: { option: 'trials' }
    })
  const chosen = names.map(findExperiment)
  const found = await findData(data, [...new Set(chosen.flatMap(({ needs }) => needs))])
  const asked: Asked = { names, data, protocol, trials, seed, classWeights, systems }
  const started = performance.now()
  const runnable = chosen.filter(({ needs }) => needs.some(name => found.sets.some(set => set.name === name)))
  const outcomes: { readonly experiment: Experiment; readonly outcome: Outcome }[] = []
  const took: Taken[] = []
  const shared = tunedOnce({ executor, protocol, ...defined({ signal }) }, took)
  for (const [at, experiment] of runnable.entries()) {
    const context: ExperimentContext = {
      data: name => found.sets.filter(set => set.name === name),
      tuned: shared,
      executor,
      protocol,
      trials,
      seed,
      classWeights,
      systems,
      ...defined({ signal, onEstimate }),
      onProgress: (text, fraction) => onProgress?.(text, (at + fraction) / runnable.length),
      map: (features, title) =>
        placeRows(features, seed, signal, () =>
          onProgress?.(`${experiment.title}: map of ${title}`, at / runnable.length)
        ),
      caption: (shows, sets) =>
        `${shows} Data: ${sets.map(describeSet).join('; ')}. Command: ${commandOf({ ...asked, names: [experiment.name] })}`
    }
    outcomes.push({ experiment, outcome: await experiment.run(context) })
    signal?.throwIfAborted()
  }
  return {
    report: toReport(outcomes, found, took, asked, (performance.now() - started) / 1000),
    missing: [
      ...missingOf(chosen, found),
      ...found.passedOver,
      ...outcomes.flatMap(({ outcome }) => outcome.missing ?? [])
    ]
  }
}

interface Taken {
  readonly found: FoundData
  readonly seconds: number
}

/** The same search is made once for all tables and figures that ask for it. */
function tunedOnce(
  context: Pick<ExperimentContext, 'executor' | 'protocol' | 'signal'>,
  took: Taken[]
): ExperimentContext['tuned'] {
  const known = new Map<string, Promise<Tested>>()
  return (found, wanted) => {
    const key = JSON.stringify([found.fingerprint, wanted])
    const before = known.get(key)
    if (before !== undefined) return before
    const made = tuneAndTest(found.dataset, wanted, context).then(tested => {
      if (wanted.family === 'paper') took.push({ found, seconds: tested.seconds })
      return tested
    })
    known.set(key, made)
    return made
  }
}

function describeSet({ name, features, sample, dataset, fingerprint }: FoundData): string {
  return `${dataNames[name]}${sample ? ', the sample' : ''}, ${dataset.labels.length.toLocaleString('en')} rows, features ${features}, fingerprint ${fingerprint}`
}

function findExperiment(name: string): Experiment {
  const found = experiments.find(each => each.name === name)
  if (found === undefined)
    throw new UnseenError('options.value', `There is no experiment "${name}".`, {
      where: { option: 'experiment' },
      remedy: `There are: ${experiments.map(each => each.name).join(', ')}, all.`
    })
  return found
}

async function placeRows(
  features: Matrix,
  seed: number,
  signal: AbortSignal | undefined,
  onProgress: () => void
): Promise<{ x: number[]; y: number[] }> {
  const data = new Float32Array(features.rows * features.columns)
  const row = new Float64Array(features.columns)
  for (let i = 0; i < features.rows; i++) {
    Matrix.readRow(features, i, row)
    data.set(row, i * features.columns)
  }
  const { x, y } = await placeOnMap(data, features.rows, features.columns, {
    method: 't-sne',
    seed,
    onProgress,
    ...defined({ signal })
  })
  // A tenth of a thousandth is finer than any picture.
  const rounded = (values: Float64Array): number[] =>
    Array.from(values, value => Math.round(1e4 * value) / 1e4)
  return { x: rounded(x), y: rounded(y) }
}

function missingOf(chosen: readonly Experiment[], { sets }: Found): string[] {
  return chosen.flatMap(({ title, needs }) => {
    const absent = needs.filter(name => !sets.some(each => each.name === name))
    return absent.length === 0
      ? []
      : [
          `${title}: ${absent.map(name => dataNames[name]).join(', ')} ${absent.length === 1 ? 'is' : 'are'} not there. Give the place with --data (${absent.map(name => `${name}=FOLDER`).join(', ')}); \`unseen data list\` shows what can be fetched.`
        ]
  })
}

interface Asked {
  readonly names: readonly string[]
  readonly data: readonly string[]
  readonly protocol: string
  readonly trials: number
  readonly seed: number
  readonly classWeights: boolean
  readonly systems: boolean
}

function commandOf({ names, data, protocol, trials, seed, classWeights, systems }: Asked): string {
  return [
    'unseen reproduce',
    names.length === experiments.length ? 'all' : names.join(' '),
    ...data.map(place => `--data ${quoted(place)}`),
    `--protocol ${protocol} --trials ${trials} --seed ${seed}`,
    ...(classWeights ? ['--class-weights'] : []),
    ...(systems ? ['--systems'] : [])
  ].join(' ')
}

function toReport(
  outcomes: readonly { readonly experiment: Experiment; readonly outcome: Outcome }[],
  { sets }: Found,
  took: readonly Taken[],
  asked: Asked,
  seconds: number
): Report {
  const used = sets.filter(({ name }) => outcomes.some(({ experiment }) => experiment.needs.includes(name)))
  const command = `${commandOf(asked)} -o report.html`
  const { names, data, protocol, trials, seed, classWeights, systems } = asked
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title: 'Zero-shot recognition by semantic similarity embedding, run again',
    summary: [
      'Every class in these tests had no image in training: it is known by its description alone. Published figures of Zhang and Saligrama (ICCV 2015) stand beside ours.'
    ],
    run: {
      command,
      seed,
      at: new Date().toISOString(),
      seconds,
      versions: versions(),
      machine: {
        processor: cpus()[0]?.model ?? 'unknown',
        cores: cpus().length,
        memory: `${Math.round(totalmem() / 1e9)} GB`,
        system: type()
      },
      data: used.map(({ name, dataset, fingerprint, features, sample }) => ({
        name: `${dataNames[name]}, ${sample ? 'the sample of 2,000 images' : features}`,
        fingerprint,
        rows: dataset.labels.length,
        ...defined({ source: dataset.provenance.source })
      })),
      times: timesOf(took),
      settings: {
        experiments: names.join(' '),
        protocol,
        trials,
        classWeights,
        ...(systems ? { systems } : {}),
        ...defined({ data: data.length === 0 ? undefined : JSON.stringify(data) })
      }
    },
    results: outcomes.flatMap(({ outcome }) => outcome.results ?? []),
    tables: outcomes.flatMap(({ outcome }) => outcome.tables ?? []),
    figures: outcomes.flatMap(({ outcome }) => outcome.figures ?? []),
    mixtures: outcomes.flatMap(({ outcome }) => outcome.mixtures ?? []),
    again: {
      commands: [command, 'unseen verify report.html'],
      note: 'The same data, seed and version give the same numbers; times and the machine differ.'
    }
  }
}

/** The longest search with training and test on each data set, beside the paper's. */
function timesOf(took: readonly Taken[]): NonNullable<NonNullable<Report['run']>['times']> {
  const names = [...new Set(took.map(({ found }) => found))]
  return names.map(found => ({
    name: `${describeSet(found)}: parameters, training and test, the longest of ${took.filter(each => each.found === found).length}`,
    seconds: Math.max(...took.filter(each => each.found === found).map(each => each.seconds)),
    published: `${found.name === 'cifar10' ? times.cifar10 : times.others} (Xeon E5-2696 v2, MATLAB)`
  }))
}
