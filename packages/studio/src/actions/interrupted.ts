/** Work that a reload broke off: going on with it, or leaving it. */
import type { InterruptedJob } from '../state/interrupted.js'
import type { Studio } from '../state/studio.js'
import type { Action } from './action.js'
import { makeMapOf } from './classes.js'
import { compareThese } from './evaluate.js'
import { rehearseAgain } from './rehearse.js'
import { goOnWithRun } from './train.js'

/** By kind of job: what was interrupted, and what becomes of it. */
const kinds: Readonly<
  Record<
    string,
    {
      readonly what: (job: InterruptedJob) => string
      readonly keeps: boolean
      readonly begin: (studio: Studio, again: string) => void | Promise<void>
    }
  >
> = {
  train: {
    what: ({ label }) => label,
    keeps: true,
    begin: (studio, run) => goOnWithRun.perform(studio, run)
  },
  compare: {
    what: () => 'The comparison of methods',
    keeps: true,
    begin: (studio, names) => compareThese.perform(studio, names)
  },
  rehearse: { what: () => 'The rehearsal', keeps: false, begin: studio => rehearseAgain.perform(studio) },
  map: {
    what: () => 'The map',
    keeps: false,
    begin: (studio, of) => makeMapOf(studio, of === 'features' ? 'features' : 'proportions')
  }
}

export function interruptedText(job: InterruptedJob): string {
  const { what, keeps } = kinds[job.kind]
  return `${what(job)} was interrupted when the page was loaded again. ${keeps ? 'What was done is kept.' : 'It would begin anew.'}`
}

export const goOn: Action<InterruptedJob> = {
  name: 'jobs.goOn',
  label: 'Go on',
  enabled: ({ jobs }, { kind }) => jobs.running(kind).length === 0,
  async perform(studio, job) {
    studio.interrupted.leave(job)
    await kinds[job.kind].begin(studio, job.again)
  }
}

export const leaveIt: Action<InterruptedJob> = {
  name: 'jobs.leave',
  label: 'Leave it',
  perform: ({ interrupted }, job) => interrupted.leave(job)
}
