/**
 * A run is a folder that says everything about itself:
 *
 *   config.json     what was asked for: command, data and its fingerprint, options, seed, versions
 *   journal.jsonl   what is done so far, line by line (journal.ts)
 *   search.json     what a search found, point by point
 *   model.unseen    the trained model (a comparison has comparison.json instead)
 *   metrics.json    what came out
 *   lock            while a process is at work on it (files/lock.ts)
 *
 * Everything but the journal is written whole or not at all. No file has a time in it, so that a run that was
 * interrupted and resumed ends with the same bytes; a comparison keeps its times apart, in diary.json.
 */
import { UnseenError } from '@unseen/core'
import type { ChainResult } from '@unseen/core/internal'
import { lockOrRefuse } from '../files/lock.js'
import { makeFolder } from '../files/make-folder.js'
import { writeFileWhole } from '../files/write-file.js'
import { type Journal, openJournal } from './journal.js'
import { existsSync } from 'node:fs'
import { readFile, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

export interface RunConfig {
  readonly command: 'fit' | 'tune' | 'compare'
  readonly data: { readonly path: string; readonly name: string; readonly fingerprint: string }
  readonly split: string
  readonly table: string
  readonly options: Readonly<Record<string, unknown>>
  readonly seed: number
  readonly versions: Readonly<Record<string, string>>
}

export interface Run<Entry = ChainResult> {
  readonly folder: string
  readonly config: RunConfig
  readonly journal: Journal<Entry>
  path(name: string): string
  write(name: string, value: unknown): Promise<void>
  /**
   * With the error that ended it, if one did: what was refused before anything was worked out leaves nothing
   * behind, what was stopped can go on.
   */
  close(error?: unknown): Promise<void>
}

/** What a run has from its beginning. */
const first = ['config.json', 'journal.jsonl']
const FORMAT = { format: 'unseen-run', version: 1 } as const

/**
 * Makes the folder, or goes on in it with `resume`; refuses a folder of another run and one that is in use.
 */
export async function openRun<Entry = ChainResult>(
  folder: string,
  config: RunConfig,
  { resume = false }: { readonly resume?: boolean } = {}
): Promise<Run<Entry>> {
  const path = (name: string): string => join(folder, name)
  const begun = existsSync(path('config.json'))
  const missing = [folder, dirname(resolve(folder))].filter(each => !existsSync(each))
  if (begun && !resume)
    throw new UnseenError('path.exists', `${folder} holds a run already.`, {
      where: { folder },
      remedy: 'Go on with --resume, or name another folder with --run.'
    })
  if (!begun && existsSync(folder) && resume)
    throw new UnseenError('path.missing', `${folder} holds no run to go on with.`, { where: { folder } })
  await makeFolder(folder)
  const unlock = await lockOrRefuse(path('lock')).catch(async (error: unknown) => {
    if (!begun) for (const each of missing) await rmdir(each).catch(() => undefined)
    throw error
  })
  try {
    if (begun) compare(await readRunConfig(folder), config, folder)
    else await writeFileWhole(path('config.json'), toText({ ...FORMAT, ...config }))
    const journal = await openJournal<Entry>(path('journal.jsonl'))
    return {
      folder,
      config,
      journal,
      path,
      write: (name, value) => writeFileWhole(path(name), toText(value)),
      async close(error) {
        await journal.close()
        const isStopped = error instanceof UnseenError && error.code === 'cancelled'
        const isEmpty = !begun && error !== undefined && !isStopped && (await hasNothing(folder))
        if (isEmpty) for (const name of first) await rm(path(name), { force: true })
        await unlock()
        if (isEmpty) for (const each of missing) await rmdir(each).catch(() => undefined)
      }
    }
  } catch (error) {
    if (!begun) for (const name of first) await rm(path(name), { force: true })
    await unlock()
    if (!begun) for (const each of missing) await rmdir(each).catch(() => undefined)
    throw error
  }
}

/** Nothing was worked out: a folder as it is when its run begins. */
async function hasNothing(folder: string): Promise<boolean> {
  const names = await readdir(folder)
  return (
    names.every(name => name === 'lock' || first.includes(name)) &&
    (await stat(join(folder, 'journal.jsonl'))).size === 0
  )
}

export async function readRunConfig(folder: string): Promise<RunConfig> {
  const file = join(folder, 'config.json')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UnseenError('path.missing', `${folder} is no run: it has no config.json.`, {
      where: { folder }
    })
  })
  const { format, version, ...config } = parse(text) as { format: string; version: number } & RunConfig
  if (format !== FORMAT.format)
    throw new UnseenError('run.config', `${file} is not the configuration of a run.`, { where: { file } })
  if (version !== FORMAT.version)
    throw new UnseenError(
      'run.config',
      `${file} was written by a newer Unseen (version ${version} of the format, ${FORMAT.version} is known here).`,
      { where: { file } }
    )
  return config
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Results belong together only if everything they depend on is the same. */
function compare(before: RunConfig, now: RunConfig, folder: string): void {
  const differs = (
    [
      ['the command', before.command, now.command],
      ['the data', before.data.fingerprint, now.data.fingerprint],
      ['the split', before.split, now.split],
      ['the table of signatures', before.table, now.table],
      ['the options', toText(before.options), toText(now.options)],
      ['the seed', before.seed, now.seed]
    ] as const
  ).filter(([, was, is]) => was !== is)
  if (differs.length === 0) return
  throw new UnseenError(
    'run.config',
    `The run in ${folder} cannot go on: ${differs.map(([what]) => what).join(', ')} ${differs.length === 1 ? 'is' : 'are'} not the same as when it began.`,
    { where: { folder }, remedy: 'Give the same arguments, or start another run.' }
  )
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
