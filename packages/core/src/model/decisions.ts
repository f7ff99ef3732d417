/**
 * Probabilities, "none of these" and clusters, for a model: which rule applies, and what is refused.
 */
import { UnseenError } from '../base/errors.js'
import type { Normalisation } from '../input/normalise.js'
import type { Matrix } from '../linalg/matrix.js'
import { refineByClusters } from '../recognition/clusters.js'
import { topScores } from '../recognition/rank.js'
import { type UnlikeRule, limitsAt } from '../recognition/unlikeness.js'
import type { SpokenRule } from '../recognition/verdict.js'
import type {
  ModelClass,
  ModelNotes,
  RecogniseOptions,
  ThresholdNote,
  ThresholdRule,
  VerdictNote
} from './types.js'

interface Known {
  readonly notes: ModelNotes
  find(name: string): ModelClass
}

/** The thresholds of a rehearsal; undefined where there are none that this version can read. */
export function thresholdOf({ threshold }: Pick<ModelNotes, 'threshold'>): ThresholdNote | undefined {
  if (threshold === undefined) return undefined
  const { accept, unseen, all, expressed } = threshold as Partial<ThresholdNote>
  return typeof accept === 'number' &&
    [unseen, all, expressed].every(rule => rule === null || typeof rule?.least === 'number')
    ? (threshold as ThresholdNote)
    : undefined
}

/** What a rehearsal found out about probabilities; undefined where there is nothing that this version can read. */
export function verdictNoteOf({ verdict }: Pick<ModelNotes, 'verdict'>): VerdictNote | undefined {
  if (verdict === undefined) return undefined
  const note = verdict as Partial<VerdictNote>
  const isRule = (rule: SpokenRule | null | undefined): boolean =>
    rule === null ||
    (typeof rule?.temperature === 'number' &&
      rule.temperature > 0 &&
      typeof rule.limits === 'object' &&
      typeof rule.words === 'object')
  return typeof note.rough === 'boolean' && [note.unseen, note.seen, note.all].every(isRule)
    ? (verdict as VerdictNote)
    : undefined
}

/**
 * When a row is unlike every class; undefined where no rehearsal that this version can read measured it.
 *
 * @param notes of a model
 */
export function unlikeRuleOf(notes: Pick<ModelNotes, 'verdict'>): UnlikeRule | undefined {
  const rule = verdictNoteOf(notes)?.unlike as Partial<UnlikeRule> | undefined
  if (rule === undefined || !Array.isArray(rule.measures) || !Array.isArray(rule.points)) return undefined
  const { measures, usual, points } = rule as UnlikeRule
  return typeof usual === 'number' &&
    points.every(({ rate, limits }) => typeof rate === 'number' && limits.length === measures.length)
    ? { measures, usual, points }
    : undefined
}

/** Refuses rates of false alarms that no rehearsal can show. */
export function checkFalseAlarms(rate: number): void {
  if (rate >= 0.001 && rate <= 0.5) return
  throw new UnseenError(
    'options.value',
    `The rate of false alarms must lie between 0.001 and 0.5, got ${rate}.`,
    { where: { option: 'falseAlarms' } }
  )
}

/** Refuses to turn away what is unlike every class where nobody knows what that is. */
export function checkUnlike(rule: UnlikeRule | undefined, isMeasured: boolean, falseAlarms: number): void {
  if (!isMeasured)
    throw new UnseenError(
      'options.combination',
      'The model does not keep the common shape of its classes: how unlike a row is cannot be measured.',
      {
        where: { option: 'reject' },
        remedy: 'Train again with shape "auto", or turn answers away by their margin (--reject margin).'
      }
    )
  if (rule === undefined)
    throw new UnseenError(
      'options.combination',
      'The model does not know when a row is unlike every class: no rehearsal measured it.',
      {
        where: { option: 'reject' },
        remedy: 'Rehearse it (`unseen rehearse`), or turn answers away by their margin (--reject margin).'
      }
    )
  if (limitsAt(rule.points, falseAlarms) !== undefined) return
  const [rarest] = rule.points
  throw new UnseenError(
    'options.combination',
    `The rehearsal hid too few rows to tell what ${100 * falseAlarms} % of them are.`,
    {
      where: { option: 'falseAlarms' },
      remedy:
        rarest === undefined
          ? 'Bring images of more classes, or turn answers away by their margin (--reject margin).'
          : `Allow ${100 * rarest.rate} % of false alarms or more.`
    }
  )
}

