/** The command `unseen`. */
import { UnseenError } from '@unseen/core'
import { demo } from './commands/demo.js'

const commands: Readonly<Record<string, { readonly summary: string; readonly run: (print: (line: string) => void) => Promise<void> }>> = {
  demo: { summary: 'train, describe, recognise and explain on a small made-up problem', run: demo },
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function help(): void {
  print('unseen: recognise classes without a single training image, by describing them')
  print('')
  for (const [name, { summary }] of Object.entries(commands)) print(`  unseen ${name.padEnd(8)} ${summary}`)
}

const [name = 'help'] = process.argv.slice(2)
if (name in commands) {
  try {
    await commands[name].run(print)
  } catch (error) {
    if (!(error instanceof UnseenError)) throw error
    process.stderr.write(`unseen: ${error.message} [${error.code}]\n`)
    process.exitCode = 1
  }
} else if (['help', '--help', '-h'].includes(name)) help()
else {
  process.stderr.write(`unseen: there is no command "${name}". Run \`unseen --help\`.\n`)
  process.exitCode = 2
}
