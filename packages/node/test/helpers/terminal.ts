// A terminal that remembers what was said.
import type { Terminal } from '../../src/terminal/terminal.js'

export interface TestTerminal extends Terminal {
  readonly printed: string[]
  readonly noted: string[]
  stop(): void
}

/** A line of progress, which is told only where the machine is slow: no test counts on it. */
export const isProgress = (line: string): boolean => /^[^:]+: \d+ %/.test(line)

export function testTerminal(width = 100): TestTerminal {
  const printed: string[] = []
  const noted: string[] = []
  const stop = new AbortController()
  return {
    printed,
    noted,
    width,
    live: false,
    interactive: false,
    colour: false,
    signal: stop.signal,
    print: line => void printed.push(line),
    note: line => {
      if (!isProgress(line)) noted.push(line)
    },
    draw: text => void noted.push(text),
    stop: () => stop.abort()
  }
}