/**
 * How scores of these candidates become probabilities and words; undefined where no rehearsal tried it, or where
 * there is one candidate, which would always be certain.
 *
 * @param notes of a model
 * @param candidates whether each is a seen class
 */
export function spokenRuleOf(
  notes: Pick<ModelNotes, 'verdict'>,
  candidates: readonly boolean[]
): SpokenRule | undefined {
  if (candidates.length < 2) return undefined
  const seen = candidates.filter(isSeen => isSeen).length
  const kind = seen === 0 ? 'unseen' : seen === candidates.length ? 'seen' : 'all'
  return verdictNoteOf(notes)?.[kind] ?? undefined
}

/**
 * Is the best class of a row, with its margin over the next, an answer? Where rows are turned away for being
 * unlike every class, each is, as far as this goes. `residual`: of a class from the hull
 * of the seen ones.
 */
export function surenessRule(
  model: Known,
  candidates: readonly string[],
  reject: NonNullable<RecogniseOptions['reject']>,
  residual: (name: string) => number
): (best: string, margin: number | undefined) => boolean {
  if (typeof reject === 'boolean') return () => true
  if (reject === 'expressed') {
    const { least } = ruleOf(model, 'expressed')
    const known = new Map<string, boolean>()
    return best => {
      const isSure =
        known.get(best) ?? (model.find(best).seen || 1 - residual(best) * residual(best) >= least)
      known.set(best, isSure)
      return isSure
    }
  }
  if (typeof reject === 'number' && !(reject >= 0 && Number.isFinite(reject)))
    throw new UnseenError(
      'options.value',
      `The least margin must be a number of at least 0, got ${reject}.`,
      { where: { option: 'reject' } }
    )
  if (candidates.length < 2)
    throw new UnseenError(
      'options.combination',
      `"${candidates[0]}" is the only candidate: there is no margin over another by which to refuse it.`,
      { where: { option: 'reject' }, remedy: 'Choose among "all", or describe what it might be otherwise.' }
    )
  const seen = candidates.filter(name => model.find(name).seen).length
  if (reject === 'margin' && seen === candidates.length)
    throw new UnseenError('options.combination', 'The rehearsal chose no threshold for seen classes alone.', {
      where: { option: 'reject' },
      remedy: 'Give a margin of your own.'
    })
  const least = typeof reject === 'number' ? reject : ruleOf(model, seen > 0 ? 'all' : 'unseen').least
  return (_, margin) => margin !== undefined && margin >= least
}

function ruleOf({ notes }: Known, kind: 'unseen' | 'all' | 'expressed'): ThresholdRule {
  const threshold = thresholdOf(notes)
  if (threshold === undefined)
    throw new UnseenError('options.combination', 'The model has no threshold for "none of these".', {
      where: { option: 'reject' },
      remedy: 'Rehearse it first (`unseen rehearse`), or give a margin of your own.'
    })
  const rule = threshold[kind]
  if (rule !== null) return rule
  throw new UnseenError(
    'options.combination',
    `In the rehearsal no threshold made ${Math.round(100 * threshold.accept)} % of the answers right.`,
    { where: { option: 'reject' }, remedy: 'Rehearse again and accept less, or give a margin of your own.' }
  )
}

/** Whether answers of these rows may depend on each other as asked. */
export function checkRefine(refine: string, rows: number, reject: RecogniseOptions['reject']): void {
  if (refine !== 'clusters' && refine !== 'em')
    throw new UnseenError(
      'options.value',
      `refine must be "clusters" or "em", got ${JSON.stringify(refine)}.`,
      { where: { option: 'refine' } }
    )
  if (reject !== undefined && reject !== false)
    throw new UnseenError(
      'options.combination',
      'Refining changes answers without regard to their margins: "none of these" cannot be said beside.',
      { where: { option: 'refine' }, remedy: 'Leave out refine or reject.' }
    )
  if (rows < 2)
    throw new UnseenError('options.combination', `Refining needs a batch of rows, got ${rows}.`, {
      where: { option: 'refine' },
      remedy: 'Recognise many rows at once, or leave out refine.'
    })
}

/** The class of each row after clustering: positions among the candidates. */
export function clusterAnswers(
  matrix: Matrix,
  normalise: Normalisation,
  candidates: number,
  scores: Float64Array
): Int32Array {
  const best = Int32Array.from(
    { length: matrix.rows },
    (_, i) => topScores(scores.subarray(i * candidates, (i + 1) * candidates), 1)[0]
  )
  return refineByClusters(matrix, normalise, best, candidates)
}
