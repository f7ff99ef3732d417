/**
 * Every action without an argument, in the order of the find box and the sheet of keys. A page adds its own
 * in its file.
 */
import { classesActions } from '../classes/actions.js'
import { describeActions } from '../describe/actions.js'
import { tourActions } from './tour-steps.js'
import { photoActions } from '../photos/actions.js'
import { evaluateActions } from '../evaluate/actions.js'
import type { Action } from '../page/action.js'
import { pageActions } from '../page/address-actions.js'
import { fileActions } from '../page/file-actions.js'
import { historyActions } from '../page/history-actions.js'
import { shellActions } from '../page/shell-actions.js'
import { projectActions } from '../project/actions.js'
import { recogniseActions } from '../recognise/actions.js'
import { serverActions } from '../server/actions.js'
import { takeAwayActions } from '../take-away/actions.js'
import { trainActions } from '../train/actions.js'

export const actions: readonly Action[] = [
  ...pageActions,
  ...shellActions,
  ...historyActions,
  ...projectActions,
  ...takeAwayActions,
  ...fileActions,
  ...serverActions,
  ...tourActions,
  ...photoActions,
  ...describeActions,
  ...recogniseActions,
  ...classesActions,
  ...trainActions,
  ...evaluateActions
]
