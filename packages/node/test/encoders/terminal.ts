/** A terminal that remembers what was said. */
import type { Terminal } from '../../src/terminal/terminal.js'
import { isProgress } from '../helpers/terminal.js'

export interface HeardTerminal extends Terminal {
  readonly printed: string[]
  readonly noted: string[]
}

export function heardTerminal(signal: AbortSignal = new AbortController().signal): HeardTerminal {
  const [printed, noted]: [string[], string[]] = [[], []]
  return {
    printed,
    noted,
    print: line => {
      printed.push(line)
    },
    note: line => {
      if (!isProgress(line)) noted.push(line)
    },
    draw: () => undefined,
    live: false,
    interactive: false,
    colour: false,
    width: 80,
    signal
  }
}
