/**
 * The rehearsal of the model that is in use: seen classes hidden in turn, which gives accuracy to expect,
 * bias and thresholds.
 */
import {
  type FitSettings,
  type Model,
  type Progress,
  type Rehearsal,
  type RehearseOptions,
  type TrainingInput,
  UnseenError,
  applyRehearsal,
  rehearsalOf,
  rehearse
} from '@unseen/core'
import type { RehearsalFacts } from '../../worker/facts.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { type Session, dataOf, modelOf } from '../../worker/session.js'

/** Does the work: in this thread, or in one of its own (rehearser.ts). */
export type Rehearser = (
  input: TrainingInput,
  options: RehearseOptions & { readonly fit: FitSettings }
) => Promise<Rehearsal>

export function createRehearsal(session: Session, jobs: EngineJobs, rehearser: Rehearser = rehearse) {
  return {
    /**
     * Rehearses, and takes what was found into the model: its bias and thresholds count from now on. Stopped,
     * it keeps what is measured.
     */
    run: (job: string, onProgress?: (progress: Progress) => void): Promise<RehearsalFacts> =>
      jobs.run(job, onProgress, async watch => {
        const {
          taken: { train }
        } = dataOf(session)
        const { trained, settings, unseen } = modelOf(session)
        const { features, labels, signatures } = train
        const rehearsal = await rehearser(
          { features, labels, signatures },
          { unseen: unseen.length, fit: settings, ...watch }
        )
        const model = modelOf(session)
        if (model.trained !== trained)
          throw new UnseenError('cancelled', 'Another model came into use meanwhile.')
        session.model = applyRehearsal(model, rehearsal, features)
        session.revision++
        return rehearsalFacts(session.model) ?? { found: rehearsal, bias: 0, threshold: undefined }
      })
  }
}

/** What a rehearsal found, out of the notes of a model. */
export function rehearsalFacts({ notes }: Model): RehearsalFacts | undefined {
  const found = rehearsalOf(notes)
  return found && { found, bias: notes.bias ?? 0, threshold: notes.threshold }
}
