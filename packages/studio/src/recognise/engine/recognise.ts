/**
 * Of the engine: what a row is taken for, why, and what would make it another class. Scores are core's own.
 */
import { type Decision, type Matrix, type Model, spokenRuleOf, testedWords } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { featuresOf } from '../../images/engine/added.js'
import { type Session, modelOf } from '../../worker/session.js'
import type { RowAnswer, RowQuestion, ScoreFacts, StripFacts } from '../facts.js'
import { flipsOf } from './flips.js'
import { NEAREST_CLASSES, nearestRows } from './nearest.js'

/** Rows that are looked at to find one to begin with. */
const MOST_TRIED = 400

type Decided = Pick<RowQuestion, 'among' | 'bias' | 'margin'>

export function createRecognise(session: Session) {
  return {
    async row(question: RowQuestion): Promise<RowAnswer> {
      const { row } = question
      const features = await featuresOf(session, row)
      const answer = answerOf(biased(modelOf(session), question.bias), features, question)
      const shown = [...answer.best.terms]
        .sort((a, b) => b.contribution - a.contribution)
        .slice(0, NEAREST_CLASSES)
        .map(term => term.class)
      return {
        row,
        ...about(session, row),
        ...answer,
        nearest: await nearestRows(session, row, features, shown)
      }
    },

    /**
     * The row to begin with: of a described class, rightly named, best where the like of it was tested, the
     * surest of these. Where there is no such row, the first that was not trained on.
     */
    async first(how: Decided): Promise<number> {
      const { data } = session
      if (data === undefined || session.model === undefined) return 0
      const { dataset, taken } = data
      const model = biased(session.model, how.bias)
      const described = new Set(model.unseen)
      const rows = [...taken.test.rows].filter(row => described.has(dataset.classes[dataset.labels[row]]))
      let best = { row: rows.at(0) ?? 0, sure: -Infinity }
      for (const row of rows.slice(0, MOST_TRIED)) {
        const { ranked, margin = 0, verdict } = decide(model, await featuresOf(session, row), how, 2)
        const [winner] = ranked
        const isTested = testedOf(model, ranked, verdict.kind) !== undefined
        const sure = (winner.probability ?? margin) + (isTested ? 1 : 0)
        const isRight = winner.class === dataset.classes[dataset.labels[row]] && verdict.kind !== 'unlike'
        if (isRight && sure > best.sure) best = { row, sure }
      }
      return best.row
    },

    /** What some rows are taken for. */
    strip(rows: readonly number[], how: Decided): Promise<StripFacts[]> {
      const model = biased(modelOf(session), how.bias)
      return Promise.all(
        rows.map(async row => {
          const { ranked, none, verdict } = decide(model, await featuresOf(session, row), how, 3)
          const [best] = ranked
          const { label } = about(session, row)
          return {
            row,
            class: best.class,
            none: none || verdict.kind === 'unlike',
            words: verdict.words,
            kind: verdict.kind,
            probabilities: ranked.flatMap(({ probability }) => probability ?? []),
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
): Omit<RowAnswer, 'row' | 'label' | 'name' | 'nearest'> {
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
      tested: testedOf(model, ranked, verdict.kind)
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

/** How often the like of an answer was right, in words. */
const testedOf = (
  model: Model,
  ranked: Decision['ranked'],
  kind: Decision['verdict']['kind']
): string | undefined =>
  testedWords(
    spokenRuleOf(
      model.notes,
      ranked.map(each => model.find(each.class).seen)
    ),
    kind
  )

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
