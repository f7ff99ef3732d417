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

/** Scores and margins of one class, one of each per row. */
export interface Margins {
  readonly scores: Float64Array
  readonly margins: Float64Array
}

/** Ranks the rows of one block for any class. Whatever it returns has one entry per row of the block. */
export class LibraryRanker {
  private readonly block: Block
  private readonly scorer: BlockScorer

  /** `scorer` may serve one block after the other. */
  constructor(block: Block, scorer: BlockScorer) {
    this.block = block
    this.scorer = scorer
  }

  /** Of equal rivals the first is the best. */
  rivals(others: readonly ScoredClass[]): Rivals {
    const { rows } = this.block
    const best = new Float64Array(rows).fill(-Infinity)
    const second = new Float64Array(rows).fill(-Infinity)
    const which = new Float64Array(rows).fill(-1)
    this.eachTile(start => {
      others.forEach((rival, at) => {
        const scores = this.scorer.scores(rival)
        for (let i = 0, row = start; i < scores.length; i++, row++) {
          if (scores[i] > best[row]) {
            second[row] = best[row]
            best[row] = scores[i]
            which[row] = at
          } else if (scores[i] > second[row]) second[row] = scores[i]
        }
      })
    })
    return { best, second, which }
  }

  /** `beaten`: what a row's score is compared with, as `rivals` or `rivalsWithout` found it. */
  margins(wanted: ScoredClass, beaten: Float64Array): Margins {
    const scores = new Float64Array(this.block.rows)
    this.eachTile(start => scores.set(this.scorer.scores(wanted), start))
    return { scores, margins: scores.map((score, row) => score - beaten[row]) }
  }

  cosines({ mixture, mean }: CosineQuery, { sums, lengths }: Centres): Float64Array {
    const centre = mixture.reduce((sum, share) => sum + share, 0) / mixture.length
    const length = Math.sqrt(mixture.reduce((sum, share) => sum + (share - centre) * (share - centre), 0))
    const offset = mixture.reduce((sum, share, s) => sum + share * mean[s], 0)
    const meanSquares = mean.reduce((sum, value) => sum + value * value, 0)
    const cosines = new Float64Array(this.block.rows)
    this.eachTile(start => {
      const along = this.scorer.scores({ mixture: mean, bias: 0 }).slice()
      const scores = this.scorer.scores({ mixture, bias: 0 })
      for (let i = 0, row = start; i < scores.length; i++, row++) {
        const squares = lengths[row] * lengths[row] - 2 * along[i] + meanSquares
        // Proportions that are the mean of all, and a mixture that is the same everywhere, point nowhere.
        const points = squares > NOWHERE * (lengths[row] * lengths[row] + meanSquares) && length > 0
        cosines[row] = points ? (scores[i] - centre * sums[row] - offset) / (Math.sqrt(squares) * length) : 0
      }
    })
    return cosines
  }

  private eachTile(score: (start: number) => void): void {
    for (let start = 0; start < this.block.rows; start += this.scorer.tileRows) {
      this.scorer.open(this.block, start)
      score(start)
    }
  }
}

/** The rival each row must beat when the class stands at `position` of the background (-1: not in it). */
export function rivalsWithout({ best, second, which }: Rivals, position: number): Float64Array {
  return best.map((rival, row) => (which[row] === position ? second[row] : rival))
}

/** The `top` best rows of proportions in memory, row-major (rows x seen). */
export function rankRows(proportions: Float32Array, query: LibraryQuery, top: number): RankedRow[] {
  const { mixture } = query.class
  const seen = mixture.length
  const block = blockOf(proportions, seen)
  const ranker = new LibraryRanker(block, new BlockScorer(seen))
  const best = new BestRows(top)
  if (hasRivals(query)) {
    const beaten = rivalsWithout(ranker.rivals(query.background), query.position)
    ranker.margins(query.class, beaten).margins.forEach((margin, row) => best.offer(row, margin))
  } else {
    const total = new Float64Array(seen)
    const centres = centresOf(proportions, seen, total)
    const mean = total.map(sum => (block.rows === 0 ? 0 : sum / block.rows))
    ranker.cosines({ mixture, mean }, centres).forEach((cosine, row) => best.offer(row, cosine))
  }
  return best.ranked()
}
