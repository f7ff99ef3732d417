/**
 * A trained model: seen classes it learned from, and described classes it can recognise all the same.
 * Models never change: `describe` and `forget` return a new model that shares the trained arrays, so
 * undo and concurrent use are free.
 */
import type { FitSettings } from '../base/options.js'
import type { Contrast } from '../explanation/contrast.js'
import type { Explanation } from '../explanation/contributions.js'
import type { LookAlikeOf, LookAlikeOptions } from '../explanation/look-alikes-of.js'
import type { ResidualInContext } from '../explanation/residual.js'
import type { WhatIf } from '../explanation/what-if.js'
import type { MatrixLike } from '../linalg/matrix.js'
import type { Unlikeness } from '../recognition/unlikeness.js'
import type { Trained } from '../training/trained.js'
import { decide, distancesOf, scoresOf, unlikenessOf } from './answers.js'
import { describeClasses, forgetClasses, showImages, shownClasses, takeBackImages } from './changes.js'
import { contrastClasses, explainer, expressedOf, lookAlikes, readableMixture, whatIfOf } from './reasons.js'
import { Roster } from './roster.js'
import type {
  Among,
  Decision,
  MixtureOf,
  ModelClass,
  ModelNotes,
  NewClass,
  Ranked,
  RecogniseOptions,
  ShownClass
} from './types.js'

/**
 * A trained model and the classes it knows. Models never change: describing or forgetting a class returns a
 * new one that shares the trained arrays, so it costs a millisecond and no training. `fit`, `tune` and
 * `fromBytes` make them.
 *
 * @example
 * ```ts
 * import { fit } from '@unseen/core'
 *
 * const model = await fit({ features, labels, signatures })
 * const zoo = model.describe('okapi', signature)
 * zoo.unseen // [..., 'okapi']; `model` does not know it
 * ```
 */
export class Model {
  /** How it was trained. */
  readonly settings: FitSettings
  /** The learned arrays: weights and references. */
  readonly trained: Trained
  /** seen classes first, in training order, then the described ones */
  readonly classes: readonly ModelClass[]
  /** What travels with it: attribute names, how it was tuned, its rehearsal, its data. */
  readonly notes: ModelNotes
  private readonly roster: Roster

  private constructor(roster: Roster) {
    this.settings = roster.settings
    this.trained = roster.trained
    this.classes = roster.classes
    this.notes = roster.notes
    this.roster = roster
  }

  /**
   * From trained parts: seen classes with their signatures, (seen x length) as given.
   *
   * @param settings how it was trained
   * @param trained the learned arrays
   * @param seenClasses in the order of training
   * @param notes what travels with the model
   */
  static create(
    settings: FitSettings,
    trained: Trained,
    seenClasses: readonly { name: string; signature: Float64Array }[],
    notes: ModelNotes
  ): Model {
    return new Model(Roster.create(settings, trained, seenClasses, notes))
  }

  /**
   * From a file: classes with the mixtures they had, seen ones first; nothing is computed again.
   *
   * @param settings how it was trained
   * @param trained the learned arrays
   * @param classes all of them, the seen ones first
   * @param notes what travels with the model
   */
  static restore(
    settings: FitSettings,
    trained: Trained,
    classes: readonly ModelClass[],
    notes: ModelNotes
  ): Model {
    return new Model(Roster.restore(settings, trained, classes, notes))
  }

  /** Names of the classes it was trained on, in the order of training. */
  get seen(): readonly string[] {
    return this.roster.names(true)
  }

  /** Names of the classes that were only described. */
  get unseen(): readonly string[] {
    return this.roster.names(false)
  }

  /**
   * A model that also knows `name`; describing a described class again changes it.
   *
   * @param name what to call the class; no seen class has this name
   * @param signature its description, in the columns of the signature table; any length, it is scaled
   * @example
   * ```ts
   * const zoo = model.describe('okapi', signature)
   * const [[best]] = zoo.recognise(rows, { among: 'all' })
   * ```
   */
  describe(name: string, signature: ArrayLike<number>): Model {
    return this.describeAll([{ name, signature }])
  }

