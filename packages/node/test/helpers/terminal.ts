// A terminal that remembers what was said.
import type { Terminal } from '../../src/terminal/terminal.js'

export interface TestTerminal extends Terminal {
  readonly printed: string[]
  readonly noted: string[]
  stop(): void
}

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
    note: line => void noted.push(line),
    draw: text => void noted.push(text),
    stop: () => stop.abort()
  }
}
