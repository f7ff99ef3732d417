/** The thread that places rows on a map; one for each map. */
import type { Progress } from '@unseen/core'
import { keepErrorDetails } from '../../worker/errors.js'
import { type Placed, type RowsToPlace, placeRows } from './place-rows.js'
import { expose } from 'comlink'

const api = {
  place: (input: RowsToPlace, onProgress?: (progress: Progress) => void): Promise<Placed> =>
    placeRows(input, { onProgress })
}

export type MapperApi = typeof api

keepErrorDetails()
expose(api)
