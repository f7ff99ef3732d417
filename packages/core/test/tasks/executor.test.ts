import { serialExecutor } from '../../src/tasks/executor.js'
import { checkExecutor } from '../contracts/executor.js'

checkExecutor('of core, serial', () => serialExecutor)