  /**
   * A model that also knows all of these, in the time of one look at all classes.
   *
   * @param described names and descriptions
   * @example
   * ```ts
   * const zoo = model.describeAll([
   *   { name: 'okapi', signature },
   *   { name: 'quagga', signature }
   * ])
   * ```
   */
  describeAll(described: readonly NewClass[]): Model {
    return new Model(this.roster.with({ classes: describeClasses(this.roster, described) }))
  }

  /**
   * A model without a described class.
   *
   * @param name a described class; seen ones stay
   * @example
   * ```ts
   * const before = model.describe('okapi', signature).forget('okapi')
   * ```
   */
  forget(name: string): Model {
    return this.forgetAll([name])
  }

  /**
   * A model without several described classes.
   *
   * @param names described classes; seen ones stay
   */
  forgetAll(names: readonly string[]): Model {
    return new Model(this.roster.with({ classes: forgetClasses(this.roster, names) }))
  }

  /**
   * A model that has seen images of a described class: its description is what was believed before, images move
   * it, by as much as descriptions are worth (`shown`). A name that the model does not know becomes a class that
   * has images and no description. Gaussian weights only. Rows that were shown before change nothing.
   *
   * @param name a described class, or a new one; not a seen one
   * @param features rows of images of this class, from the backbone that the model was trained with
   * @param options `names`: of the images, to list them by
   * @example
   * ```ts
   * import { fit } from '@unseen/core'
   *
   * const gaussian = await fit({ features, labels, signatures }, { weights: 'gauss' })
   * const better = gaussian.show('okapi', rows)
   * const [{ images, share, worth }] = better.shown
   * ```
   */
  show(name: string, features: MatrixLike, { names }: { readonly names?: readonly string[] } = {}): Model {
    return new Model(this.roster.with({ classes: showImages(this.roster, name, features, names) }))
  }

  /**
   * A model that has forgotten images of a class. A class without a description goes with its last image.
   *
   * @param name a class that images were shown of
   * @param features the rows to take back; all of them unless given
   */
  takeBack(name: string, features?: MatrixLike): Model {
    return new Model(this.roster.with({ classes: takeBackImages(this.roster, name, features) }))
  }

  /** Which classes images were shown of, how many, and how much they count. */
  get shown(): readonly ShownClass[] {
    return shownClasses(this.roster)
  }

  /**
   * The same model with other notes: bias, rehearsal, encoder ...
   *
   * @param notes only what changes
   * @example
   * ```ts
   * const calibrated = model.annotate({ bias: -0.2 })
   * ```
   */
  annotate(notes: Partial<ModelNotes>): Model {
    return new Model(this.roster.with({ notes: { ...this.notes, ...notes } }))
  }

  /**
   * Whether the model has a class of this name, seen or described.
   *
   * @param name any
   */
  knows(name: string): boolean {
    return this.roster.has(name)
  }

  /**
   * The class of this name with signature, mixture and residual; refuses a name that the model does not know.
   *
   * @param name a seen or a described class
   * @example
   * ```ts
   * const { seen, signature: description } = model.find('zebra')
   * ```
   */
  find(name: string): ModelClass {
    return this.roster.find(name)
  }

  /**
   * A class as a mixture of the seen ones, to be read: largest share first.
   *
   * @param name a seen or a described class
   * @example
   * ```ts
   * for (const { class: name, share } of model.mixture('zebra').shares) console.log(name, share)
   * ```
   */
  mixture(name: string): MixtureOf {
    return readableMixture(this.roster, name)
  }

