/**
 * Runs what a report tells of again and compares every number that it shows: of tables, figures, mixtures,
 * examples and failures. Only times and the machine may differ.
 */
import { UnseenError } from '@unseen/core'
import type { Comparison, Protocol } from '@unseen/core/compare'
import { defined } from '@unseen/core/internal'
import { type Report, readReport } from '@unseen/report'
import { readOrdinary } from '../files/file-source.js'
import { askedSplit } from '../runs/run-command.js'
import { trainRun } from '../runs/train-run.js'
import { reportRun } from './report-run.js'
import { reproduce } from './reproduce.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Verified {
  /** numbers compared */
  readonly compared: number
  readonly differences: readonly string[]
}

export interface VerifyOptions {
  readonly data?: string
  readonly threads?: number
  readonly signal?: AbortSignal
  onProgress?(text: string, fraction: number): void
}

export async function verifyReport(path: string, options: VerifyOptions = {}): Promise<Verified> {
  const before = readReport(
    await readOrdinary(path).then(
      text => text.toString('utf8'),
      (cause: unknown) => {
        if (cause instanceof UnseenError) throw cause
        throw new UnseenError('path.missing', `${path} cannot be read.`, { where: { file: path }, cause })
      }
    )
  )
  const { settings = {}, seed = 0 } = before.run ?? {}
  const again =
    typeof settings['experiments'] === 'string'
      ? await reproduceAgain(settings, seed, options)
      : await runAgain(before, options)
  const data = compareData(before, again)
  const [then, now] = [numbersOf(before), numbersOf(again)]
  if (then.size === 0)
    throw new UnseenError('report.unreadable', `${path} shows no number that could be compared.`, {
      where: { file: path },
      remedy: 'Verify a report with results or figures.'
    })
  const differences = [...new Set([...then.keys(), ...now.keys()])]
    .filter(place => then.get(place) !== now.get(place))
    .map(place => `${place}: ${then.get(place) ?? 'nothing'} before, ${now.get(place) ?? 'nothing'} now`)
  return { compared: then.size, differences: [...data, ...differences] }
}

const compared = ['results', 'tables', 'figures', 'mixtures', 'examples', 'failures'] as const

/** Every number that a report shows, by its place in words. */
export function numbersOf(report: Report): Map<string, number> {
  const found = new Map<string, number>()
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'number') found.set(place, value)
    else if (Array.isArray(value)) {
      const names = value.map(nameOf)
      names.forEach((name, at) => {
        const own = name !== undefined && names.indexOf(name) === names.lastIndexOf(name) ? name : String(at)
        walk(value[at], `${place}, ${own}`)
      })
    } else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) if (key !== 'seconds') walk(each, `${place} ${key}`)
  }
  for (const part of compared) walk(report[part], part)
  return found
}

/** What people call a part of a report. */
function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { data, ...own } = value as Readonly<Record<string, unknown>>
  const inner =
    typeof data === 'object' && data !== null ? (data as { readonly title?: unknown }).title : undefined
  const parts = [own['group'], own['title'] ?? inner, own['name'], own['class']].filter(
    part => typeof part === 'string'
  )
  return parts.length === 0 ? undefined : parts.join(', ')
}

async function reproduceAgain(
  settings: Readonly<Record<string, string | number | boolean>>,
  seed: number,
  { data, ...options }: VerifyOptions
): Promise<Report> {
  const { report } = await reproduce({
    ...options,
    names: String(settings['experiments']).split(' '),
    protocol: settings['protocol'] === 'paper' ? 'paper' : 'groups',
    trials: Number(settings['trials'] ?? 1),
    seed,
    classWeights: settings['classWeights'] === true,
    systems: settings['systems'] === true,
    data: data === undefined ? placesOf(settings['data']) : [data]
  })
  return report
}

/** The run anew, in a folder of its own. */
async function runAgain(
  { run }: Report,
  { data, threads, signal, onProgress }: VerifyOptions
): Promise<Report> {
  const { split, table, command, search, unseen, rowsOf, rehearse, ...rest } = run?.settings ?? {}
  const asked = askedSplit({
    split: String(split),
    table: String(table),
    options: defined({
      unseen: unseen === undefined ? undefined : (JSON.parse(String(unseen)) as unknown),
      rowsOf
    })
  })
  const place = data ?? /^unseen \w+ (.*) --run /.exec(run?.command ?? '')?.[1]
  if (place === undefined || (command !== 'fit' && command !== 'tune' && command !== 'compare'))
    throw new UnseenError('run.config', 'The report does not say what was run.', {
      remedy: 'Only reports of runs and of `unseen reproduce` can be verified.'
    })
  const folder = await mkdtemp(join(tmpdir(), 'unseen-verify-'))
  try {
    if (command === 'compare') {
      const { compareRun } = await import('../runs/compare-run.js')
      let [done, jobs] = [0, 1]
      await compareRun({
        data: place,
        folder: join(folder, 'run'),
        ...asked,
        methods: String(rest['methods']),
        protocols: String(rest['protocols']).split(',') as Protocol[],
        trials: Number(rest['trials']),
        seed: run?.seed ?? 0,
        normalise: rest['normalise'] as Comparison['normalise'],
        ...defined({ threads, signal }),
        onBegin: begun => {
          jobs = begun.jobs
        },
        onResult: () => onProgress?.('Comparing', ++done / jobs)
      })
      return await reportRun(join(folder, 'run'))
    }
    await trainRun({
      data: place,
      folder: join(folder, 'run'),
      ...asked,
      options: rest,
      ...defined({
        search: command === 'tune' ? (JSON.parse(String(search ?? '{}')) as object) : undefined,
        rehearse: typeof rehearse === 'boolean' ? rehearse : undefined,
        threads,
        signal
      }),
      onProgress: progress => {
        if (progress.stage === 'search') onProgress?.('Searching', progress.done / progress.total)
      }
    })
    return await reportRun(join(folder, 'run'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function compareData(before: Report, again: Report): string[] {
  const now = new Map(again.run?.data?.map(({ name, fingerprint }) => [name, fingerprint]))
  return (before.run?.data ?? [])
    .filter(({ name, fingerprint }) => now.get(name) !== fingerprint)
    .map(({ name }) => `The data set ${name} is not the same as when the report was made`)
}

/** As `reproduce` keeps them. */
function placesOf(value: unknown): string[] {
  return typeof value === 'string' ? (JSON.parse(value) as string[]) : []
}
