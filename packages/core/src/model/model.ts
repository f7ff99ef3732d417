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
import { isChecked } from '../input/checked-rows.js'
import { checkFinite } from '../input/training-input.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import { scoreRow, topScores } from '../recognition/rank.js'
import type { Trained } from '../training/trained.js'
import { clusterAnswers, surenessRule } from './decisions.js'
import { type Engine, createEngine } from './engine.js'
import type {
  Among,
  Decision,
  MixtureOf,
  ModelClass,
  ModelNotes,
  NewClass,
  Ranked,
  RecogniseOptions
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
  private readonly engine: Engine
  private readonly index: ReadonlyMap<string, number>
  private compared: Float64Array | undefined

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
    return new Model(
      settings,
      trained,
      classes,
      notes,
      createEngine(settings, trained, classes.slice(0, trained.seen))
    )
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
    for (const { name, signature, embedded } of described) {
      checkClassName(name)
      if (classes.get(name)?.seen === true)
        throw new UnseenError(
          'classes.seen',
          `"${name}" is a seen class: it was learned from images, not described.`,
          { where: { class: name }, remedy: 'Choose another name.' }
        )
      this.checkLength(signature, name)
      const given = Float64Array.from(signature)
      const { mixture, residual, constant } = embedded ?? this.engine.embed(given, name)
      classes.set(name, { name, seen: false, signature: given, mixture, residual, constant })
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
    const { mixture, residual } = this.find(name)
    const shares = Array.from(mixture, (share, s) => ({ class: this.classes[s].name, share }))
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
   * need not sum to 1.
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

  private scoresOf(
    candidates: readonly number[],
    proportions: Float32Array
  ): { classes: string[]; scores: Float64Array } {
    const biases = this.biases(candidates)
    const { seen } = this.trained
    const rows = proportions.length / seen
    const scores = new Float64Array(rows * candidates.length)
    for (let i = 0; i < rows; i++)
      scoreRow(
        proportions,
        i * seen,
        this.mixtures,
        candidates,
        biases,
        seen,
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
    { among = 'unseen', top = 1, reject = false, refine, explain = false }: RecogniseOptions = {}
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
    const clustered =
      refine === undefined
        ? undefined
        : clusterAnswers(matrix, this.settings.normalise, classes, scores, refine, reject)
    return Array.from({ length: matrix.rows }, (_, i) => {
      const row = scores.subarray(i * classes.length, (i + 1) * classes.length)
      const best = topScores(row, Math.max(2, top))
      const order = clustered === undefined ? best : [clustered[i], ...best.filter(c => c !== clustered[i])]
      const margin = best.length < 2 ? undefined : row[best[0]] - row[best[1]]
      const { seen } = this.trained
      return {
        ranked: order.slice(0, top).map(c => ({ class: classes[c], score: row[c] })),
        margin,
        none: !isSure(classes[best[0]], margin),
        transductive: clustered !== undefined,
        ...defined({
          explanation: why?.(classes[order[0]], proportions.subarray(i * seen, (i + 1) * seen))
        })
      }
    })
  }

  /**
   * The vector a score is taken with: the mixture, scaled to length 1 under cosine. (seen)
   *
   * @param name a seen or a described class
   */
  comparedMixture(name: string): Float64Array {
    const at = this.position(name)
    return this.mixtures.subarray(at * this.trained.seen, (at + 1) * this.trained.seen)
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
    const { seen } = this
    return (name, proportions) => {
      const { constant, seen: isSeen } = this.find(name)
      const mixture = this.comparedMixture(name)
      return explainScore({ name, mixture, constant, bias: isSeen ? seenBias : 0 }, proportions, seen)
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
    const { seen } = this
    return this.rowsOf(features).map(proportions => contrastScores(a, b, proportions, seen))
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
    const { classes, mixtures, settings, notes } = this
    return lookAlikesOf(
      {
        classes,
        mixtures,
        dictionary: this.engine.dictionary(),
        compare: settings.compare,
        attributes: notes.attributes
      },
      this.position(name),
      options
    )
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
    const { signature, mixture } = this.find(name)
    const proportions = features === undefined ? undefined : this.proportions(features)
    return whatIf({
      name,
      dictionary: this.engine.dictionary(),
      compare: this.settings.compare,
      signature,
      mixture,
      seen: this.seen,
      attributes: this.notes.attributes,
      proportions,
      level: this.trained.gauss === undefined ? undefined : this.gramTimes(mixture)
    })
  }

  /** G z of Gaussian weights, (seen) */
  private gramTimes(mixture: Float64Array): Float64Array | undefined {
    const maker = this.engine.dictionary()
    return maker instanceof GaussianMixture ? maker.products(mixture) : undefined
  }

  /** pi(x), one view per row */
  private rowsOf(features: MatrixLike): Float32Array[] {
    const { seen } = this.trained
    const proportions = this.proportions(features)
    return Array.from({ length: proportions.length / seen }, (_, i) =>
      proportions.subarray(i * seen, (i + 1) * seen)
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
   * compared mixtures, (classes x seen); put together at the first score, so that describing costs no more
   * than one class
   */
  private get mixtures(): Float64Array {
    if (this.compared === undefined) {
      const { seen } = this.trained
      const mixtures = new Float64Array(this.classes.length * seen)
      this.classes.forEach(({ mixture }, at) => mixtures.set(mixture, at * seen))
      this.compared = comparedMixtures(mixtures, seen, this.settings.compare)
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
    return Float64Array.from(this.classes, ({ seen, constant }) => constant + (seen ? bias : 0))
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
    return new Model(this.settings, this.trained, classes, notes, this.engine)
  }
}
