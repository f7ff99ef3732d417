/** Work that a reload broke off: going on with it, or leaving it. */
import { makeMapOf } from '../classes/actions.js'
import { compareThese } from '../evaluate/actions.js'
import type { Action } from '../page/action.js'
import type { InterruptedJob } from '../page/interrupted.js'
import type { Studio } from '../page/studio.js'
import { rehearseAgain } from '../rehearse/actions.js'
import { goOnWithRun } from '../train/actions.js'

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
