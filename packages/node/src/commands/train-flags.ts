/** What `tune` and `fit` share: which data, which run, and how they are told. */
import { defined } from '@unseen/core/internal'
import type { TrainRunOptions } from '../runs/train-run.js'
import { numberOf } from './fit-flags.js'
import { InvalidArgumentError, Option, type Command } from 'commander'

export interface TrainFlags {
  readonly split?: string
  readonly table?: string
  readonly unseen?: readonly string[]
  readonly run?: string
  readonly resume?: boolean
  readonly output?: string
  readonly rehearse?: boolean
  readonly threads?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

export function addTrainFlags(command: Command): Command {
  return command
    .option('--split <name>', 'which split of the data set (default: its first)')
    .option(
      '--table <name>',
      'which signatures; "attributes + 2 * sentences" joins tables (default: the first)'
    )
    .option(
      '--unseen <names>',
      "classes that are unseen, separated by commas, instead of the split's",
      text =>
        text
          .split(',')
          .map(name => name.trim())
          .filter(name => name !== '')
    )
    .option('-o, --output <file>', 'where the model goes besides the run')
    .option('--run <folder>', "the run's folder (default: runs/NAME-NUMBER)")
    .option('--resume', 'go on with the run in --run')
    .option(
      '--rehearse',
      'hide seen classes afterwards, so that the model knows its bias, its threshold and what to expect (after a search it is done by itself where it takes seconds)'
    )
    .option('--no-rehearse', 'do not')
    .addOption(
      new Option('--threads <number>', 'worker threads of the search (default: one per core)').argParser(
        numberOf
      )
    )
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress')
}

/** The flags as a run takes them. */
export async function runOptions(
  data: string,
  { split, table, unseen, run, resume, output, rehearse, threads }: TrainFlags
): Promise<Omit<TrainRunOptions, 'options'>> {
  const { newRunFolder } = await import('../runs/new-run-folder.js')
  const given = { split, table, unseen, resume, output, rehearse, threads }
  return {
    data,
    folder: run ?? (await newRunFolder(data)),
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined)
    ) as Partial<TrainRunOptions>)
  }
}

export interface SearchFlags {
  readonly protocol?: 'groups' | 'paper'
  readonly family?: 'auto' | 'paper' | 'class-weights' | 'gauss'
  readonly anyMixture?: boolean
  readonly heldOut?: number
  readonly folds?: number
  readonly grid?: Readonly<Record<string, readonly (number | string)[]>>
}

/** The flags of a search as `tune` takes them. */
export function searchOptions({
  protocol,
  family,
  anyMixture,
  heldOut,
  folds,
  grid
}: SearchFlags): NonNullable<TrainRunOptions['search']> {
  return defined({
    protocol,
    family,
    mixture: anyMixture === true ? ('any' as const) : undefined,
    heldOut,
    folds,
    // Names and values are checked by core, which knows them.
    grid: grid
  })
}

export function addSearchFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--protocol <choice>',
        "groups: four disjoint groups of held-out classes; paper: the paper's whole grid, slow (default: groups)"
      ).choices(['groups', 'paper'])
    )
    .addOption(
      new Option(
        '--family <choice>',
        "what is searched: the paper's method, class weights, Gaussian weights, or whichever of the last two held-out classes prefer (default: auto)"
      ).choices(['auto', 'paper', 'class-weights', 'gauss'])
    )
    .option('--any-mixture', 'also search mixtures that may be negative')
    .addOption(new Option('--held-out <number>', 'held-out classes at a time').argParser(numberOf))
    .addOption(new Option('--folds <number>', 'how many times classes are held out').argParser(numberOf))
    .option(
      '--grid <values>',
      'values to try of one parameter, "gamma=0.1,1,10"; may be given again for others',
      gridOf,
      undefined
    )
}

/** "gamma=0.1,1" beside what was given before. */
function gridOf(text: string, before: SearchFlags['grid'] = {}): SearchFlags['grid'] {
  const [, name, values] = /^\s*(\w+)\s*=(.*)$/.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError('It must be NAME=VALUE,VALUE..., for example gamma=0.1,1.')
  return {
    ...before,
    [name]: values
      .split(',')
      .map(value => value.trim())
      .filter(value => value !== '')
      .map(value => (Number.isNaN(Number(value)) ? value : Number(value)))
  }
}
