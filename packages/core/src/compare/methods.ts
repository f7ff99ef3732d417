/**
 * All methods, in the order of tables that are not ranked. A new one is added here and must pass
 * `checkMethod`.
 */
import type { Method } from './method.js'
import { ale } from './methods/ale.js'
import { chance } from './methods/chance.js'
import { classWeights } from './methods/class-weights.js'
import { cmt } from './methods/cmt.js'
import { conse } from './methods/conse.js'
import { costa } from './methods/costa.js'
import { dap } from './methods/dap.js'
import { devise } from './methods/devise.js'
import { eszsl } from './methods/eszsl.js'
import { iap } from './methods/iap.js'
import { latem } from './methods/latem.js'
import { means } from './methods/means.js'
import { pst } from './methods/pst.js'
import { randomForest } from './methods/random-forest.js'
import { ridge } from './methods/ridge.js'
import { sae } from './methods/sae.js'
import { sje } from './methods/sje.js'
import { sse, sseLearned } from './methods/sse.js'
import { sync } from './methods/sync.js'

/** Every method that can be compared. The paper's and ours come first, then those of others, then chance. */
export const methods: readonly Method[] = [
  sse,
  sseLearned,
  classWeights,
  eszsl,
  sae,
  conse,
  costa,
  sync,
  ridge,
  means,
  dap,
  iap,
  ale,
  sje,
  devise,
  latem,
  cmt,
  randomForest,
  pst,
  chance
]
