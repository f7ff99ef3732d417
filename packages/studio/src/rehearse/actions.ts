/** The rehearsal: once after each training, and whenever somebody asks for it again. */
import type { Action } from '../page/action.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'

const canRehearse = ({ session, jobs }: Studio): boolean => {
  const { model, data } = session.store.getState()
  return model !== undefined && data !== undefined && jobs.running('rehearse').length === 0
}

export const rehearseAgain: Action = {
  name: 'rehearsal.run',
  label: ({ session }) => (session.store.getState().rehearsal === undefined ? 'Test it' : 'Test again'),
  enabled: canRehearse,
  async perform(studio) {
    const { session, engine, project, notices } = studio
    // What goes wrong stays with the job, and is shown where the accuracy would be.
    const found = await runJob(studio, { kind: 'rehearse', label: 'Rehearsing', again: '' }, (id, tell) =>
      engine.rehearsal.run(id, tell)
    ).catch(() => undefined)
    if (found === undefined) return
    session.rehearsed(found)
    notices.announce(
      `Expected accuracy among unseen classes: ${Math.round(100 * found.found.unseen.accuracy.value)} per cent.`
    )
    const id = keptProject(project)
    if (id !== undefined) await engine.project.keepModel(id).catch(() => undefined)
  }
}

/** Where the model has no rehearsal yet, and none was tried. */
export const rehearseOnce: Action = {
  name: 'rehearsal.once',
  label: 'Rehearse once',
  hidden: true,
  enabled: studio =>
    canRehearse(studio) &&
    studio.session.store.getState().rehearsal === undefined &&
    studio.pages.describe.getState().rehearsed !== modelKey(studio),
  async perform(studio) {
    studio.pages.describe.setState({ rehearsed: modelKey(studio) })
    await rehearseAgain.perform(studio)
  }
}

function modelKey({ project, session }: Studio): string {
  return `${project.getState().id ?? ''} ${session.store.getState().model?.trainedAt ?? ''}`
}
