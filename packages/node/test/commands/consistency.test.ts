// Every command keeps the same promises; this walks all of them, so that a new one cannot forget.
import { commands } from '../../src/commands/index.js'
import { createProgram } from '../../src/program.js'
import { run } from '../../src/run.js'
import { completionScript } from '../../src/terminal/completion.js'
import { welcome } from '../../src/terminal/welcome.js'
import { spawnSync } from 'node:child_process'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { testTerminal } from '../helpers/terminal.js'

const program = await createProgram({
  terminal: testTerminal(),
  exit: () => undefined,
  warned: () => undefined
})
const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
const fullName = (command: Command): string =>
  command.parent === null ? '' : `${fullName(command.parent)} ${command.name()}`.trim()
const all = leaves(program)
/** What it prints is for a shell. */
const withoutJson = ['completion']

function helpOf(command: Command): string {
  let text = ''
  command
    .configureOutput({
      writeOut: part => {
        text += part
      }
    })
    .outputHelp()
  return text
}

describe.each(all.map(command => [fullName(command), command] as const))('unseen %s', (name, command) => {
  const long = command.options.map(option => option.long)

  it('has a description, examples, --quiet, and --json where it prints results', () => {
    expect(command.description()).not.toBe('')
    expect(helpOf(command).split('Examples:')[1]).toContain(`unseen ${name}`)
    expect(long).toContain('--quiet')
    if (!withoutJson.includes(name)) expect(long).toContain('--json')
    for (const { description } of command.options) expect(description).not.toBe('')
  })

  it('gives the usual options their usual letters and meanings', () => {
    for (const option of command.options) {
      if (option.long === '--quiet') expect(option.short).toBe('-q')
      if (option.short === '-q') expect(option.long).toBe('--quiet')
      if (option.long === '--threads' || option.long === '--seed') expect(option.required).toBe(true)
      if (option.long === '--json') expect(option.isBoolean()).toBe(true)
    }
  })
})

it('the list of commands says what the commands say', async () => {
  for (const { name, aliases = [], args, summary, load } of commands) {
    const parent = new Command()
    ;(await load())(parent, { terminal: testTerminal(), exit: () => undefined, warned: () => undefined })
    const [command] = parent.commands
    expect(command.name()).toBe(name)
    expect(command.aliases()).toEqual(aliases)
    expect(command.description()).toBe(summary)
    expect(
      command.registeredArguments
        .map(argument =>
          argument.required
            ? `<${argument.name()}${argument.variadic ? '...' : ''}>`
            : `[${argument.name()}${argument.variadic ? '...' : ''}]`
        )
        .join(' ')
    ).toBe(args)
  }
})

it('without an argument fits a screen and names commands that exist', async () => {
  const terminal = testTerminal()
  expect(await run([], terminal)).toBe(0)
  expect(terminal.printed).toEqual(welcome)
  expect(welcome.length).toBeLessThan(24)
  expect(Math.max(...welcome.map(line => line.length))).toBeLessThanOrEqual(84)
  const named = welcome.flatMap(line => /^ {2}unseen (\w+)/.exec(line)?.[1] ?? [])
  expect(named).toHaveLength(5)
  for (const name of named) expect(commands.map(each => each.name)).toContain(name)
})

it('groups the commands in its help, and knows other names and mistakes', async () => {
  const terminal = testTerminal()
  expect(await run(['--help'], terminal)).toBe(0)
  const help = terminal.printed.join('\n')
  expect(help).toMatch(/Begin here:[^]*Learn:[^]*Use a model:[^]*Tell and check:[^]*Tools:/)
  for (const { name } of commands) expect(help).toContain(`  ${name} `)
  const other = testTerminal()
  expect(await run(['recognize', '--help'], other)).toBe(0)
  expect(other.printed.join('\n')).toContain('--explain')
  const about = testTerminal()
  expect(await run(['help', 'fit'], about)).toBe(0)
  expect(about.printed.join('\n')).toContain('--gamma')
  const wrong = testTerminal()
  expect(await run(['recognice'], wrong)).toBe(2)
  expect(wrong.noted.join('\n')).toContain('Did you mean recogni')
})

const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0
if (!hasBash) console.warn('Skipped: bash is not here, so that its completion cannot be run.')

describe.skipIf(!hasBash)('completion in bash', () => {
  const script = completionScript(program, 'bash')
  /** What bash would offer after these words, the last of which is being typed. */
  const offers = (...words: string[]): string[] => {
    const { stdout, status, stderr } = spawnSync(
      'bash',
      [
        '--norc',
        '-c',
        `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _unseen; printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        'unseen',
        ...words
      ],
      { encoding: 'utf8' }
    )
    expect(status, stderr).toBe(0)
    return stdout.split('\n').filter(line => line !== '')
  }

  it('offers commands, options and their values', () => {
    expect(offers('')).toEqual(expect.arrayContaining(['demo', 'fit', 'data']))
    expect(offers('rec')).toEqual(['recognise', 'recognize'])
    expect(offers('data', 'do')).toEqual(['doctor'])
    expect(offers('fit', 'sample', '--ga')).toEqual(['--gamma'])
    expect(offers('fit', 'sample', '--weights', '')).toEqual(['shared', 'class', 'gauss'])
    expect(offers('recognize', 'zoo.unseen', 'x.npy', '--format', 'p')).toEqual(['parquet'])
    expect(offers('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(offers('data', 'info', '--')).toEqual(expect.arrayContaining(['--json', '--help']))
  })

  it('leaves file names to bash', () => {
    expect(offers('fit', 'fo')).toEqual([])
    expect(offers('evaluate', 'zoo.unseen', '')).toEqual([])
  })
})

it('completes in fish and zsh too', () => {
  const fish = completionScript(program, 'fish')
  expect(fish).toContain("complete -c unseen -f -n '__fish_use_subcommand' -a fit -d ")
  expect(fish).toMatch(/-n '__fish_seen_subcommand_from fit' -l weights -x -a 'shared class gauss'/)
  for (const line of fish.split('\n').slice(1))
    expect(line.replace(/\\./g, '').split("'").length % 2, line).toBe(1)
  expect(completionScript(program, 'zsh')).toContain('bashcompinit')
})
