/**
 * What would flip an answer: one attribute of a description, one seen class in the image, the bias, the
 * margin asked for.
 */
import type { Matrix, Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { FlipFacts } from '../facts.js'

export interface Tie {
  readonly among: 'unseen' | 'all'
  /** the answer, and the class it is held against */
  readonly best: string
  readonly other: string
  readonly margin: number | undefined
  readonly least: number | undefined
}

/** Attributes that are tried: those the score answers to most. */
const TRIED = 8
const HALVINGS = 20

export function flipsOf(model: Model, features: Matrix, tie: Tie): FlipFacts[] {
  return [
    descriptionFlip(model, features, tie),
    imageFlip(model, features, tie),
    biasFlip(model, features, tie),
    marginFlip(tie)
  ].filter(flip => flip !== undefined)
}

/** f(best) - f(other) */
function lead(model: Model, features: Matrix, { among, best, other }: Tie): number {
  const { classes, scores } = model.scores(features, { among })
  return scores[classes.indexOf(best)] - scores[classes.indexOf(other)]
}

/**
 * The attribute of a described class whose change alone flips it with the smallest step, found by halving.
 */
function descriptionFlip(model: Model, features: Matrix, tie: Tie): FlipFacts | undefined {
  const name = [tie.best, tie.other].find(each => !model.find(each).seen)
  if (name === undefined) return undefined
  const signature = model.find(name).signature
  const top = model.classes.reduce(
    (most, each) => each.signature.reduce((largest, value) => Math.max(largest, value), most),
    0
  )
  const bottom = model.classes.reduce(
    (least, each) => each.signature.reduce((smallest, value) => Math.min(smallest, value), least),
    0
  )
  const changed = (index: number, value: number): number =>
    lead(
      model.describe(
        name,
        signature.map((entry, at) => (at === index ? value : entry))
      ),
      features,
      tie
    )
  const { scores } = model.whatIf(name, features)
  const tried = [...scores.keys()].sort((a, b) => Math.abs(scores[b]) - Math.abs(scores[a])).slice(0, TRIED)
  let found: FlipFacts | undefined
  for (const index of tried) {
    // The answer's own score must fall, its rival's rise.
    const falls = name === tie.best ? scores[index] < 0 : scores[index] > 0
    const to = firstFlip(signature[index], falls ? top : bottom, value => changed(index, value) < 0)
    if (
      to === undefined ||
      (found !== undefined && Math.abs(to - signature[index]) >= Math.abs(found.to - found.from))
    )
      continue
    found = {
      kind: 'description',
      subject: model.notes.attributes?.[index] ?? `entry ${index + 1}`,
      class: name,
      from: signature[index],
      to,
      minimum: bottom,
      maximum: top,
      becomes: tie.other
    }
  }
  return found
}

/**
 * Where it flips between a value that does not and one that does; undefined where that does not flip either.
 */
function firstFlip(from: number, end: number, flips: (value: number) => boolean): number | undefined {
  if (from === end || !flips(end)) return undefined
  let [stays, goes] = [from, end]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (stays + goes) / 2
    if (flips(middle)) goes = middle
    else stays = middle
  }
  return goes
}

/** The seen class of which the image would have to show more, or less, if nothing else changed. */
function imageFlip(model: Model, features: Matrix, { best, other, among }: Tie): FlipFacts | undefined {
  const change = model.contrast(features, best, other, { among })[0].flip?.changes[0]
  if (change === undefined) return undefined
  const proportions = model.proportions(features)
  const from = proportions[model.seen.indexOf(change.class)]
  const to = from + change.alone
  return {
    kind: 'image',
    subject: change.class,
    from,
    to,
    minimum: Math.min(to, ...proportions),
    maximum: Math.max(to, ...proportions),
    becomes: other
  }
}

function biasFlip(model: Model, features: Matrix, tie: Tie): FlipFacts | undefined {
  if (model.find(tie.best).seen === model.find(tie.other).seen || tie.among === 'unseen') return undefined
  const from = model.notes.bias ?? 0
  const ahead = lead(model, features, tie)
  const to = model.find(tie.best).seen ? from - ahead : from + ahead
  return {
    kind: 'bias',
    from,
    to,
    minimum: Math.min(0, 2 * from, to),
    maximum: Math.max(0, to),
    becomes: tie.other
  }
}

function marginFlip({ best, margin, least }: Tie): FlipFacts | undefined {
  if (margin === undefined || least === undefined) return undefined
  return {
    kind: 'margin',
    from: least,
    to: margin,
    minimum: 0,
    maximum: 2 * Math.max(margin, least),
    ...defined({ becomes: margin < least ? best : undefined })
  }
}
