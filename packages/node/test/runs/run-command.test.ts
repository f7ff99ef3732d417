// The command of a run, read back by a shell and by the program itself: the same run is asked for.
import { type OptionSpec, fitOptions } from '@unseen/core'
import { methods } from '@unseen/core/compare'
import { fitFlags } from '../../src/commands/fit-flags.js'
import { type SearchFlags, type TrainFlags, searchOptions } from '../../src/commands/train-flags.js'
import { createProgram } from '../../src/program.js'
import { askedSplit, runCommand, splitRecord } from '../../src/runs/run-command.js'
import type { RunConfig } from '../../src/runs/run-folder.js'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testTerminal } from '../helpers/terminal.js'

type Asked = Omit<RunConfig, 'versions' | 'data'> & { readonly path: string }
type Flags = TrainFlags & SearchFlags & Record<string, unknown>

const config = (
  command: RunConfig['command'],
  options: RunConfig['options'],
  more: Partial<RunConfig> = {}
): RunConfig => ({
  command,
  data: { path: 'zoo', name: 'zoo', fingerprint: '0123456789abcdef' },
  split: 'proposed',
  table: 'attributes',
  options,
  seed: 0,
  versions: {},
  ...more
})
const asked = ({ command, data, split, table, options, seed }: RunConfig): Asked => ({
  command,
  path: data.path,
  split,
  table,
  options,
  seed
})

/** The arguments as the program understands them, put together as its commands do. */
async function understood(words: readonly string[]): Promise<Asked> {
  const program = await createProgram(
    { terminal: testTerminal(), exit: () => undefined, warned: () => undefined },
    words.slice(0, 1)
  )
  const command = words[0] as RunConfig['command']
  let found: Asked | undefined
  program.commands
    .find(each => each.name() === command)
    ?.action((path: string, flags: Flags) => {
      const { split, table = '', unseen, rehearse, seed } = flags
      const chosen = splitRecord({
        ...(split !== undefined && { split }),
        ...(unseen !== undefined && { unseen })
      })
      const options =
        command === 'compare'
          ? {
              methods: flags['methods'],
              protocols: String(flags.protocol),
              trials: flags['trials'],
              normalise: flags['normalise'],
              ...chosen
            }
          : {
              ...fitFlags(flags),
              ...(command === 'tune' && { search: searchOptions(flags) }),
              ...chosen,
              ...(rehearse !== undefined && { rehearse })
            }
      found = {
        command,
        path,
        split: unseen === undefined ? (split ?? '') : 'asked for',
        table,
        options,
        seed: Number(seed ?? 0)
      }
    })
  await program.parseAsync(words, { from: 'user' })
  if (found === undefined) throw new Error(`No command was run: ${words.join(' ')}`)
  return found
}

describe('the command of a run', () => {
  it('says everything that was asked of a comparison, and names no split that there is not', () => {
    const options = { methods: 'sse,eszsl', protocols: 'zsl', trials: 3, normalise: 'none' }
    expect(runCommand(config('compare', options, { seed: 7 }))).toBe(
      'unseen compare zoo --split proposed --table attributes --methods sse,eszsl --protocol zsl --trials 3 --normalise none --seed 7'
    )
    expect(
      runCommand(config('compare', { ...options, unseen: ['deer', 'polar bear'] }, { split: 'asked for' }))
    ).toBe(
      "unseen compare zoo --table attributes --unseen 'deer,polar bear' --methods sse,eszsl --protocol zsl --trials 3 --normalise none --seed 0"
    )
  })

  it('says the options of training and of the search', () => {
    expect(
      runCommand(config('fit', { weights: 'class', normalise: 'sqrt', gamma: 0.5, rehearse: true }))
    ).toBe(
      'unseen fit zoo --split proposed --table attributes --weights class --normalise sqrt --gamma 0.5 --rehearse'
    )
    expect(
      runCommand(
        config('tune', {
          mixture: 'simplex',
          search: { protocol: 'paper', family: 'paper', mixture: 'any', heldOut: 4 },
          unseen: ['gnu'],
          rowsOf: "d'Or",
          rehearse: false
        })
      )
    ).toBe(
      "unseen tune zoo --split 'd'\\''Or' --table attributes --unseen gnu --protocol paper --family paper --any-mixture --held-out 4 --no-rehearse"
    )
  })

  it('keeps which rows were taken where classes were asked for', () => {
    for (const wanted of [
      { split: 'a', table: 't' },
      { table: 't', unseen: ['gnu'] },
      { split: 'a', table: 't', unseen: ['gnu'] }
    ]) {
      expect(
        askedSplit({
          split: 'unseen' in wanted ? 'asked for' : 'a',
          table: 't',
          options: splitRecord(wanted)
        })
      ).toEqual(wanted)
    }
  })
})

