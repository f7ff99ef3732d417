/** Every command there is, in the order of the help. */
import type { AddCommand } from './command.js'
import { addData } from './data/index.js'
import { addDemo } from './demo.js'

export const commands: readonly AddCommand[] = [addDemo, addData]
