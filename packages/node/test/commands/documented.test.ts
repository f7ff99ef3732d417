// Every command line in the documents is one that the program takes: the command is there, and each of its flags.
import { readFileSync, readdirSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Command, CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/program.js'
import { testTerminal } from '../helpers/terminal.js'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string): string => readFileSync(`${repository}${path}`, 'utf8')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'packages/node/README.md',
  'packages/studio/README.md',
  ...readdirSync(`${repository}docs`)
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`)
]
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts

interface Line {
  /** 'README.md:31' */
  readonly where: string
  readonly text: string
  /** in a sentence a command may be named without what it works on */
  readonly named: boolean
}

/** Lines of code blocks that begin with a command, and commands that sentences name. */
function linesOf(path: string): Line[] {
  let fenced = false
  return read(path)
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((text, at): Line[] => {
      const where = `${path}:${at + 1}`
      if (/^\s*```/.test(text)) {
        fenced = !fenced
        return []
      }
      if (fenced)
        return /^\s*(?:\$ )?(?:npx unseen|unseen [a-z]|npm |npx unseen)/.test(text)
          ? [{ where, text: text.replace(/^\s*(?:\$ )?/, ''), named: false }]
          : []
      return [...text.matchAll(/`((?:npx )?unseen [a-z][^`]*|npm (?:run )?[a-z][^`]*)`/g)].map(
        ([, inline]) => ({
          where,
          text: inline,
          named: true
        })
      )
    })
}

/** Words as a shell takes them: quotes, a comment, what is piped elsewhere; `[--json]` and `[A|B]` as if given. */
function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/\[([^\]|"]*)(?:\|[^\]"]*)?\]/g, '$1')
  const words: string[] = []
  for (const [word] of plain.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (/^(?:#|\||>|&&|;)/.test(word)) break
    if (word === '...') continue
    words.push(word.replaceAll(/["']/g, ''))
  }
  return words
}

/** Commands parse and do nothing. */
function disarm(command: Command): void {
  // Of those that have commands below them, only some do something by themselves.
  if (command.commands.length === 0 || command.registeredArguments.length > 0) command.action(() => undefined)
  for (const child of command.commands) disarm(child)
}

/** What is wrong with a line, or undefined. */
async function problemOf({ text, named }: Pick<Line, 'text' | 'named'>): Promise<string | undefined> {
  const words = wordsOf(text.replace(/^npx /, ''))
  if (words[0] === 'npm') return problemOfNpm(words.slice(1))
  const program = await createProgram({
    terminal: testTerminal(),
    exit: () => undefined,
    warned: () => undefined
  })
  for (const command of program.commands) disarm(command)
  try {
    await program.parseAsync(words.slice(1), { from: 'user' })
    return undefined
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(error.code))
      return undefined
    // A group of commands shows its help where none of them is named.
    if (
      named &&
      [
        'commander.missingArgument',
        'commander.missingMandatoryOptionValue',
        'commander.optionMissingArgument'
      ].includes(error.code)
    )
      return undefined
    return error.message
  }
}

function problemOfNpm([first, second, , benchmark]: readonly string[]): string | undefined {
  if (['ci', 'install', 'i', 'exec', 'pack', 'publish'].includes(first)) return undefined
  const script = first === 'run' ? second : first
  if (!(script in scripts)) return `There is no script "${script}".`
  if (
    script === 'bench' &&
    benchmark !== undefined &&
    benchmark !== 'NAME' &&
    !existsSync(`${repository}bench/${benchmark}.mjs`)
  )
    return `There is no benchmark "${benchmark}".`
  return undefined
}

const lines = documents.flatMap(linesOf)

describe('command lines in the documents', () => {
  it('are found', () => {
    expect(lines.filter(({ named }) => !named).length).toBeGreaterThan(60)
    expect(lines.filter(({ named }) => named).length).toBeGreaterThan(40)
  })

  it.each([...new Set(lines.map(({ where }) => where.replace(/:\d+$/, '')))])('%s', async path => {
    const wrong: string[] = []
    for (const line of lines.filter(({ where }) => where.startsWith(`${path}:`))) {
      const problem = await problemOf(line)
      if (problem !== undefined) wrong.push(`${line.where}: ${line.text}: ${problem}`)
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['npx unseen tune sample --splitt deer-ship -o zoo.unseen', /unknown option '--splitt'/],
    ['unseen imagine sample', /unknown command|too many arguments/],
    ['unseen recognise zoo.unseen --top 3', /missing required argument 'rows'/],
    ['unseen data extract photos --model', /argument missing/],
    ['npm run fly', /no script "fly"/],
    ['npm run bench -- fly', /no benchmark "fly"/]
  ])('refuse %s', async (text, message) => {
    expect(await problemOf({ text, named: false })).toMatch(message)
  })
})
