/** Every command there is, in the order of the help. */
import type { AddCommand } from './command.js'
import { addData } from './data/index.js'
import { addDemo } from './demo.js'
import { addDescribe } from './describe.js'
import { addEvaluate } from './evaluate.js'
import { addExport } from './export.js'
import { addFit } from './fit.js'
import { addForget } from './forget.js'
import { addRecognise } from './recognise.js'
import { addReport, addVerify } from './report.js'
import { addReproduce } from './reproduce.js'
import { addTune } from './tune.js'

export const commands: readonly AddCommand[] = [addDemo, addTune, addFit, addDescribe, addForget, addRecognise, addEvaluate, addExport, addReproduce, addReport, addVerify, addData]
