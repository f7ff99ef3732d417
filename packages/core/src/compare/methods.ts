/**
 * All methods, in the order of tables that are not ranked. A new one is added here and must pass
 * `checkMethod`.
 */
import type { Method } from './method.js'
import { ale } from './methods/ale.js'
import { attributeRegression } from './methods/attribute-regression.js'
import { attributeTree } from './methods/attribute-tree.js'
import { chance } from './methods/chance.js'
import { classWeights } from './methods/class-weights.js'
import { cmt } from './methods/cmt.js'
import { conse } from './methods/conse.js'
import { costa } from './methods/costa.js'
import { dap } from './methods/dap.js'
import { designedAttributes } from './methods/designed-attributes.js'
import { devise } from './methods/devise.js'
import { direct } from './methods/direct.js'
import { eszsl } from './methods/eszsl.js'
import { gauss } from './methods/gauss.js'
import { iap } from './methods/iap.js'
import { jointAttributes } from './methods/joint-attributes.js'
import { latem } from './methods/latem.js'
import { means } from './methods/means.js'
import { multiView } from './methods/multi-view.js'
import { outputCodes } from './methods/output-codes.js'
import { pst } from './methods/pst.js'
import { randomForest } from './methods/random-forest.js'
import { rankings } from './methods/rankings.js'
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
  gauss,
  eszsl,
  sae,
  conse,
  costa,
  sync,
  ridge,
  means,
  outputCodes,
  designedAttributes,
  attributeRegression,
  dap,
  iap,
  jointAttributes,
  attributeTree,
  rankings,
  ale,
  sje,
  devise,
  latem,
  cmt,
  randomForest,
  pst,
  multiView,
  direct,
  chance
]
