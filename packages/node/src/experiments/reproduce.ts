/** Runs experiments on the data that are there and puts what they found into one report. */
import { Matrix, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { fingerprint } from '@unseen/data'
import { REPORT_FORMAT, REPORT_VERSION, type Report } from '@unseen/report'
import { placeOnMap } from '../figures/map.js'
import { versions } from '../runs/versions.js'
import { threadExecutor } from '../threads/executor.js'
import type { Estimate } from './estimate.js'
import {
  type DataName,
  type Experiment,
  type ExperimentContext,
  type Outcome,
  dataNames
} from './experiment.js'
import { experiments } from './experiments.js'
import { type FoundData, findData, openFound } from './find-data.js'
import { cpus, totalmem, type } from 'node:os'

export interface ReproduceOptions {
  /** names of experiments; all by default */
  readonly names?: readonly string[]
  /** where the data sets are */
  readonly data?: string
  readonly protocol?: 'groups' | 'paper'
  readonly trials?: number
  readonly seed?: number
  readonly threads?: number
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
  data,
  protocol = 'groups',
  trials = 3,
  seed = 0,
  threads,
  signal,
  onProgress,
  onEstimate
}: ReproduceOptions = {}): Promise<Reproduced> {
  const chosen = names.map(findExperiment)
  const found = await findData(data)
  const open = openFound(found)
  const started = performance.now()
  const runnable = chosen.filter(({ needs }) => needs.some(name => found.some(each => each.name === name)))
  const outcomes: { readonly experiment: Experiment; readonly outcome: Outcome }[] = []
  for (const [at, experiment] of runnable.entries()) {
    const context: ExperimentContext = {
      data: open,
      executor: threadExecutor(threads === undefined ? {} : { threads }),
      protocol,
      trials,
      seed,
      ...defined({ signal, onEstimate }),
      onProgress: (text, fraction) => onProgress?.(text, (at + fraction) / runnable.length),
      map: (features, title) =>
        placeRows(features, seed, signal, () =>
          onProgress?.(`${experiment.title}: map of ${title}`, at / runnable.length)
        )
    }
    outcomes.push({ experiment, outcome: await experiment.run(context) })
    signal?.throwIfAborted()
  }
  return {
    report: await toReport(outcomes, found, open, {
      names,
      data,
      protocol,
      trials,
      seed,
      seconds: (performance.now() - started) / 1000
    }),
    missing: missingOf(chosen, found)
  }
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
    seed,
    onProgress,
    ...defined({ signal })
  })
  // A tenth of a thousandth is finer than any picture.
  const rounded = (values: Float64Array): number[] =>
    Array.from(values, value => Math.round(1e4 * value) / 1e4)
  return { x: rounded(x), y: rounded(y) }
}

function missingOf(chosen: readonly Experiment[], found: readonly FoundData[]): string[] {
  return chosen.flatMap(({ title, needs }) => {
    const absent = needs.filter(name => !found.some(each => each.name === name))
    return absent.length === 0
      ? []
      : [
          `${title}: ${absent.map(name => dataNames[name]).join(', ')} ${absent.length === 1 ? 'is' : 'are'} not there. Put the data set into a folder whose name begins with ${absent.map(name => `"${name}"`).join(', ')} and give its place with --data; \`unseen data list\` shows what can be fetched.`
        ]
  })
}

interface Asked {
  readonly names: readonly string[]
  readonly data: string | undefined
  readonly protocol: string
  readonly trials: number
  readonly seed: number
  readonly seconds: number
}

async function toReport(
  outcomes: readonly { readonly experiment: Experiment; readonly outcome: Outcome }[],
  found: readonly FoundData[],
  open: (name: DataName) => Promise<Awaited<ReturnType<ExperimentContext['data']>>>,
  { names, data, protocol, trials, seed, seconds }: Asked
): Promise<Report> {
  const used = found.filter(({ name }) => outcomes.some(({ experiment }) => experiment.needs.includes(name)))
  const sets = await Promise.all(
    used.map(async ({ name, sample }) => {
      const dataset = await open(name)
      return dataset === undefined
        ? []
        : [
            {
              name: sample ? `${dataNames[name]}, the sample of 2,000 images` : dataNames[name],
              fingerprint: await fingerprint(dataset),
              rows: dataset.labels.length,
              ...defined({ source: dataset.provenance.source })
            }
          ]
    })
  )
  const command = `unseen reproduce ${names.length === experiments.length ? 'all' : names.join(' ')}${data === undefined ? '' : ' --data DIR'} --protocol ${protocol} --trials ${trials} --seed ${seed} -o report.html`
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title: 'Zero-shot recognition by semantic similarity embedding, run again',
    summary: [
      'Every class in these tests had no image in training: it is known by its description alone. Published figures of Zhang and Saligrama (ICCV 2015) stand beside ours.',
      ...outcomes.flatMap(({ outcome }) => outcome.summary ?? [])
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
      data: sets.flat(),
      settings: { experiments: names.join(' '), protocol, trials, ...defined({ data }) }
    },
    results: outcomes.flatMap(({ outcome }) => outcome.results ?? []),
    figures: outcomes.flatMap(({ outcome }) => outcome.figures ?? []),
    mixtures: outcomes.flatMap(({ outcome }) => outcome.mixtures ?? []),
    again: {
      commands: [command, 'unseen verify report.html'],
      note: 'The same data, seed and version give the same numbers; times and the machine differ.'
    }
  }
}