  /**
   * What a described class would look like, without adding it. (seen)
   *
   * @param signature a description, in the columns of the signature table
   * @param name what errors call it
   * @example
   * ```ts
   * const { mixture, residual } = model.embed(signature)
   * ```
   */
  embed(
    signature: ArrayLike<number>,
    name = 'description'
  ): { mixture: Float64Array; residual: number; constant: number } {
    this.roster.checkLength(signature, name)
    return this.roster.engine.embed(Float64Array.from(signature), name)
  }

  /**
   * Each row as proportions of the seen classes, pi(x): row-major (rows x seen). They may be negative and
   * need not sum to 1. Classes that images were shown of add one each (rows x `parts`).
   *
   * @param features rows from the backbone that the model was trained with
   * @example
   * ```ts
   * const proportions = model.proportions(rows)
   * const first = proportions.subarray(0, model.seen.length)
   * ```
   */
  proportions(features: MatrixLike): Float32Array {
    return this.roster.proportions(this.roster.rows(features))
  }

  /**
   * How far each row lies from the middle of the seen classes, squared, in the common shape of Gaussian weights:
   * less twice a class's score it is the row's squared distance from that class. (rows)
   *
   * @param features rows from the backbone that the model was trained with
   * @example
   * ```ts
   * import { fit } from '@unseen/core'
   *
   * const gaussian = await fit({ features, labels, signatures }, { weights: 'gauss' })
   * const fromMiddle = gaussian.distances(rows)
   * const { classes, scores } = gaussian.scores(rows)
   * const fromFirstClass = fromMiddle[0] - 2 * scores[0]
   * ```
   */
  distances(features: MatrixLike): Float64Array {
    return distancesOf(this.roster, features)
  }

  /** Whether distances can be taken: Gaussian weights, with their common shape. */
  get hasShape(): boolean {
    return this.roster.hasShape
  }

  /**
   * Scores of every row for the candidates: row-major (rows x classes).
   *
   * @param features rows from the backbone that the model was trained with
   * @param options `among`: which classes are candidates; the unseen ones unless given
   * @example
   * ```ts
   * const { classes, scores } = model.scores(rows, { among: 'all' })
   * const ofFirstRow = scores.subarray(0, classes.length)
   * ```
   */
  scores(
    features: MatrixLike,
    { among = 'unseen' }: { among?: Among } = {}
  ): { classes: string[]; scores: Float64Array } {
    return scoresOf(this.roster, this.roster.candidates(among), this.proportions(features))
  }

  /** What rows are made of: the seen classes, then images of each class they were shown of. */
  get parts(): readonly string[] {
    return this.roster.parts
  }

  /**
   * The best classes of every row, best first; an empty list where the answer is "none of these".
   *
   * @param features rows from the backbone that the model was trained with
   * @param options which classes are candidates, how many to return, when to answer "none of these"
   * @example
   * ```ts
   * const [ranking] = model.recognise(rows, { among: 'all', top: 3 })
   * for (const { class: name, score } of ranking) console.log(name, score)
   * ```
   */
  recognise(features: MatrixLike, options: RecogniseOptions = {}): Ranked[][] {
    return this.decide(features, options).map(({ none, ranked }) => (none ? [] : [...ranked]))
  }

  /**
   * The same with how sure it is, and with what came closest where the answer is "none of these".
   *
   * @param features rows from the backbone that the model was trained with
   * @param options the same as for `recognise`
   * @example
   * ```ts
   * const [{ ranked, margin, none }] = model.decide(rows, { among: 'all', reject: 0.01 })
   * console.log(none ? 'none of these' : ranked[0].class, margin)
   * ```
   */
  decide(features: MatrixLike, options: RecogniseOptions = {}): Decision[] {
    return decide(this.roster, features, options)
  }

  /**
   * How unlike all classes of the model rows are, before it is known what is usual (`notes.verdict`); undefined
   * for Gaussian weights that do not keep their common shape.
   *
   * @param features rows from the backbone that the model was trained with
   */
  unlikeness(features: MatrixLike): Unlikeness | undefined {
    const rows = this.roster.rows(features)
    return unlikenessOf(this.roster, rows, this.roster.proportions(rows))
  }

