import { checkExecutor } from '../contracts/executor.js'
import { serialExecutor } from '../../src/tuning/executor.js'

checkExecutor('of core, serial', () => serialExecutor)
