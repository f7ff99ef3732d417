/** The thread that rehearses; one for each rehearsal. */
import { expose } from 'comlink'
import {
  defined,
  rehearse,
  type Progress,
  type Rehearsal,
  type RehearseOptions,
  type TrainingInput
} from '@unseen/core'
import { keepErrorDetails } from '../errors.js'

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
      ...defined({ onProgress: onProgress ? onProgress : undefined })
    }),
  stop: (): void => controller.abort()
}

export type RehearserApi = typeof api

keepErrorDetails()
expose(api)
