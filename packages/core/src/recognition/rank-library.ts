/**
 * Which rows of a library are most likely of one class. Raw scores of different rows are not on one
 * scale: under `int` every score of a row contains <w, x>, and rows differ in length besides. So rows
 * are ranked by
 *
 *   margin   f(x,y) - max over the background classes b of f(x,b)
 *   cosine   of z_y and the centred proportions q, where there is no background: q is pi(x) centred to
 *            mean 0 over the seen classes, less the library's mean m of that, so that what all rows
 *            have in common speaks for no class
 *
 * both of which are blind to what all scores of a row have in common. With z_y of mean zbar, and since m
 * sums to 0, everything the cosine needs comes from two scores of the row and two numbers kept with it:
 *
 *   <q, z_y - zbar> = <pi, z_y> - zbar sum(pi) - <m, z_y>
 *   |q|^2           = |pi - mean(pi)|^2 - 2 <pi, m> + |m|^2
 */
import { BestRows, type RankedRow } from './best-rows.js'
import { type Block, BlockScorer, type ScoredClass, blockOf } from './block-scorer.js'

export interface LibraryQuery {
  readonly class: ScoredClass
  /** the classes it must beat; it may be one of them itself, so that one background serves many classes */
  readonly background: readonly ScoredClass[]
  /** where it stands among them, -1 where it does not */
  readonly position: number
}

/** What rounding leaves of a length that is 0, squared and relative. */
const NOWHERE = 1e-12

/** Whether there is a class to beat; if not, the cosine is taken. */
export function hasRivals({ background, position }: Pick<LibraryQuery, 'background' | 'position'>): boolean {
  return background.length > (position < 0 ? 0 : 1)
}

/**
 * The two best background classes of each row, so that one table serves every class of the background too.
 */
export interface Rivals {
  readonly best: Float64Array
  readonly second: Float64Array
  /** position of the best among the background, -1 where there is none */
  readonly which: Float64Array
}

/** What the cosine needs to know of each row. */
export interface Centres {
  /** sum of the proportions */
  readonly sums: Float64Array
  /** length of the proportions centred over the seen classes */
  readonly lengths: Float64Array
}

/** Of a class, and of the library it is looked for in. */
export interface CosineQuery {
  readonly mixture: Float64Array
  /** m: the mean of the rows' centred proportions, (seen) */
  readonly mean: Float64Array
}

/** Rivals of the tile that is open in `scorer`, into the first rows of `out`. */
export function findRivals(
  scorer: BlockScorer,
  background: readonly ScoredClass[],
  rows: number,
  { best, second, which }: Rivals
): void {
  best.fill(-Infinity, 0, rows)
  second.fill(-Infinity, 0, rows)
  which.fill(-1, 0, rows)
  background.forEach((rival, at) => {
    const scores = scorer.scores(rival)
    for (let i = 0; i < rows; i++) {
      if (scores[i] > best[i]) {
        second[i] = best[i]
        best[i] = scores[i]
        which[i] = at
      } else if (scores[i] > second[i]) second[i] = scores[i]
    }
  })
}

/**
 * Sum and centred length of every row of proportions, row-major (rows x seen); the centred rows themselves
 * are added up in `total`.
 */
export function centresOf(proportions: Float32Array, seen: number, total: Float64Array): Centres {
  const rows = seen === 0 ? 0 : proportions.length / seen
  const sums = new Float64Array(rows)
  const lengths = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    let sum = 0
    for (let s = 0; s < seen; s++) sum += proportions[i * seen + s]
    let squares = 0
    for (let s = 0; s < seen; s++) {
      const centred = proportions[i * seen + s] - sum / seen
      squares += centred * centred
      total[s] += centred
    }
    sums[i] = sum
    lengths[i] = Math.sqrt(squares)
  }
  return { sums, lengths }
}

/** Offers the rows of a tile, the first of which has the number `first`, by their margin over the rivals. */
export function offerMargins(
  scores: Float64Array,
  rivals: Float64Array,
  first: number,
  best: BestRows,
  isWanted: (row: number) => boolean
): void {
  for (let i = 0; i < scores.length; i++) {
    const margin = scores[i] - rivals[i]
    if (margin >= best.floor && isWanted(first + i)) best.offer(first + i, margin)
  }
}

/** The same by the cosine; `scores` are <pi, z> without a bias, `along` are <pi, m>. */
export function offerCosines(
  scores: Float64Array,
  along: Float64Array,
  { sums, lengths }: Centres,
  { mixture, mean }: CosineQuery,
  first: number,
  best: BestRows,
  isWanted: (row: number) => boolean
): void {
  const centre = mixture.reduce((sum, share) => sum + share, 0) / mixture.length
  const length = Math.sqrt(mixture.reduce((sum, share) => sum + (share - centre) * (share - centre), 0))
  const offset = mixture.reduce((sum, share, s) => sum + share * mean[s], 0)
  const meanSquares = mean.reduce((sum, value) => sum + value * value, 0)
  for (let i = 0; i < scores.length; i++) {
    const squares = lengths[i] * lengths[i] - 2 * along[i] + meanSquares
    // Proportions that are the mean of all, and a mixture that is the same everywhere, point nowhere.
    const points = squares > NOWHERE * (lengths[i] * lengths[i] + meanSquares) && length > 0
    const cosine = points ? (scores[i] - centre * sums[i] - offset) / (Math.sqrt(squares) * length) : 0
    if (cosine >= best.floor && isWanted(first + i)) best.offer(first + i, cosine)
  }
}

/**
 * The rival each row must beat when the class stands at `position` of the background (-1: not in it); `out`
 * may be `second`.
 */
export function rivalsWithout(
  { best, second, which }: Rivals,
  position: number,
  rows: number,
  out: Float64Array
): Float64Array {
  for (let i = 0; i < rows; i++) out[i] = which[i] === position ? second[i] : best[i]
  return out.subarray(0, rows)
}

/** The `top` best rows of proportions in memory, row-major (rows x seen). */
export function rankRows(proportions: Float32Array, query: LibraryQuery, top: number): RankedRow[] {
  const { mixture } = query.class
  const seen = mixture.length
  const block: Block = blockOf(proportions, seen)
  const scorer = new BlockScorer(seen)
  const best = new BestRows(top)
  const all = (): boolean => true
  const total = new Float64Array(seen)
  const centres = hasRivals(query) ? undefined : centresOf(proportions, seen, total)
  const mean = total.map(sum => (block.rows === 0 ? 0 : sum / block.rows))
  const rivals: Rivals = {
    best: new Float64Array(scorer.tileRows),
    second: new Float64Array(scorer.tileRows),
    which: new Float64Array(scorer.tileRows)
  }
  for (let start = 0; start < block.rows; start += scorer.tileRows) {
    const rows = scorer.open(block, start)
    if (centres === undefined) {
      findRivals(scorer, query.background, rows, rivals)
      const beaten = rivalsWithout(rivals, query.position, rows, rivals.second)
      offerMargins(scorer.scores(query.class), beaten, start, best, all)
    } else {
      const along = scorer.scores({ mixture: mean, bias: 0 }).slice()
      const tile = {
        sums: centres.sums.subarray(start, start + rows),
        lengths: centres.lengths.subarray(start, start + rows)
      }
      offerCosines(scorer.scores({ mixture, bias: 0 }), along, tile, { mixture, mean }, start, best, all)
    }
  }
  return best.ranked()
}
