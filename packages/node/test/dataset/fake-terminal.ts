// A terminal that remembers what was said.
import type { Terminal } from '../../src/terminal/terminal.js'
import { isProgress } from '../helpers/terminal.js'

export interface FakeTerminal extends Terminal {
  readonly printed: string[]
  readonly noted: string[]
}

export function fakeTerminal(signal: AbortSignal = new AbortController().signal): FakeTerminal {
  const printed: string[] = []
  const noted: string[] = []
  return {
    printed,
    noted,
    print: line => void printed.push(line),
    note: line => {
      if (!isProgress(line)) noted.push(line)
    },
    draw: () => undefined,
    live: false,
    interactive: false,
    colour: false,
    width: 100,
    signal
  }
}
