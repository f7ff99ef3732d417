/** A command adds itself to its parent; `run` sets the exit code where it is not 0. */
import type { Terminal } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import type { Command } from 'commander'

export interface Context {
  readonly terminal: Terminal
  /** the exit code, if the command ends without an error */
  exit(code: number): void
  /** something was warned of, which fails a command only where `--strict` was said */
  warned(): void
}

export type AddCommand = (parent: Command, context: Context) => void

/** What a command says while another process has the file it would change. */
export function sayWhoHas(path: string, { note }: Terminal): (who: string) => void {
  return who => note(`Waiting for ${who}, which is changing ${safe(path)}.`)
}

/** The lines after a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map(line => `  $ ${line}`).join('\n')}`
}
