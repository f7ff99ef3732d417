/** The role of the engine, on offer to the page. */
import { expose } from 'comlink'
import { createEngine } from '../api.js'
import { keepErrorDetails } from '../errors.js'
import { placeApart } from '../mapper.js'
import { rehearseApart } from '../rehearser.js'
import { browserComparison, browserExecutor } from '../../executor/browser.js'

keepErrorDetails()
expose(
  createEngine({
    rehearser: rehearseApart,
    placer: placeApart,
    executors: { search: browserExecutor(), comparison: browserComparison() }
  })
)
