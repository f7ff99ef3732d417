/** The thread that places rows on a map; one for each map. */
import type { Progress } from '@unseen/core'
import { keepErrorDetails } from '../../worker/errors.js'
import { type Placed, type RowsToPlace, placeHere } from './placer.js'
import { expose } from 'comlink'

const api = {
  place: (input: RowsToPlace, onProgress?: (progress: Progress) => void): Promise<Placed> =>
    placeHere(input, { onProgress })
}

export type MapperApi = typeof api

keepErrorDetails()
expose(api)
