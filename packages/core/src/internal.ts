/** What the other packages of Unseen use of this one. Only for packages of the same version: it changes without notice. */
export { withArticle } from './base/articles.js'
export { crc32 } from './base/crc32.js'
export { defined } from './base/defined.js'
export { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from './base/float16.js'
export { Hash } from './base/hash.js'
export { resolveFitOptions, writtenSettings } from './base/options.js'
export { drive } from './base/progress.js'
export { markChecked } from './input/checked-rows.js'
export { checkClassName } from './input/class-names.js'
export { normaliseRow } from './input/normalise.js'
export { unitSignatures } from './input/signatures.js'
export { readTrainingInput, sharesSpace } from './input/training-input.js'
export { embedSignatures } from './embedding/embed-signatures.js'
export { BestRows, type RankedRow } from './recognition/best-rows.js'
export { type Block, BlockScorer, type ScoredClass, blockOf } from './recognition/block-scorer.js'
export { centredProportions } from './recognition/centred-proportions.js'
export {
  type LibraryQuery,
  LibraryRanker,
  type Rivals,
  centresOf,
  hasRivals,
  rankRows,
  rivalsWithout
} from './recognition/rank-library.js'
export { type NamedQuery, libraryQuery } from './model/library-query.js'
export { proportionsFingerprint } from './model/proportions-fingerprint.js'
export type { JsonObject } from './model/types.js'
export { type Competition, answersAt, compete, generalisedAt } from './evaluation/competition.js'
export { thinCoverage } from './evaluation/coverage.js'
export { curvePoints } from './evaluation/seen-unseen.js'
export { wilson } from './evaluation/wilson.js'
export { type Channel, channelExecutor, taskWorker } from './tasks/channel.js'
export type { Chain, ChainResult, SearchData } from './tuning/chain.js'
export { type Family, families, pointAxes, pointName } from './tuning/points.js'
export { placeLike, searchWork } from './tuning/search-work.js'
export { isQuickToRehearse } from './rehearse.js'
export { FALSE_ALARMS, inHundred } from './recognition/verdict.js'
