/**
 * The command line that repeats a run, quoted for a shell. It has a flag for every option that was given; the rest is left
 * to the defaults. Folds of one's own by name can be given to the library only, so they have no flag.
 */
import { type TuneOptions, fitOptions } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { SplitOptions } from '@unseen/data'
import type { RunConfig } from './run-folder.js'

export function runCommand(config: RunConfig): string {
  const { command, data } = config
  const { split, table, unseen } = askedSplit(config)
  const own = command === 'compare' ? compareFlags(config) : trainFlags(config)
  // A path that begins with a dash would be taken for an option.
  const path = data.path.startsWith('-') ? `./${data.path}` : data.path
  return [
    'unseen',
    command,
    path,
    ...flag('split', split),
    ...flag('table', table),
    ...flag('unseen', unseen),
    ...own
  ]
    .map(quoted)
    .join(' ')
}

/**
 * Which part of its data set a run used. With `--unseen` it made a split of its own, from the rows of a split that the data
 * set has.
 */
export function askedSplit({
  split,
  table,
  options
}: Pick<RunConfig, 'split' | 'table' | 'options'>): SplitOptions {
  const { unseen, rowsOf } = options as { readonly unseen?: readonly string[]; readonly rowsOf?: string }
  if (unseen === undefined) return { split, table }
  return { table, unseen, ...defined({ split: rowsOf }) }
}

/** The same for config.json, which keeps the name of the split beside the options. */
export function splitRecord({ split, unseen }: SplitOptions): Readonly<Record<string, unknown>> {
  return unseen === undefined ? {} : { unseen, ...defined({ rowsOf: split }) }
}

/** As flags have them. */
type Value = string | number | readonly string[]

function compareFlags({ seed, options }: RunConfig): string[] {
  const { methods, protocols, trials, normalise } = options as Readonly<Record<string, Value>>
  return [
    ...flag('methods', methods),
    ...flag('protocol', protocols),
    ...flag('trials', trials),
    ...flag('normalise', normalise),
    ...flag('seed', seed)
  ]
}

function trainFlags({ command, options }: RunConfig): string[] {
  const {
    search = {},
    rehearse,
    ...given
  } = options as {
    readonly search?: Pick<TuneOptions, 'protocol' | 'family' | 'mixture' | 'heldOut' | 'folds' | 'grid'>
    readonly rehearse?: boolean
  }
  // A search takes no mixture but its default, and `tune` has no flag for it.
  const known = fitOptions.filter(({ name }) => command === 'fit' || name !== 'mixture')
  return [
    ...known.flatMap(({ name }) => flag(name, (given as Readonly<Record<string, Value>>)[name])),
    ...flag('protocol', search.protocol),
    ...flag('family', search.family),
    ...(search.mixture === 'any' ? ['--any-mixture'] : []),
    ...flag('held-out', search.heldOut),
    ...(typeof search.folds === 'number' ? flag('folds', search.folds) : []),
    ...Object.entries(search.grid ?? {}).flatMap(([name, values]) =>
      flag('grid', `${name}=${values.join(',')}`)
    ),
    ...(rehearse === undefined ? [] : [rehearse ? '--rehearse' : '--no-rehearse'])
  ]
}

function flag(name: string, value: Value | undefined): string[] {
  return value === undefined ? [] : [`--${name}`, String(value)]
}

/** A word as a POSIX shell reads it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
