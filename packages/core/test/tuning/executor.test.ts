import { serialExecutor } from '../../src/tuning/executor.js'
import { checkExecutor } from '../contracts/executor.js'

checkExecutor('of core, serial', () => serialExecutor)
