/**
 * The options of training as flags: made from core's one table, so that names, ranges and texts are the same
 * everywhere.
 */
import { type FitOptions, type OptionSpec, fitOptions } from '@unseen/core'
import { InvalidArgumentError, Option, type Command } from 'commander'

/** Adds a flag for every option, but for those named. */
export function addFitFlags(command: Command, without: readonly string[] = []): Command {
  for (const spec of fitOptions) if (!without.includes(spec.name)) command.addOption(flagOf(spec))
  return command
}

/** The options that were given, out of all flags of a command. */
export function fitFlags(flags: Readonly<Record<string, unknown>>): FitOptions {
  return Object.fromEntries(
    fitOptions.map(({ name }) => [name, flags[name]]).filter(([, value]) => value !== undefined)
  ) as FitOptions
}

function flagOf(spec: OptionSpec): Option {
  const letter =
    spec.symbol === undefined || spec.symbol === spec.name ? '' : ` (${spec.symbol} in the paper)`
  const only = spec.only === undefined ? '' : `; ${spec.only} weights only`
  const option = new Option(
    `--${spec.name} <${spec.kind === 'choice' ? 'choice' : 'number'}>`,
    `${spec.summary}${letter}${only} (default: ${spec.default})`
  )
  return spec.kind === 'choice' ? option.choices(spec.choices) : option.argParser(text => numberOf(text))
}

/** Ranges are checked by core, which knows them. */
export function numberOf(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}
