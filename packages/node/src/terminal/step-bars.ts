/** Work of several steps, each with a progress bar of its own: the next one takes the place of the last. */
import { count } from '@unseen/core'
import type { OpenProgress } from '@unseen/networks'
import { type ProgressBar, progressBar } from './progress-bar.js'
import type { Terminal } from './terminal.js'
import { bytes } from './text.js'

export interface StepBars {
  /** How far the step of this title is; `what` are its things, "images". */
  update(title: string, done: number, total: number, what?: string): void
  /** How far a step without things to count is, from 0 to 1. */
  part(title: string, done: number): void
  /** How far the fetching of an encoder or a network is. */
  readonly opening: (progress: OpenProgress) => void
  end(): void
}

const steps = { fetching: 'Fetching', unpacking: 'Unpacking', converting: 'Converting' } as const

export function stepBars(terminal: Terminal): StepBars {
  let title = ''
  let bar: ProgressBar | undefined
  const show = (next: string): ProgressBar => {
    if (bar === undefined || next !== title) {
      bar?.end()
      bar = progressBar(terminal, next)
      title = next
    }
    return bar
  }
  return {
    update: (next, done, total, what = '') =>
      show(next).update(done, total, `${count(done)} of ${count(total)} ${what}`.trim()),
    part: (next, done) => show(next).update(done, 1),
    opening({ step, what, done, total }) {
      const own = show(`${steps[step]} ${what}`)
      if (total > 0) own.update(done, total, `${bytes(done)} of ${bytes(total)}`)
      // npm does not say how far it is.
      else own.update(0, 0, `${Math.round(done)} s`)
    },
    end() {
      bar?.end()
      bar = undefined
    }
  }
}