const hasShell = spawnSync('sh', ['-c', 'exit 0']).status === 0
if (!hasShell) console.warn('Skipped: sh is not here, so that no command can be given to it.')

/** The words of a command as a shell gives them to the program. */
function shellWords(command: string): string[] {
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-c', `unseen() { printf '%s\\0' "$@"; }\n${command}`],
    { encoding: 'utf8' }
  )
  expect(status, stderr).toBe(0)
  return stdout.split('\0').slice(0, -1)
}

describe.skipIf(!hasShell)('read back', () => {
  const text = fc.string({
    minLength: 1,
    unit: fc.constantFrom(...'aZ9 \'"$`\\!*?~#&;|<>()[]{}=+,-\t\nøß狐'.split(''))
  })
  const path = text.filter(value => !value.startsWith('-'))
  /** The flag separates classes by commas and trims them. */
  const className = text.map(value => value.replaceAll(',', '').trim()).filter(value => value !== '')
  const where = fc.oneof(
    text.map(split => ({ split, record: {} })),
    fc
      .record(
        { unseen: fc.array(className, { minLength: 1, maxLength: 4 }), split: text },
        { requiredKeys: ['unseen'] }
      )
      .map(wanted => ({ split: 'asked for', record: splitRecord(wanted) }))
  )
  const normalise = fc.constantFrom('l2', 'none', 'sqrt', 'l2-sqrt')
  const compared = fc.record({
    methods: fc
      .subarray(
        methods.map(({ name }) => name),
        { minLength: 1 }
      )
      .map(String),
    protocols: fc.constantFrom('zsl', 'gzsl', 'zsl,gzsl'),
    trials: fc.integer({ min: 1, max: 9 }),
    normalise
  })
  const valueOf = (spec: OptionSpec): fc.Arbitrary<string | number> =>
    spec.kind === 'choice'
      ? fc.constantFrom(...spec.choices)
      : spec.kind === 'integer'
        ? fc.nat()
        : fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })
  const options = (without: readonly string[]) =>
    fc.record(
      Object.fromEntries(
        fitOptions.filter(({ name }) => !without.includes(name)).map(spec => [spec.name, valueOf(spec)])
      ),
      { requiredKeys: [] }
    )
  const rehearse = fc.constantFrom({}, { rehearse: true }, { rehearse: false })
  const search = fc.record(
    {
      protocol: fc.constantFrom('groups', 'paper'),
      family: fc.constantFrom('auto', 'paper', 'class-weights'),
      mixture: fc.constant('any'),
      heldOut: fc.integer({ min: 1, max: 50 })
    },
    { requiredKeys: [] }
  )
  const searched = [
    'gamma',
    'lambda2',
    'lambda3',
    'ridge',
    'compare',
    'shrinkage',
    'predictive',
    'weights',
    'loss',
    'recipe',
    'mixture'
  ]
  const own = fc.oneof(
    fc.record({ command: fc.constant('compare' as const), options: compared, seed: fc.nat() }),
    fc.tuple(options([]), rehearse).map(([given, then]) => ({
      command: 'fit' as const,
      options: { ...given, ...then },
      seed: Number(given['seed'] ?? 0)
    })),
    fc.tuple(options(searched), search, rehearse).map(([given, found, then]) => ({
      command: 'tune' as const,
      options: { ...given, search: found, ...then },
      seed: Number(given['seed'] ?? 0)
    }))
  )

  it('by a shell and by the program, it asks for the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        path,
        where,
        text,
        own,
        async (data, { split, record }, table, { command, options: given, seed }) => {
          const whole = config(
            command,
            { ...given, ...record },
            { split, table, seed, data: { path: data, name: 'zoo', fingerprint: '' } }
          )
          expect(await understood(shellWords(runCommand(whole)))).toEqual(asked(whole))
        }
      ),
      { numRuns: 60 }
    )
  })

  it('a path that looks like an option is a path', async () => {
    expect(
      await understood(
        shellWords(runCommand(config('fit', {}, { data: { path: '-o', name: 'zoo', fingerprint: '' } })))
      )
    ).toMatchObject({ path: './-o' })
  })
})
