/**
 * A trained model: seen classes it learned from, and described classes it can recognise all the same.
 * Models never change: `describe` and `forget` return a new model that shares the trained arrays, so
 * undo and concurrent use are free.
 */
import { defined } from '../base/defined.js'
import { UnseenError, count } from '../base/errors.js'
import type { FitSettings } from '../base/options.js'
import { comparedMixtures } from '../embedding/compare.js'
import { type Contender, type Contrast, contrastScores } from '../explanation/contrast.js'
import { type Explanation, explainScore } from '../explanation/contributions.js'
import { type LookAlikeOf, type LookAlikeOptions, lookAlikesOf } from '../explanation/look-alikes-of.js'
import type { ResidualInContext } from '../explanation/residual.js'
import { type WhatIf, whatIf } from '../explanation/what-if.js'
import { GaussianMixture } from '../embedding/gaussian-mixture.js'
import { checkClassName } from '../input/class-names.js'
import { readNormalised } from '../input/normalise.js'
import { isChecked } from '../input/checked-rows.js'
import { checkFinite } from '../input/training-input.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import { type Clouds, combineWeights, refineByEm } from '../recognition/em.js'
import { softmaxAt } from '../recognition/probabilities.js'
import { scoreRow, topScores } from '../recognition/rank.js'
import {
  type Unlike,
  type Unlikeness,
  inUnits,
  unlikeClouds,
  unlikeOf,
  unlikeSums
} from '../recognition/unlikeness.js'
import { FALSE_ALARMS, defaultLimits, verdictOf } from '../recognition/verdict.js'
import type { ShapeMeasure } from '../solvers/shape-measure.js'
import { type ImageParts, type ShapeParts, type Trained, partsOf, withImages } from '../training/trained.js'
import {
  checkFalseAlarms,
  checkRefine,
  checkUnlike,
  clusterAnswers,
  spokenRuleOf,
  surenessRule,
  unlikeRuleOf,
  verdictNoteOf
} from './decisions.js'
import { type Engine, createEngine, engineWithImages } from './engine.js'
import { addRows, constantWithImages, imageParts, imageShare, takeRows } from './examples.js'
import type {
  Among,
  Decision,
  Examples,
  MixtureOf,
  ModelClass,
  ModelNotes,
  NewClass,
  Ranked,
  RecogniseOptions,
  ShownClass
} from './types.js'

const imagesOf = (name: string, images: number): string =>
  `${images} ${images === 1 ? 'image' : 'images'} of ${name}`

/** What was trained, without images of described classes. */
function plainOf({ seen, columns, transform, kind, references, weights, gauss }: Trained): Trained {
  return { seen, columns, transform, kind, references, weights, ...defined({ gauss }) }
}

