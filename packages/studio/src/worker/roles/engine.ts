/** The role of the engine, on offer to the page. */
import { placeApart } from '../../classes/engine/mapper.js'
import { rehearseApart, testPhotosApart } from '../../rehearse/engine/rehearser.js'
import { createEngine } from '../api.js'
import { keepErrorDetails } from '../errors.js'
import { browserExecutor } from '../executor.js'
import { expose } from 'comlink'

keepErrorDetails()
expose(
  createEngine({
    rehearser: rehearseApart,
    photosTester: testPhotosApart,
    placer: placeApart,
    executor: browserExecutor()
  })
)