  /**
   * The vector a score is taken with: the mixture, scaled to length 1 under cosine. (parts)
   *
   * @param name a seen or a described class
   */
  comparedMixture(name: string): Float64Array {
    return this.roster.comparedMixture(name)
  }

  /**
   * What is added to the scores of a class among these candidates: its constant, and the bias of seen classes.
   *
   * @param name a seen or a described class
   * @param among the candidates
   */
  biasOf(name: string, among: Among): number {
    return this.biasesOf([name], among)[0]
  }

  /**
   * The same for many classes, in one look at the candidates.
   *
   * @param names seen or described classes
   * @param among the candidates
   */
  biasesOf(names: readonly string[], among: Among): Float64Array {
    const biases = this.roster.biases(this.roster.candidates(among))
    return Float64Array.from(names, name => biases[this.roster.position(name)])
  }

  /**
   * Why each row got its score for a class: one contribution per seen class, the class's constant and the
   * bias. Contributions in seen order, then constant and bias together, sum to the score to the last bit.
   *
   * @param features rows from the backbone that the model was trained with
   * @param name the class whose score is explained
   * @param options `among`: the candidates, for the bias; the class alone unless given
   * @example
   * ```ts
   * const [{ score, bias, contributions }] = model.explain(rows, 'zebra')
   * for (const { class: name, contribution } of contributions) console.log(name, contribution)
   * ```
   */
  explain(features: MatrixLike, name: string, { among = [name] }: { among?: Among } = {}): Explanation[] {
    const why = explainer(this.roster, this.roster.candidates(among))
    this.roster.position(name)
    return this.roster.proportionsByRow(features).map(proportions => why(name, proportions))
  }

  /**
   * Why one class and not another, for each row, and what would flip it.
   *
   * @param features rows from the backbone that the model was trained with
   * @param first the class that is asked about
   * @param second the class it is compared with
   * @param options `among`: the candidates, for the bias; the two classes unless given
   * @example
   * ```ts
   * const [{ difference, terms, flip }] = model.contrast(rows, 'zebra', 'deer')
   * console.log(difference > 0 ? 'rather a zebra' : 'rather a deer', terms[0].class, flip?.distance)
   * ```
   */
  contrast(
    features: MatrixLike,
    first: string,
    second: string,
    { among = [first, second] }: { among?: Among } = {}
  ): Contrast[] {
    return contrastClasses(this.roster, features, first, second, among)
  }

  /**
   * How well the seen classes express a class or a signature, against what they reach when each is hidden in
   * turn.
   *
   * @param described a class of the model, or a description
   * @example
   * ```ts
   * const { expressed, rank, below } = model.expressed('zebra')
   * ```
   */
  expressed(described: string | ArrayLike<number>): ResidualInContext {
    return expressedOf(this.roster, described)
  }

  /**
   * Classes whose mixtures nearly coincide with this one's, and the smallest changes of description that
   * would part them.
   *
   * @param name a seen or a described class
   * @param options how near is alike, and for how many ways to part are searched
   * @example
   * ```ts
   * for (const { class: name, partings } of model.lookAlikes('zebra')) console.log(name, partings[0]?.changes)
   * ```
   */
  lookAlikes(name: string, options: LookAlikeOptions = {}): LookAlikeOf[] {
    return lookAlikes(this.roster, name, options)
  }

  /**
   * How mixture and scores of a class answer to each attribute of its description.
   *
   * @param name a seen or a described class
   * @param features rows whose scores are of interest; none unless given
   * @example
   * ```ts
   * const [strongest] = model.whatIf('zebra').effects
   * console.log(strongest.attribute, strongest.shares)
   * ```
   */
  whatIf(name: string, features?: MatrixLike): WhatIf {
    return whatIfOf(this.roster, name, features)
  }
}
