/**
 * All methods, in the order of tables that are not ranked. A new one is added here and must pass
 * `checkMethod`.
 */
import { ale } from './ale.js'
import { chance } from './chance.js'
import { classWeights } from './class-weights.js'
import { cmt } from './cmt.js'
import { conse } from './conse.js'
import { costa } from './costa.js'
import { dap } from './dap.js'
import { devise } from './devise.js'
import { eszsl } from './eszsl.js'
import { iap } from './iap.js'
import { latem } from './latem.js'
import { means } from './means.js'
import type { Method } from './method.js'
import { pst } from './pst.js'
import { randomForest } from './random-forest.js'
import { ridge } from './ridge.js'
import { sae } from './sae.js'
import { sje } from './sje.js'
import { sse, sseLearned } from './sse.js'
import { sync } from './sync.js'

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
