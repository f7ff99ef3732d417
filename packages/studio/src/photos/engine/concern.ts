/** Of the engine: photos of described classes. What is worked out comes when somebody asks for it. */
import type { Progress } from '@unseen/core'
import type { EngineJobs } from '../../worker/jobs.js'
import { type Session, dataOf, modelOf } from '../../worker/session.js'
import type { PhotosEffect, PhotosQuestion, PhotosTest } from '../facts.js'
import { ownPhoto } from './photos.js'
import type { testPhotos } from './test-photos.js'

/** Does the test: in this thread, or in one of its own. */
export type PhotosTester = typeof testPhotos

const testHere: PhotosTester = async (...args) => (await import('./test-photos.js')).testPhotos(...args)

export function createPhotos(session: Session, jobs: EngineJobs, tester: PhotosTester = testHere) {
  let effect: ((question: PhotosQuestion) => Promise<PhotosEffect>) | undefined
  return {
    /** What a photo of one's own is called in a document, by its row. */
    id: (row: number): string => ownPhoto(session, row),

    /** How many photos are enough, on known classes that are hidden in turn. */
    test: (job: string, onProgress?: (progress: Progress) => void): Promise<PhotosTest[]> =>
      jobs.run(job, onProgress, watch => {
        const { features, labels, signatures } = dataOf(session).taken.train
        return tester({ features, labels, signatures }, modelOf(session).settings, watch)
      }),

    /** What the photos of a class change, and which to ask about. */
    async effect(question: PhotosQuestion): Promise<PhotosEffect> {
      effect ??= (await import('./photos-effect.js')).createEffect(session)
      return effect(question)
    }
  }
}
