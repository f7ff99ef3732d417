/**
 * Of the engine: what a row is taken for, why, and what would make it another class. Scores are core's own.
 */
import { type Decision, type Matrix, type Model, spokenRuleOf, testedWords } from '@unseen/core'
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
            none,
            verdict
          } = decide(model, await featuresOf(session, row), how, 1)
          const { label } = about(session, row)
          return {
            row,
            class: best.class,
            none: none || verdict.kind === 'unlike',
            words: verdict.words,
            disagrees: label !== undefined && !verdict.classes.includes(label)
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
  const { ranked, margin, none, unlike, verdict } = decide(
    model,
    features,
    { among, bias, margin: wanted },
    model.classes.length
  )
  const least = leastMargin(model, among, wanted)
  const [best, runnerUp] = ranked
  const other = ranked.find(each => each.class === against && each.class !== best.class) ?? runnerUp
  const sum = (name: string): ScoreFacts => {
    const [{ score, constant, bias: added, contributions }] = model.explain(features, name, { among })
    return {
      class: name,
      score,
      constant,
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
  return {
    ranked: ranked.map(each => ({
      ...each,
      seen: model.find(each.class).seen,
      bias: model.biasOf(each.class, among) - model.find(each.class).constant
    })),
    ...defined({
      margin,
      least,
      unlike,
      tested: testedWords(
        spokenRuleOf(
          model.notes,
          ranked.map(each => model.find(each.class).seen)
        ),
        verdict.kind
      )
    }),
    none: none || verdict.kind === 'unlike',
    verdict,
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

/** The margin that the document asks for; a single candidate has none. Small margins alone never hide a name. */
function leastMargin(model: Model, among: 'unseen' | 'all', wanted: number | undefined): number | undefined {
  return among === 'unseen' && model.unseen.length < 2 ? undefined : wanted
}
