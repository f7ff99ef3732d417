/**
 * A trained model: seen classes it learned from, and described classes it can recognise all the same.
 * Models never change: `describe` and `forget` return a new model that shares the trained arrays, so
 * undo and concurrent use are free.
 */
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

export class Model {
  readonly settings: FitSettings
  readonly trained: Trained
  /** seen classes first, in training order, then the described ones */
  readonly classes: readonly ModelClass[]
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

  /** From trained parts: seen classes with their signatures, (seen x length) as given. */
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

  /** From a file: classes with the mixtures they had, seen ones first; nothing is computed again. */
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

  get seen(): readonly string[] {
    return this.classes.filter(({ seen }) => seen).map(({ name }) => name)
  }

  get unseen(): readonly string[] {
    return this.classes.filter(({ seen }) => !seen).map(({ name }) => name)
  }

  /** A model that also knows `name`; describing a described class again changes it. */
  describe(name: string, signature: ArrayLike<number>): Model {
    return this.describeAll([{ name, signature }])
  }

  /** Many at once, in the time of one look at all classes. */
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

  /** A model without a described class. */
  forget(name: string): Model {
    return this.forgetAll([name])
  }

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

  /** The same model with other notes: bias, rehearsal, encoder ... */
  annotate(notes: Partial<ModelNotes>): Model {
    return this.with({ notes: { ...this.notes, ...notes } })
  }

  knows(name: string): boolean {
    return this.index.has(name)
  }

  find(name: string): ModelClass {
    return this.classes[this.position(name)]
  }

  mixture(name: string): MixtureOf {
    const { mixture, residual } = this.find(name)
    const shares = Array.from(mixture, (share, s) => ({ class: this.classes[s].name, share }))
      .filter(({ share }) => share !== 0)
      .sort((a, b) => b.share - a.share)
    return { shares, residual }
  }

  /** What a described class would look like, without adding it. (seen) */
  embed(
    signature: ArrayLike<number>,
    name = 'description'
  ): { mixture: Float64Array; residual: number; constant: number } {
    this.checkLength(signature, name)
    return this.engine.embed(Float64Array.from(signature), name)
  }

  /** pi(x), row-major (rows x seen) */
  proportions(features: MatrixLike): Float32Array {
    const matrix = Matrix.from(features)
    if (matrix.rows > 0 && matrix.columns !== this.trained.columns) {
      throw new UnseenError(
        'features.columns',
        `Rows have ${count(matrix.columns)} features, the model was trained on ${count(this.trained.columns)}.`,
        { remedy: 'Use the same backbone as in training.' }
      )
    }
    checkFinite(matrix)
    return this.engine.target().proportions(matrix, this.settings.normalise)
  }

  /** Scores of every row for the candidates: row-major (rows x classes). */
  scores(
    features: MatrixLike,
    { among = 'unseen' }: { among?: Among } = {}
  ): { classes: string[]; scores: Float64Array } {
    const candidates = this.candidates(among)
    const biases = this.biases(candidates)
    const { seen } = this.trained
    const proportions = this.proportions(features)
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

  /** The best classes of every row, best first; an empty list where the answer is "none of these". */
  recognise(features: MatrixLike, options: RecogniseOptions = {}): Ranked[][] {
    return this.decide(features, options).map(({ none, ranked }) => (none ? [] : [...ranked]))
  }

  /** The same with how sure it is, and with what came closest where the answer is "none of these". */
  decide(
    features: MatrixLike,
    { among = 'unseen', top = 1, reject = false, refine }: RecogniseOptions = {}
  ): Decision[] {
    if (!Number.isInteger(top) || top < 1)
      throw new UnseenError('options.value', `top must be a whole number of at least 1, got ${top}.`, {
        where: { option: 'top' }
      })
    const matrix = Matrix.from(features)
    const { classes, scores } = this.scores(matrix, { among })
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
      return {
        ranked: order.slice(0, top).map(c => ({ class: classes[c], score: row[c] })),
        margin,
        none: !isSure(classes[best[0]], margin),
        transductive: clustered !== undefined
      }
    })
  }

  /** The vector a score is taken with: the mixture, scaled to length 1 under cosine. (seen) */
  comparedMixture(name: string): Float64Array {
    const at = this.position(name)
    return this.mixtures.subarray(at * this.trained.seen, (at + 1) * this.trained.seen)
  }

  /** What is added to the scores of a class among these candidates: its constant, and the bias of seen classes. */
  biasOf(name: string, among: Among): number {
    return this.biasesOf([name], among)[0]
  }

  /** The same for many classes, in one look at the candidates. */
  biasesOf(names: readonly string[], among: Among): Float64Array {
    const biases = this.biases(this.candidates(among))
    return Float64Array.from(names, name => biases[this.position(name)])
  }

  /**
   * Why each row got its score for a class: one contribution per seen class, the class's constant and the
   * bias. Contributions in seen order, then constant and bias together, sum to the score to the last bit.
   */
  explain(features: MatrixLike, name: string, { among = [name] }: { among?: Among } = {}): Explanation[] {
    const { constant, seen: isSeen } = this.find(name)
    const bias = isSeen ? this.seenBias(this.candidates(among)) : 0
    const explained = { name, mixture: this.comparedMixture(name), constant, bias }
    const { seen } = this
    return this.rowsOf(features).map(proportions => explainScore(explained, proportions, seen))
  }

  /** Why one class and not another, for each row, and what would flip it. */
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

  /** How mixture and scores of a class answer to each attribute of its description. */
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
