/**
 * Every action without an argument, in the order of the find box and the sheet of keys. A page adds its own
 * in its file.
 */
import type { Action } from './action.js'
import { classesActions } from './classes.js'
import { describeActions } from './describe.js'
import { evaluateActions } from './evaluate.js'
import { fileActions } from './files.js'
import { historyActions } from './history.js'
import { placeActions } from './places.js'
import { projectActions } from './project.js'
import { recogniseActions } from './recognise.js'
import { serverActions } from './server.js'
import { shellActions } from './shell.js'
import { takeAwayActions } from './take-away.js'
import { trainActions } from './train.js'

export const actions: readonly Action[] = [
  ...placeActions,
  ...shellActions,
  ...historyActions,
  ...projectActions,
  ...takeAwayActions,
  ...fileActions,
  ...serverActions,
  ...describeActions,
  ...recogniseActions,
  ...classesActions,
  ...trainActions,
  ...evaluateActions
]
