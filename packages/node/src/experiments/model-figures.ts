/** Figures and mixtures of a trained model and its test rows. */
import type { Matrix } from '@unseen/core'
import { type Model, confusion } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type AffinityGroup, type Report, type ReportFigure, cosineAffinity } from '@unseen/report'
import type { Tested } from './measure.js'

/** A model and the rows it was trained and tested on. */
type Shown = Pick<Tested, 'model' | 'data'>

export function mixturesOf({ model, data }: Shown): NonNullable<Report['mixtures']> {
  const answers =
    data.test.labels.length === 0
      ? []
      : model.recognise(data.test.features, { among: data.split.unseen }).map(([best]) => best.class)
  return data.split.unseen.map(name => {
    const own = data.test.labels.map((label, row) => ({ label, row })).filter(({ label }) => label === name)
    const right = own.filter(({ row }) => answers[row] === name).length
    return {
      class: name,
      shares: model.mixture(name).shares,
      ...defined({ accuracy: own.length > 0 ? right / own.length : undefined })
    }
  })
}

export function confusionOf({ model, data }: Shown, title: string): ReportFigure {
  const answers = model
    .recognise(data.test.features, { among: data.split.unseen })
    .map(([best]) => best.class)
  const { classes, counts } = confusion(data.test.labels, answers, { classes: data.split.unseen })
  return { name: 'confusion', data: { title, classes, counts: [...counts] } }
}

/** How alike classes are by signatures, by mixtures and by the mean proportions of their rows. */
export function affinityOf({ model, data }: Shown, title: string): ReportFigure {
  const groups: AffinityGroup[] = [
    groupOf(model, 'seen classes', model.seen, { features: data.train.features, labels: data.train.labels }),
    // Of two classes there is one affinity, which no picture is needed for.
    ...(data.split.unseen.length > 2 && data.test.labels.length > 0
      ? [groupOf(model, 'unseen classes', data.split.unseen, data.test)]
      : [])
  ]
  return { name: 'affinity', data: { title, groups } }
}

/** Cosines of the signatures of these classes, (classes x classes). */
export function signatureAffinity({ model }: Shown, classes: readonly string[]): number[] {
  const signatures = classes.map(name => model.classes.find(known => known.name === name)?.signature ?? [])
  return cosineAffinity(
    classes.length,
    signatures[0].length,
    signatures.flatMap(signature => Array.from(signature))
  )
}

/** Cosines of the mean proportions of these classes' test rows, (classes x classes). */
export function targetAffinity({ model, data }: Shown, classes: readonly string[]): number[] {
  return cosineAffinity(classes.length, model.seen.length, meanProportions(model, classes, data.test))
}

function groupOf(
  model: Model,
  title: string,
  classes: readonly string[],
  rows: { readonly features: Matrix; readonly labels: readonly string[] }
): AffinityGroup {
  const described = classes
    .map(name => (model.knows(name) ? model.find(name) : undefined))
    .filter(known => known !== undefined)
  const flat = (lists: readonly ArrayLike<number>[]): number[] => lists.flatMap(list => Array.from(list))
  const [length, seen] = [described[0].signature.length, model.seen.length]
  return {
    title,
    classes,
    matrices: [
      {
        title: 'signatures',
        values: cosineAffinity(classes.length, length, flat(described.map(({ signature }) => signature)))
      },
      {
        title: 'mixtures',
        values: cosineAffinity(classes.length, seen, flat(described.map(({ mixture }) => mixture)))
      },
      {
        title: 'mean proportions',
        values: cosineAffinity(classes.length, seen, meanProportions(model, classes, rows))
      }
    ]
  }
}

/**
 * (classes x seen); the mean over a class's rows, centred over the classes: all rows share a large common
 * part.
 */
function meanProportions(
  model: Model,
  classes: readonly string[],
  { features, labels }: { readonly features: Matrix; readonly labels: readonly string[] }
): Float64Array {
  const seen = model.seen.length
  const proportions = model.proportions(features)
  const sums = new Float64Array(classes.length * seen)
  const counts = new Uint32Array(classes.length)
  const index = new Map(classes.map((name, at) => [name, at]))
  labels.forEach((label, row) => {
    const at = index.get(label)
    if (at === undefined) return
    counts[at]++
    for (let s = 0; s < seen; s++) sums[at * seen + s] += proportions[row * seen + s]
  })
  for (let at = 0; at < classes.length; at++)
    for (let s = 0; s < seen; s++) sums[at * seen + s] /= Math.max(1, counts[at])
  for (let s = 0; s < seen; s++) {
    let mean = 0
    for (let at = 0; at < classes.length; at++) mean += sums[at * seen + s] / classes.length
    for (let at = 0; at < classes.length; at++) sums[at * seen + s] -= mean
  }
  return sums
}
