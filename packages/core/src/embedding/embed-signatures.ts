/**
 * Eq. 3 for whole tables: every described class as a mixture of the seen ones. The door to
 * `Dictionary` for users who want mixtures alone.
 */
import { UnseenError } from '../base/errors.js'
import { resolveFitOptions } from '../base/options.js'
import { unitSignatures } from '../input/signatures.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import { Dictionary, type MixtureKind } from './source.js'

export interface EmbedInput {
  /** one signature per seen class */
  readonly seen: MatrixLike
  /** the classes to express by them */
  readonly signatures: MatrixLike
}

export interface EmbedOptions {
  readonly gamma?: number
  readonly mixture?: MixtureKind
  /** Scale all signatures to length 1 first, as the method does. */
  readonly unitLength?: boolean
}

export interface EmbeddedSignatures {
  /** row-major (signatures x seen) */
  readonly mixtures: Float64Array
  /** distance of each signature from its mixture of seen signatures */
  readonly residuals: Float64Array
  /** the largest KKT residual of the batch */
  readonly kktResidual: number
}

export function embedSignatures(
  { seen, signatures }: EmbedInput,
  { gamma = 0.1, mixture = 'simplex', unitLength = true }: EmbedOptions = {}
): EmbeddedSignatures {
  resolveFitOptions({ gamma, mixture })
  const known = Matrix.from(seen, 'signatures')
  const described = Matrix.from(signatures, 'signatures')
  if (known.rows === 0) throw new UnseenError('signatures.shape', 'There is no seen signature to mix.')
  if (described.rows > 0 && described.columns !== known.columns) {
    throw new UnseenError(
      'signatures.length',
      `The described signatures have ${described.columns} entries, the seen ones ${known.columns}.`
    )
  }
  const dictionary = new Dictionary(unitSignatures(known, undefined, unitLength), known.rows, gamma, mixture)
  const rows = unitSignatures(described, undefined, unitLength)
  const mixtures = new Float64Array(described.rows * known.rows)
  const residuals = new Float64Array(described.rows)
  let worst = 0
  for (let i = 0; i < described.rows; i++) {
    const embedding = dictionary.embed(rows.subarray(i * known.columns, (i + 1) * known.columns))
    mixtures.set(embedding.mixture, i * known.rows)
    residuals[i] = embedding.residual
    worst = Math.max(worst, embedding.kktResidual)
  }
  return { mixtures, residuals, kktResidual: worst }
}
