/**
 * Every check of the doctor, in the order of the data: parts, features, labels, classes, signatures, splits.
 */
import { classNameSpelling } from './checks/class-name-spelling.js'
import { classNames } from './checks/class-names.js'
import { classOrder } from './checks/class-order.js'
import { constantAttributes } from './checks/constant-attributes.js'
import { constantFeatures } from './checks/constant-features.js'
import { doubleNormalisation } from './checks/double-normalisation.js'
import { duplicateSignatures } from './checks/duplicate-signatures.js'
import { knownSplit } from './checks/known-split.js'
import { labelBase } from './checks/label-base.js'
import { labelRange } from './checks/label-range.js'
import { labelsWithoutSignature } from './checks/labels-without-signature.js'
import { leakingClasses } from './checks/leaking-classes.js'
import { missingAttributes } from './checks/missing-attributes.js'
import { negativeFeatures } from './checks/negative-features.js'
import { notFiniteFeatures } from './checks/not-finite-features.js'
import { notFiniteSignatures } from './checks/not-finite-signatures.js'
import { overlappingRows } from './checks/overlapping-rows.js'
import { partNames } from './checks/part-names.js'
import { parts } from './checks/parts.js'
import { rowNames } from './checks/row-names.js'
import { sameTable } from './checks/same-table.js'
import { signaturesWithoutSamples } from './checks/signatures-without-samples.js'
import { sizes } from './checks/sizes.js'
import { splitBase } from './checks/split-base.js'
import { splitClasses } from './checks/split-classes.js'
import { splitCoverage } from './checks/split-coverage.js'
import { splitRows } from './checks/split-rows.js'
import { transposedFeatures } from './checks/transposed-features.js'
import { transposedSignatures } from './checks/transposed-signatures.js'
import { zeroRows } from './checks/zero-rows.js'
import { zeroSignatures } from './checks/zero-signatures.js'
import type { Check } from './finding.js'

/** Every check of the doctor, in the order of its report. */
export const checks: readonly Check[] = [
  parts,
  partNames,
  sizes,
  transposedFeatures,
  notFiniteFeatures,
  zeroRows,
  constantFeatures,
  negativeFeatures,
  doubleNormalisation,
  labelBase,
  labelRange,
  labelsWithoutSignature,
  rowNames,
  classNames,
  classNameSpelling,
  classOrder,
  transposedSignatures,
  notFiniteSignatures,
  zeroSignatures,
  missingAttributes,
  duplicateSignatures,
  sameTable,
  constantAttributes,
  signaturesWithoutSamples,
  splitClasses,
  splitBase,
  splitRows,
  splitCoverage,
  leakingClasses,
  overlappingRows,
  knownSplit
]
