/**
 * Several lines at the end of the terminal that are drawn again in place; nothing where lines cannot be drawn
 * again.
 */
import type { Terminal } from './terminal.js'
import { cut } from './text.js'

const DRAW_EVERY = 150

export interface LiveBlock {
  /** `lines` is only called when it is time to draw. */
  update(lines: () => readonly string[]): void
  /** Takes the lines away. */
  end(): void
}

export function liveBlock(
  { live, quiet = false, draw, width }: Terminal,
  now: () => number = () => performance.now()
): LiveBlock {
  let drawn = 0
  let last = -Infinity
  const erase = (): string => (drawn === 0 ? '' : `\r${drawn > 1 ? `\u001b[${drawn - 1}A` : ''}\u001b[J`)
  return {
    update(lines) {
      if (!live || quiet || now() - last < DRAW_EVERY) return
      last = now()
      const shown = lines().map(line => cut(line, width - 1))
      // The cursor is hidden while lines move, so that it does not flicker over them.
      draw(`\u001b[?25l${erase()}${shown.join('\n')}\u001b[?25h`)
      drawn = shown.length
    },
    end() {
      if (drawn > 0) draw(erase())
      drawn = 0
    }
  }
}
