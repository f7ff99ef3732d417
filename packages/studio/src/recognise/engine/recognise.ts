/**
 * Of the engine: what a row is taken for, why, and what would make it another class. Scores are core's own.
 */
import { type Decision, type Matrix, type Model, coverageAt, rehearsalOf, thresholdOf } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { featuresOf } from '../../images/engine/added.js'
import { type Session, modelOf } from '../../worker/session.js'
import type { RowAnswer, RowQuestion, ScoreFacts, StripFacts } from '../facts.js'
import { flipsOf } from './flips.js'

type Decided = Pick<RowQuestion, 'among' | 'bias' | 'margin'>

export function createRecognise(session: Session) {
  return {
    async row(question: RowQuestion): Promise<RowAnswer> {
      const { row } = question
      return {
        row,
        ...about(session, row),
        ...answerOf(biased(modelOf(session), question.bias), await featuresOf(session, row), question)
      }
    },

    /** What some rows are taken for. */
    strip(rows: readonly number[], how: Decided): Promise<StripFacts[]> {
      const model = biased(modelOf(session), how.bias)
      return Promise.all(
        rows.map(async row => {
          const {
            ranked: [best],
            none
          } = decide(model, await featuresOf(session, row), how, 1)
          const { label } = about(session, row)
          return {
            row,
            class: best.class,
            none,
            disagrees: label !== undefined && (none || best.class !== label)
          }
        })
      )
    }
  }
}

/** Label and name of a row, where it has them. */
function about({ data, added }: Session, row: number): { readonly label?: string; readonly name?: string } {
  const own = data?.dataset.features?.rows ?? 0
  if (data === undefined || row >= own) return { name: added.at(row - own)?.name ?? '' }
  const { labels, classes, rowNames } = data.dataset
  return {
    label: classes[labels[row]],
    ...defined({ name: rowNames === undefined ? undefined : rowNames[row] })
  }
}

export function answerOf(
  model: Model,
  features: Matrix,
  { among, bias, margin: wanted, against }: Omit<RowQuestion, 'row'>
): Omit<RowAnswer, 'row' | 'label' | 'name'> {
  const { ranked, margin, none } = decide(
    model,
    features,
    { among, bias, margin: wanted },
    model.classes.length
  )
  const least = leastMargin(model, among, wanted)
  const [best, runnerUp] = ranked
  const other = ranked.find(each => each.class === against && each.class !== best.class) ?? runnerUp
  const sum = (name: string): ScoreFacts => {
    const [{ score, bias: added, contributions }] = model.explain(features, name, { among })
    return {
      class: name,
      score,
      bias: added,
      terms: [...contributions]
        .sort((a, b) => a.position - b.position)
        .map(({ class: seen, proportion, share, contribution }) => ({
          class: seen,
          proportion,
          share,
          contribution
        }))
    }
  }
  const right = margin === undefined ? undefined : rightAtMargin(model, among, margin)
  return {
    ranked: ranked.map(each => ({
      ...each,
      seen: model.find(each.class).seen,
      bias: model.biasOf(each.class, among)
    })),
    ...defined({ margin, least, rightAtMargin: right }),
    none,
    proportions: [...model.proportions(features)],
    best: sum(best.class),
    ...defined({ against: other === undefined ? undefined : sum(other.class) }),
    flips:
      other === undefined
        ? []
        : flipsOf(model, features, { among, best: best.class, other: other.class, margin, least })
  }
}

/** The model with the bias of the document instead of its own. */
const biased = (model: Model, bias: number | undefined): Model =>
  bias === undefined ? model : model.annotate({ bias })

function decide(model: Model, features: Matrix, { among, margin }: Decided, top: number): Decision {
  const least = leastMargin(model, among, margin)
  return model.decide(features, { among, top, ...defined({ reject: least }) })[0]
}

/**
 * The margin asked for: the document's, or what the rehearsal chose; none where a single class is the
 * candidate.
 */
function leastMargin(model: Model, among: 'unseen' | 'all', wanted: number | undefined): number | undefined {
  if (among === 'unseen' && model.unseen.length < 2) return undefined
  return wanted ?? thresholdOf(model.notes)?.[among]?.least
}

/**
 * Of the rehearsal's answers at least as sure as this one. Its margins count in units; the threshold is known
 * in both.
 */
function rightAtMargin(model: Model, among: 'unseen' | 'all', margin: number): number | undefined {
  const rule = rehearsalOf(model.notes)?.rejection[among]
  const least = thresholdOf(model.notes)?.[among]?.least
  if (rule === undefined || least === undefined || rule.threshold === null || rule.threshold === 0)
    return undefined
  const { coverage, accuracy } = coverageAt(rule.curve, (margin * rule.threshold) / least)
  return coverage > 0 ? accuracy : undefined
}
