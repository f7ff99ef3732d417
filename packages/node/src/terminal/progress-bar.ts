/**
 * One line that shows how far a long job is and how much time is left. On a terminal it is drawn again
 * in place; elsewhere a line is written now and then, so that logs stay short.
 */
import type { Terminal } from './terminal.js'
import { cut } from './text.js'

const DRAW_EVERY = 100
const LOG_EVERY = 10_000
/** Jobs shorter than this show nothing. */
const PATIENCE = 500
const CELLS = 24

export interface ProgressBar {
  /** `done` of `total`; `detail` stands behind, e.g. "12.3 MB". */
  update(done: number, total: number, detail?: string): void
  /** Takes the line away. */
  end(): void
}

export function progressBar(
  { live, quiet = false, draw, note, width }: Terminal,
  title: string,
  now: () => number = () => performance.now()
): ProgressBar {
  const start = now()
  let last = start + PATIENCE - (live ? DRAW_EVERY : LOG_EVERY)
  let drawn = false
  /** what was done before: a job that goes on is no faster for it */
  let before: number | undefined
  return {
    update(done, total, detail = '') {
      const time = now()
      before = Math.min(before ?? done, done)
      if (quiet || time - start < PATIENCE || time - last < (live ? DRAW_EVERY : LOG_EVERY)) return
      last = time
      const fraction = total > 0 ? Math.min(1, done / total) : 0
      const left =
        total > 0 && done > before
          ? ((time - start) * Math.max(0, total - done)) / (done - before) / 1000
          : Number.NaN
      const numbers = [
        total > 0 ? `${Math.floor(100 * fraction)} %` : '',
        detail,
        Number.isFinite(left) ? `${duration(left)} left` : ''
      ]
        .filter(part => part !== '')
        .join(', ')
      if (!live) return note(`${title}: ${numbers}`)
      const full = Math.round(CELLS * fraction)
      draw(
        `\r\u001b[K${cut(`${title}  ${'━'.repeat(full)}${'─'.repeat(CELLS - full)}  ${numbers}`, width - 1)}`
      )
      drawn = true
    },
    end() {
      if (drawn) draw('\r\u001b[K')
      drawn = false
    }
  }
}

/** 75 -> '1 min 15 s' */
export function duration(seconds: number): string {
  if (seconds < 1) return '1 s'
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
