/** Photos of the class that is described: given, taken back, asked for. Each is one step that can be undone. */
import type { FitOptions } from '@unseen/core'
import type { Action } from '../page/action.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'

/**
 * Clouds of one shape, in which a photo has a distance, with mixtures that can be read. Features that are not
 * negative suit square roots; what the search would choose on the sample.
 */
const COUNTING: FitOptions = { weights: 'gauss', mixture: 'simplex', normalise: 'l2-sqrt', shrinkage: 10 }

/** A model in which photos of a described class count comes into use. */
export const learnForPhotos: Action = {
  name: 'photos.learn',
  label: 'Learn it so that photos count',
  page: 'describe',
  enabled: ({ session, jobs }) => {
    const { data, model } = session.store.getState()
    return (
      model !== undefined &&
      model.worth === undefined &&
      (data?.rows ?? 0) > 0 &&
      jobs.running('use').length === 0
    )
  },
  async perform(studio) {
    const { engine, session, sync, project, notices } = studio
    const opened = await runJob(
      studio,
      { kind: 'use', label: 'Learning it so that photos count' },
      (job, tell) => engine.train.fit(job, COUNTING, tell)
    )
    if (opened === undefined) return
    session.opened(session.store.getState().name, opened)
    forgetChoices(studio)
    sync.again()
    await sync.settled()
    notices.announce('Photos count now.')
    const kept = keptProject(project)
    if (kept !== undefined) await engine.project.keepModel(kept).catch(() => undefined)
  }
}

/** A bias and a margin were set for another model. */
function forgetChoices({ history, pages }: Studio): void {
  pages.train.setState({ used: undefined })
  history.change('Learn it so that photos count', now => {
    const { bias, margin, ...rest } = now
    return bias === undefined && margin === undefined ? now : rest
  })
}
