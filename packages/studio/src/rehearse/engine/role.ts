/** The thread that rehearses; one for each rehearsal. */
import {
  type FitSettings,
  type Progress,
  type Rehearsal,
  type RehearseOptions,
  type TrainingInput,
  rehearse
} from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { PhotosTest } from '../../photos/facts.js'
import { keepErrorDetails } from '../../worker/errors.js'
import { expose } from 'comlink'

const controller = new AbortController()

const api = {
  rehearse: (
    input: TrainingInput,
    options: RehearseOptions,
    onProgress?: (progress: Progress) => void
  ): Promise<Rehearsal> =>
    rehearse(input, {
      ...options,
      signal: controller.signal,
      ...defined({ onProgress })
    }),
  photos: async (
    input: TrainingInput,
    settings: FitSettings,
    onProgress?: (progress: Progress) => void
  ): Promise<PhotosTest[]> => {
    const { testPhotos } = await import('../../photos/engine/test-photos.js')
    return testPhotos(input, settings, { signal: controller.signal, ...defined({ onProgress }) })
  },
  stop: (): void => controller.abort()
}

export type RehearserApi = typeof api

keepErrorDetails()
expose(api)