/** Whether other classes have images, or other images. */
function imagesChanged(before: readonly ModelClass[], now: readonly ModelClass[]): boolean {
  const shown = (classes: readonly ModelClass[]): readonly Examples[] =>
    classes.flatMap(({ examples }) => examples ?? [])
  const [old, fresh] = [shown(before), shown(now)]
  return old.length !== fresh.length || fresh.some((examples, at) => examples !== old[at])
}

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
  private readonly engine: Engine
  private readonly index: ReadonlyMap<string, number>
  private compared: Float64Array | undefined
  private places: ReadonlyMap<string, number> | undefined
  private partNames: readonly string[] | undefined

  private constructor(
    settings: FitSettings,
    trained: Trained,
    classes: readonly ModelClass[],
    notes: ModelNotes,
    engine: Engine
  ) {
    this.settings = settings
    this.trained = trained
    this.classes = classes
    this.notes = notes
    this.engine = engine
    this.index = new Map(classes.map(({ name }, at) => [name, at]))
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
    const engine = createEngine(settings, trained, seenClasses)
    const classes = seenClasses.map(({ name, signature }, s) => ({
      name,
      seen: true,
      signature,
      ...engine.embedSeen(s)
    }))
    return new Model(settings, trained, classes, notes, engine)
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
    const rest = plainOf(trained)
    const plain = new Model(
      settings,
      rest,
      classes.filter(({ examples }) => examples === undefined),
      notes,
      createEngine(settings, rest, classes.slice(0, trained.seen))
    )
    return plain.with({ classes })
  }

  /** Names of the classes it was trained on, in the order of training. */
  get seen(): readonly string[] {
    return this.classes.filter(({ seen }) => seen).map(({ name }) => name)
  }

  /** Names of the classes that were only described. */
  get unseen(): readonly string[] {
    return this.classes.filter(({ seen }) => !seen).map(({ name }) => name)
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
    const classes = new Map(this.classes.map(known => [known.name, known]))
    for (const { name, signature, embedded, examples: shown } of described) {
      checkClassName(name)
      if (classes.get(name)?.seen === true)
        throw new UnseenError(
          'classes.seen',
          `"${name}" is a seen class: it was learned from images, not described.`,
          { where: { class: name }, remedy: 'Choose another name.' }
        )
      this.checkLength(signature, name)
      const given = Float64Array.from(signature)
      const before = classes.get(name)?.examples
      const kept = before === undefined ? undefined : { ...before, alone: false }
      const examples = shown === undefined ? kept : (shown ?? undefined)
      const { mixture, residual, constant } =
        examples?.alone === true ? this.undescribed(name) : (embedded ?? this.engine.embed(given, name))
      const fresh = { name, seen: false, signature: given, mixture, residual, constant }
      classes.set(name, examples === undefined ? fresh : this.withExamples(fresh, examples))
    }
    return this.with({ classes: [...classes.values()] })
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
    for (const name of names)
      if (this.find(name).seen)
        throw new UnseenError(
          'classes.seen',
          `"${name}" is a seen class: the model is made of it and cannot forget it.`,
          { where: { class: name } }
        )
    const forgotten = new Set(names)
    return this.with({ classes: this.classes.filter(known => !forgotten.has(known.name)) })
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
    this.shape()
    checkClassName(name)
    const known = this.knows(name) ? this.find(name) : undefined
    if (known?.seen === true)
      throw new UnseenError(
        'classes.seen',
        `"${name}" is a seen class: it was learned from images already.`,
        { where: { class: name }, remedy: 'Train again with the new images.' }
      )
    const rows = this.checkRows(this.read(features))
    if (rows.rows === 0)
      throw new UnseenError('features.empty', `There is no image of "${name}" to learn from.`)
    const described = known ?? this.undescribed(name)
    const alone = known === undefined || known.examples?.alone === true
    const { normalise } = this.settings
    const examples = addRows(known?.examples, rows, { normalise, alone, names })
    const fresh = this.withExamples(described, examples)
    return this.with({
      classes: known === undefined ? [...this.classes, fresh] : this.exchanged(name, fresh)
    })
  }

  /**
   * A model that has forgotten images of a class. A class without a description goes with its last image.
   *
   * @param name a class that images were shown of
   * @param features the rows to take back; all of them unless given
   */
  takeBack(name: string, features?: MatrixLike): Model {
    const known = this.find(name)
    if (known.examples === undefined)
      throw new UnseenError('classes.none', `No images of "${name}" were shown.`, {
        where: { class: name },
        remedy: 'Only described classes that were shown images have any to take back.'
      })
    const left =
      features === undefined
        ? undefined
        : takeRows(name, known.examples, this.checkRows(this.read(features)), this.settings.normalise)
    if (left !== undefined)
      return this.with({ classes: this.exchanged(name, this.withExamples(known, left)) })
    if (known.examples.alone) return this.forget(name)
    const { seen, signature, mixture, residual } = known
    const constant = this.describedConstant(mixture)
    return this.with({
      classes: this.exchanged(name, { name, seen, signature, mixture, residual, constant })
    })
  }

  /** Which classes images were shown of, how many, and how much they count. */
  get shown(): readonly ShownClass[] {
    return this.classes.flatMap(({ name, examples }) => {
      if (examples === undefined) return []
      const worth = this.worth()
      return [
        {
          class: name,
          images: examples.ids.length,
          ids: examples.ids,
          share: imageShare(examples, worth),
          worth: examples.alone ? worth.alone : worth.described,
          described: !examples.alone
        }
      ]
    })
  }

  /** How many images a description is worth, and how many it is to know nothing of a class but that it is one. */
  private worth(): { readonly described: number; readonly alone: number } {
    const { worth } = this.shape()
    const maker = this.engine.dictionary()
    return {
      described: worth,
      alone: maker instanceof GaussianMixture ? worth * maker.unforetoldPart() : worth
    }
  }

  /** A class of which nothing is known: what the seen ones have in common. */
  private undescribed(name: string): ModelClass {
    const { seen } = this.trained
    const { length } = this.classes[0].signature
    const signature = new Float64Array(length)
    for (const known of this.classes.slice(0, seen))
      for (let k = 0; k < length; k++) signature[k] += known.signature[k] / seen
    const mixture = new Float64Array(seen).fill(1 / seen)
    const { residual } = this.engine.embed(signature, name)
    return { name, seen: false, signature, mixture, residual, constant: 0 }
  }

  private withExamples(described: ModelClass, examples: Examples): ModelClass {
    const shape = this.shape()
    const { mixture } = described
    const before = { mixture, constant: this.describedConstant(mixture) }
    const share = imageShare(examples, this.worth())
    return {
      ...described,
      constant: constantWithImages(before, examples, share, this.trained, shape),
      examples
    }
  }

  /** -1/2 z'Gz */
  private describedConstant(mixture: Float64Array): number {
    const products = this.gramTimes(mixture)
    return products === undefined ? 0 : -mixture.reduce((sum, z, s) => sum + z * products[s], 0) / 2
  }

  private exchanged(name: string, fresh: ModelClass): ModelClass[] {
    const at = this.position(name)
    return this.classes.map((known, position) => (position === at ? fresh : known))
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
    return this.with({ notes: { ...this.notes, ...notes } })
  }

  /**
   * Whether the model has a class of this name, seen or described.
   *
   * @param name any
   */
  knows(name: string): boolean {
    return this.index.has(name)
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
    return this.classes[this.position(name)]
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
    const { residual, examples } = this.find(name)
    const mixture = this.partMixture(this.find(name))
    const { parts } = this
    const { seen } = this.trained
    const shares = Array.from(mixture, (share, s) =>
      s < seen || examples === undefined
        ? { class: parts[s], share }
        : { class: parts[s], images: examples.ids.length, share }
    )
      .filter(({ share }) => share !== 0)
      .sort((a, b) => b.share - a.share)
    return { shares, residual }
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
    this.checkLength(signature, name)
    return this.engine.embed(Float64Array.from(signature), name)
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
    return this.proportionsOf(this.checkRows(this.read(features)))
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
    const { measure, centre } = this.shape()
    const matrix = this.checkRows(this.read(features))
    return measure.squaredLengths(matrix.rows, (i, vector) => {
      readNormalised(matrix, i, this.settings.normalise, vector)
      for (let m = 0; m < vector.length; m++) vector[m] -= centre[m]
    })
  }

  /** Whether distances can be taken: Gaussian weights, with their common shape. */
  get hasShape(): boolean {
    return this.trained.gauss?.shape !== undefined
  }

  private shape(): ShapeParts & { readonly measure: ShapeMeasure } {
    const measure = this.engine.shape()
    const parts = this.trained.gauss?.shape
    if (measure === undefined || parts === undefined)
      throw new UnseenError(
        'model.shape',
        this.trained.gauss === undefined
          ? `Distances and examples need Gaussian weights; this model has ${this.settings.weights} weights.`
          : 'The model does not keep the common shape of its classes, which distances and examples need.',
        { remedy: 'Train again with weights "gauss" and shape "auto" (unseen fit --weights gauss).' }
      )
    return { ...parts, measure }
  }

  private read(features: MatrixLike): Matrix {
    return 'kind' in features && isChecked(features, this.trained.columns) ? features : Matrix.from(features)
  }

  private proportionsOf(matrix: Matrix): Float32Array {
    return this.engine.target().proportions(matrix, this.settings.normalise)
  }

  private checkRows(matrix: Matrix): Matrix {
    if (isChecked(matrix, this.trained.columns)) return matrix
    if (matrix.rows > 0 && matrix.columns !== this.trained.columns) {
      throw new UnseenError(
        'features.columns',
        `Rows have ${count(matrix.columns)} features, the model was trained on ${count(this.trained.columns)}.`,
        { remedy: 'Use the same backbone as in training.' }
      )
    }
    checkFinite(matrix)
    return matrix
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
    const candidates = this.candidates(among)
    return this.scoresOf(candidates, this.proportions(features))
  }

  /** What rows are made of: the seen classes, then images of each class they were shown of. */
  get parts(): readonly string[] {
    // Asked for with every class of a list: walking all classes each time would make that quadratic.
    return (this.partNames ??= [
      ...this.seen,
      ...this.classes.flatMap(({ name, examples }) =>
        examples === undefined ? [] : [imagesOf(name, examples.ids.length)]
      )
    ])
  }

  /** z over all parts: what the description says, and images of its own. (parts) */
  private partMixture({ mixture, examples, name }: ModelClass): Float64Array {
    const all = new Float64Array(partsOf(this.trained))
    if (examples === undefined) {
      all.set(mixture)
      return all
    }
    const share = imageShare(examples, this.worth())
    for (let s = 0; s < mixture.length; s++) all[s] = (1 - share) * mixture[s]
    all[this.trained.seen + this.imagePosition(name)] = share
    return all
  }

  /** The place of a class among those with images. */
  private imagePosition(name: string): number {
    this.places ??= new Map(
      this.classes.filter(({ examples }) => examples !== undefined).map((known, at) => [known.name, at])
    )
    return this.places.get(name) ?? -1
  }

  private scoresOf(
    candidates: readonly number[],
    proportions: Float32Array
  ): { classes: string[]; scores: Float64Array } {
    const biases = this.biases(candidates)
    const parts = partsOf(this.trained)
    const rows = proportions.length / parts
    const scores = new Float64Array(rows * candidates.length)
    for (let i = 0; i < rows; i++)
      scoreRow(
        proportions,
        i * parts,
        this.mixtures,
        candidates,
        biases,
        parts,
        scores.subarray(i * candidates.length, (i + 1) * candidates.length)
      )
    return { classes: candidates.map(at => this.classes[at].name), scores }
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
  decide(
    features: MatrixLike,
    {
      among = 'unseen',
      top = 1,
      reject = false,
      falseAlarms = FALSE_ALARMS,
      refine,
      explain = false
    }: RecogniseOptions = {}
  ): Decision[] {
    if (!Number.isInteger(top) || top < 1)
      throw new UnseenError('options.value', `top must be a whole number of at least 1, got ${top}.`, {
        where: { option: 'top' }
      })
    const matrix = this.read(features)
    const candidates = this.candidates(among)
    const proportions = this.proportionsOf(this.checkRows(matrix))
    const { classes, scores } = this.scoresOf(candidates, proportions)
    const why = explain ? this.explainer(candidates) : undefined
    const isSure = surenessRule(this, classes, reject, name =>
      this.engine.hull().residual(this.engine.unitOf(this.find(name).signature, name))
    )
    const spoken = spokenRuleOf(
      this.notes,
      classes.map(name => this.find(name).seen)
    )
    const rough = verdictNoteOf(this.notes)?.rough ?? false
    if (refine !== undefined) checkRefine(refine, matrix.rows, reject)
    checkFalseAlarms(falseAlarms)
    // Answers that depend on other rows were not rehearsed, so no verdict on them is known.
    const unlikeAt =
      refine === undefined
        ? this.unlikeRows(matrix, proportions, falseAlarms, reject === true)
        : () => undefined
    const clustered =
      refine === undefined
        ? undefined
        : refine === 'clusters'
          ? clusterAnswers(matrix, this.settings.normalise, classes.length, scores)
          : refineByEm(matrix, this.settings.normalise, this.clouds(candidates))
    return Array.from({ length: matrix.rows }, (_, i) => {
      const row = scores.subarray(i * classes.length, (i + 1) * classes.length)
      const best = topScores(row, Math.max(2, top))
      const order = clustered === undefined ? best : [clustered[i], ...best.filter(c => c !== clustered[i])]
      const margin = best.length < 2 ? undefined : row[best[0]] - row[best[1]]
      const parts = partsOf(this.trained)
      // Answers that depend on other rows were not rehearsed: their probabilities are not known.
      const probability =
        spoken === undefined || clustered !== undefined
          ? () => undefined
          : softmaxAt(row, row[best[0]], spoken.temperature)
      const ranked = order.map(c => ({
        class: classes[c],
        score: row[c],
        ...defined({ probability: probability(row[c]) })
      }))
      const unlike = unlikeAt(i)
      const verdict = verdictOf({
        best: ranked,
        unlike,
        limits: spoken?.limits ?? defaultLimits,
        falseAlarms,
        rough
      })
      return {
        ranked: ranked.slice(0, top),
        margin,
        none: reject === true ? verdict.kind === 'unlike' : !isSure(classes[best[0]], margin),
        verdict,
        transductive: clustered !== undefined,
        ...defined({
          unlike: unlike?.share,
          explanation: why?.(classes[order[0]], proportions.subarray(i * parts, (i + 1) * parts))
        })
      }
    })
  }

  /**
   * How unlike all classes of the model rows are, before it is known what is usual (`notes.verdict`); undefined
   * for Gaussian weights that do not keep their common shape.
   *
   * @param features rows from the backbone that the model was trained with
   */
  unlikeness(features: MatrixLike): Unlikeness | undefined {
    const matrix = this.checkRows(this.read(features))
    return this.unlikenessOf(matrix, this.proportionsOf(matrix))
  }

  private unlikenessOf(matrix: Matrix, proportions: Float32Array): Unlikeness | undefined {
    const parts = partsOf(this.trained)
    if (this.trained.gauss === undefined) return unlikeSums(proportions, parts, this.trained.seen)
    if (!this.hasShape) return undefined
    const all = this.classes.map((_, at) => at)
    const constants = Float64Array.from(this.classes, ({ constant }) => constant)
    const row = new Float64Array(all.length)
    const best = new Float64Array(matrix.rows).map((_, i) => {
      scoreRow(proportions, i * parts, this.mixtures, all, constants, parts, row)
      return row.reduce((a, b) => Math.max(a, b))
    })
    return unlikeClouds(this.shape(), matrix, this.settings.normalise, best)
  }

  /** How unlike every class each row is, by what a rehearsal found to be usual. */
  private unlikeRows(
    matrix: Matrix,
    proportions: Float32Array,
    falseAlarms: number,
    isAsked: boolean
  ): (row: number) => Unlike | undefined {
    const rule = unlikeRuleOf(this.notes)
    if (isAsked) checkUnlike(rule, this.trained.gauss === undefined || this.hasShape, falseAlarms)
    const found = rule === undefined ? undefined : this.unlikenessOf(matrix, proportions)
    if (rule === undefined || found?.measures.join() !== rule.measures.join()) return () => undefined
    const values = inUnits(found, rule.usual)
    return row =>
      unlikeOf(
        rule,
        values.map(list => list[row]),
        falseAlarms
      )
  }

  /** The candidates as clouds around their means. */
  private clouds(candidates: readonly number[]): Clouds {
    const { measure, centre } = this.shape()
    const d = this.trained.columns
    const all = withImages(this.trained)
    const weights = new Float32Array(candidates.length * d)
    candidates.forEach((at, c) =>
      weights.set(combineWeights(this.comparedMixture(this.classes[at].name), all), c * d)
    )
    const bias = this.seenBias(candidates)
    const { described, alone } = this.worth()
    const of = <Value>(read: (known: ModelClass) => Value): Value[] =>
      candidates.map(at => read(this.classes[at]))
    return {
      weights,
      constants: Float64Array.from(of(({ constant }) => constant)),
      biases: Float64Array.from(of(known => this.biasFor(known, bias))),
      worth: Float64Array.from(
        of(({ seen, examples }) =>
          seen ? Infinity : (examples?.alone === true ? alone : described) + (examples?.ids.length ?? 0)
        )
      ),
      measure,
      centre
    }
  }

  /**
   * The vector a score is taken with: the mixture, scaled to length 1 under cosine. (parts)
   *
   * @param name a seen or a described class
   */
  comparedMixture(name: string): Float64Array {
    const at = this.position(name)
    const parts = partsOf(this.trained)
    return this.mixtures.subarray(at * parts, (at + 1) * parts)
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
    const biases = this.biases(this.candidates(among))
    return Float64Array.from(names, name => biases[this.position(name)])
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
    const why = this.explainer(this.candidates(among))
    this.position(name)
    return this.rowsOf(features).map(proportions => why(name, proportions))
  }

  /** Why a class got its score among these candidates, by the proportions of a row. */
  private explainer(candidates: readonly number[]): (name: string, proportions: Float32Array) => Explanation {
    const seenBias = this.seenBias(candidates)
    const { parts } = this
    return (name, proportions) => {
      const known = this.find(name)
      const { constant } = known
      const mixture = this.comparedMixture(name)
      const bias = this.biasFor(known, seenBias)
      return explainScore({ name, mixture, constant, bias }, proportions, parts)
    }
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
    const contender = (name: string): Contender => ({
      name,
      mixture: this.comparedMixture(name),
      bias: this.biasOf(name, among)
    })
    const [a, b] = [contender(first), contender(second)]
    const { parts } = this
    return this.rowsOf(features).map(proportions => contrastScores(a, b, proportions, parts))
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
    const known = typeof described === 'string' ? this.position(described) : undefined
    const signature =
      known === undefined ? Float64Array.from(described as ArrayLike<number>) : this.classes[known].signature
    this.checkLength(signature, 'description')
    return this.engine
      .hull()
      .judge(
        this.engine.unitOf(signature, 'description'),
        known !== undefined && this.classes[known].seen ? known : -1
      )
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
    const { classes, settings, notes } = this
    return lookAlikesOf(
      {
        classes,
        mixtures: this.describedMixtures(),
        dictionary: this.engine.dictionary(),
        compare: settings.compare,
        attributes: notes.attributes
      },
      this.position(name),
      options
    )
  }

  /** By descriptions alone, whatever images were shown, (classes x seen) */
  private describedMixtures(): Float64Array {
    if (this.trained.images === undefined) return this.mixtures
    const { seen } = this.trained
    const mixtures = new Float64Array(this.classes.length * seen)
    this.classes.forEach(({ mixture }, at) => mixtures.set(mixture, at * seen))
    return comparedMixtures(mixtures, seen, this.settings.compare)
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
    const known = this.find(name)
    const { signature, mixture, examples } = known
    // Of what a description says of a class that images were shown of, its own part alone is left.
    const part = examples === undefined ? 1 : 1 - imageShare(examples, this.worth())
    const { seen } = this.trained
    const proportions =
      features === undefined
        ? undefined
        : this.rowsOf(features).reduce(
            (all, row, i) => {
              for (let s = 0; s < seen; s++) all[i * seen + s] = part * row[s]
              return all
            },
            new Float32Array(Matrix.from(features).rows * seen)
          )
    const level = this.gramTimes(mixture)
    const across = examples === undefined ? undefined : this.proportionsOfMean(examples)
    return whatIf({
      name,
      dictionary: this.engine.dictionary(),
      compare: this.settings.compare,
      signature,
      mixture,
      seen: this.seen,
      attributes: this.notes.attributes,
      proportions,
      level: level?.map((value, s) => part * (part * value + (1 - part) * (across?.[s] ?? 0)))
    })
  }

  /** V'(xbar - m0) of images, (seen) */
  private proportionsOfMean({ mean }: Examples): Float32Array {
    return this.engine.target().proportions(Matrix.dense(1, mean.length, mean), 'none')
  }

  /** G z of Gaussian weights, (seen) */
  private gramTimes(mixture: Float64Array): Float64Array | undefined {
    const maker = this.engine.dictionary()
    return maker instanceof GaussianMixture ? maker.products(mixture) : undefined
  }

  /** pi(x), one view per row */
  private rowsOf(features: MatrixLike): Float32Array[] {
    const parts = partsOf(this.trained)
    const proportions = this.proportions(features)
    return Array.from({ length: proportions.length / parts }, (_, i) =>
      proportions.subarray(i * parts, (i + 1) * parts)
    )
  }

  private checkLength(signature: ArrayLike<number>, name: string): void {
    const { length } = this.classes[0].signature
    if (signature.length === length) return
    throw new UnseenError(
      'signatures.length',
      `The signature of "${name}" has ${count(signature.length)} entries, the table has ${count(length)}.`,
      { where: { class: name } }
    )
  }

  /**
   * compared mixtures, (classes x parts); put together at the first score, so that describing costs no more
   * than one class
   */
  private get mixtures(): Float64Array {
    if (this.compared === undefined) {
      const parts = partsOf(this.trained)
      const mixtures = new Float64Array(this.classes.length * parts)
      this.classes.forEach((known, at) =>
        mixtures.set(known.examples === undefined ? known.mixture : this.partMixture(known), at * parts)
      )
      this.compared = comparedMixtures(mixtures, parts, this.settings.compare)
    }
    return this.compared
  }

  private position(name: string): number {
    const at = this.index.get(name)
    if (at === undefined)
      throw new UnseenError('classes.unknown', `The model does not know "${name}".`, {
        where: { class: name },
        remedy: 'Describe it first.'
      })
    return at
  }

  private candidates(among: Among): number[] {
    if (typeof among === 'string' && !['unseen', 'seen', 'all'].includes(among))
      throw new UnseenError(
        'options.value',
        `among must be "unseen", "seen", "all" or a list of names, got ${JSON.stringify(among)}.`,
        { where: { option: 'among' } }
      )
    const all = this.classes.map((_, at) => at)
    const chosen =
      among === 'all'
        ? all
        : among === 'seen' || among === 'unseen'
          ? all.filter(at => this.classes[at].seen === (among === 'seen'))
          : [...new Set(among)].map(name => this.position(name))
    if (chosen.length > 0) return chosen
    throw new UnseenError(
      'classes.none',
      `There is no ${typeof among === 'string' && among !== 'all' ? `${among} ` : ''}class to choose from.`,
      { remedy: 'Describe a class, or choose among "seen" or "all".' }
    )
  }

  /** Constants, and the bias, which counts only where seen and unseen classes compete. (classes) */
  private biases(candidates: readonly number[]): Float64Array {
    const bias = this.seenBias(candidates)
    return Float64Array.from(this.classes, known => known.constant + this.biasFor(known, bias))
  }

  /** All of the bias for a seen class; images make a described one as much a seen one as they count. */
  private biasFor({ seen, examples }: ModelClass, bias: number): number {
    return seen ? bias : examples === undefined ? 0 : bias * imageShare(examples, this.worth())
  }

  /** What a seen class gets among these candidates. */
  private seenBias(candidates: readonly number[]): number {
    const mixed =
      candidates.some(at => this.classes[at].seen) && candidates.some(at => !this.classes[at].seen)
    return mixed ? (this.notes.bias ?? 0) : 0
  }

  private with({
    classes = this.classes,
    notes = this.notes
  }: {
    classes?: readonly ModelClass[]
    notes?: ModelNotes
  }): Model {
    const images = imagesChanged(this.classes, classes) ? this.imagesOf(classes) : this.trained.images
    if (images === this.trained.images)
      return new Model(this.settings, this.trained, classes, notes, this.engine)
    const trained = { ...plainOf(this.trained), ...defined({ images }) }
    return new Model(this.settings, trained, classes, notes, engineWithImages(this.engine, trained))
  }

  private imagesOf(classes: readonly ModelClass[]): ImageParts | undefined {
    return classes.some(({ examples }) => examples !== undefined)
      ? imageParts(classes, this.shape())
      : undefined
  }
}
