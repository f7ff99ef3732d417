/** The thread that places rows on a map; one for each map. */
import { expose } from 'comlink'
import type { Progress } from '@unseen/core'
import { keepErrorDetails } from '../errors.js'
import { placeRows, type Placed, type RowsToPlace } from '../place-rows.js'

const api = {
  place: (input: RowsToPlace, onProgress?: (progress: Progress) => void): Promise<Placed> =>
    placeRows(input, { onProgress })
}

export type MapperApi = typeof api

keepErrorDetails()
expose(api)
