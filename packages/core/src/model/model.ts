/**
 * A trained model: seen classes it learned from, and described classes it can recognise all the same.
 * Models never change: `describe` and `forget` return a new model that shares the trained arrays, so
 * undo and concurrent use are free.
 */
import { UnseenError, count } from '../base/errors.js'
import type { FitSettings } from '../base/options.js'
import { unitSignatures } from '../data/signatures.js'
import { checkFinite } from '../data/training-input.js'
import { comparedMixtures } from '../embedding/compare.js'
import { Dictionary } from '../embedding/source.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import { TargetEmbedding } from '../recognition/proportions.js'
import { scoreRow, topScores } from '../recognition/rank.js'
import type { Trained, TrainingReport } from '../training/trained.js'

/** Which classes may be the answer. */
export type Among = 'unseen' | 'seen' | 'all' | readonly string[]

export interface RecogniseOptions {
  readonly among?: Among
  /** how many classes per row */
  readonly top?: number
}

export interface Ranked {
  readonly class: string
  readonly score: number
}

export interface Share {
  readonly class: string
  readonly share: number
}

export interface MixtureOf {
  /** largest first, without zeros */
  readonly shares: readonly Share[]
  /** |c - sum_y z_y c_y|: how far the signature is from its own mixture */
  readonly residual: number
}

/** A class of the model: seen or described. */
export interface ModelClass {
  readonly name: string
  readonly seen: boolean
  /** as the user gave it */
  readonly signature: Float64Array
  /** z, (seen) */
  readonly mixture: Float64Array
  readonly residual: number
}

/** Facts that travel with a model; sections reserved for later parts stay what they are when a file is read and written. */
export interface ModelNotes {
  readonly attributes?: readonly string[]
  /** where the signature table comes from */
  readonly source?: string
  readonly training: TrainingReport
  /** how the parameters were chosen */
  readonly tuning?: JsonObject
  readonly rehearsal?: JsonObject
  /** added to the score of every seen class when candidates are seen and unseen: calibrated stacking */
  readonly bias?: number
  readonly threshold?: JsonObject
  /** the encoder of the signature table, so that a sentence can be described later */
  readonly encoder?: JsonObject
  /** how the features were made */
  readonly preprocessing?: JsonObject
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export class Model {
  readonly settings: FitSettings
  readonly trained: Trained
  /** seen classes first, in training order, then the described ones */
  readonly classes: readonly ModelClass[]
  readonly notes: ModelNotes
  private readonly engine: Engine
  private readonly index: ReadonlyMap<string, number>
  /** compared mixtures, (classes x seen) */
  private readonly mixtures: Float64Array

  private constructor(settings: FitSettings, trained: Trained, classes: readonly ModelClass[], notes: ModelNotes, engine: Engine) {
    this.settings = settings
    this.trained = trained
    this.classes = classes
    this.notes = notes
    this.engine = engine
    this.index = new Map(classes.map(({ name }, at) => [name, at]))
    const mixtures = new Float64Array(classes.length * trained.seen)
    classes.forEach(({ mixture }, at) => mixtures.set(mixture, at * trained.seen))
    this.mixtures = comparedMixtures(mixtures, trained.seen, settings.compare)
  }

  /** From trained parts: seen classes with their signatures, (seen x length) as given. */
  static create(settings: FitSettings, trained: Trained, seenClasses: readonly { name: string; signature: Float64Array }[], notes: ModelNotes): Model {
    const engine = createEngine(settings, trained, seenClasses)
    const classes = seenClasses.map(({ name, signature }) => ({ name, seen: true, signature, ...engine.embed(signature, name) }))
    return new Model(settings, trained, classes, notes, engine)
  }

  /** From a file: classes with the mixtures they had, seen ones first; nothing is computed again. */
  static restore(settings: FitSettings, trained: Trained, classes: readonly ModelClass[], notes: ModelNotes): Model {
    return new Model(settings, trained, classes, notes, createEngine(settings, trained, classes.slice(0, trained.seen)))
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

  describeAll(described: readonly { readonly name: string; readonly signature: ArrayLike<number> }[]): Model {
    const classes = new Map(this.classes.map((known) => [known.name, known]))
    const { length } = this.classes[0].signature
    for (const { name, signature } of described) {
      if (typeof name !== 'string' || name === '') throw new UnseenError('classes.unknown', 'A described class needs a name.')
      if (classes.get(name)?.seen === true) throw new UnseenError('classes.seen', `"${name}" is a seen class: it was learned from images, not described.`, { where: { class: name }, remedy: 'Choose another name.' })
      if (signature.length !== length) {
        throw new UnseenError('signatures.length', `The signature of "${name}" has ${count(signature.length)} entries, the table has ${count(length)}.`, { where: { class: name } })
      }
      const given = Float64Array.from(signature)
      classes.set(name, { name, seen: false, signature: given, ...this.engine.embed(given, name) })
    }
    return this.with({ classes: [...classes.values()] })
  }

  /** A model without a described class. */
  forget(name: string): Model {
    if (this.find(name).seen) throw new UnseenError('classes.seen', `"${name}" is a seen class: the model is made of it and cannot forget it.`, { where: { class: name } })
    return this.with({ classes: this.classes.filter((known) => known.name !== name) })
  }

  /** The same model with other notes: bias, rehearsal, encoder ... */
  annotate(notes: Partial<ModelNotes>): Model {
    return this.with({ notes: { ...this.notes, ...notes } })
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
  embed(signature: ArrayLike<number>): { mixture: Float64Array; residual: number } {
    return this.engine.embed(Float64Array.from(signature), 'description')
  }

  /** pi(x), row-major (rows x seen) */
  proportions(features: MatrixLike): Float32Array {
    const matrix = Matrix.from(features)
    if (matrix.rows > 0 && matrix.columns !== this.trained.columns) {
      throw new UnseenError('features.columns', `Rows have ${count(matrix.columns)} features, the model was trained on ${count(this.trained.columns)}.`, { remedy: 'Use the same backbone as in training.' })
    }
    checkFinite(matrix)
    return this.engine.target().proportions(matrix, this.settings.normalise)
  }

  /** Scores of every row for the candidates: row-major (rows x classes). */
  scores(features: MatrixLike, { among = 'unseen' }: { among?: Among } = {}): { classes: string[]; scores: Float64Array } {
    const candidates = this.candidates(among)
    const biases = this.biases(candidates)
    const { seen } = this.trained
    const proportions = this.proportions(features)
    const rows = proportions.length / seen
    const scores = new Float64Array(rows * candidates.length)
    for (let i = 0; i < rows; i++) scoreRow(proportions, i * seen, this.mixtures, candidates, biases, seen, scores.subarray(i * candidates.length, (i + 1) * candidates.length))
    return { classes: candidates.map((at) => this.classes[at].name), scores }
  }

  /** The best classes of every row, best first. */
  recognise(features: MatrixLike, { among = 'unseen', top = 1 }: RecogniseOptions = {}): Ranked[][] {
    if (!Number.isInteger(top) || top < 1) throw new UnseenError('options.value', `top must be a whole number of at least 1, got ${top}.`, { where: { option: 'top' } })
    const { classes, scores } = this.scores(features, { among })
    const ranked: Ranked[][] = []
    for (let at = 0; at < scores.length; at += classes.length) {
      const row = scores.subarray(at, at + classes.length)
      ranked.push(topScores(row, top).map((c) => ({ class: classes[c], score: row[c] })))
    }
    return ranked
  }

  /** The vector a score is taken with: the mixture, scaled to length 1 under cosine. (seen) */
  comparedMixture(name: string): Float64Array {
    const at = this.position(name)
    return this.mixtures.subarray(at * this.trained.seen, (at + 1) * this.trained.seen)
  }

  /** What is added to the scores of a class among these candidates. */
  biasOf(name: string, among: Among): number {
    return this.biases(this.candidates(among))[this.position(name)]
  }

  private position(name: string): number {
    const at = this.index.get(name)
    if (at === undefined) throw new UnseenError('classes.unknown', `The model does not know "${name}".`, { where: { class: name }, remedy: 'Describe it first.' })
    return at
  }

  private candidates(among: Among): number[] {
    const all = this.classes.map((_, at) => at)
    const chosen =
      among === 'all' ? all : among === 'seen' || among === 'unseen' ? all.filter((at) => this.classes[at].seen === (among === 'seen')) : among.map((name) => this.position(name))
    if (chosen.length > 0) return chosen
    throw new UnseenError('classes.none', `There is no ${typeof among === 'string' && among !== 'all' ? `${among} ` : ''}class to choose from.`, { remedy: 'Describe a class, or choose among "seen" or "all".' })
  }

  /** The bias counts only where seen and unseen classes compete. (classes) */
  private biases(candidates: readonly number[]): Float64Array {
    const { bias = 0 } = this.notes
    const mixed = candidates.some((at) => this.classes[at].seen) && candidates.some((at) => !this.classes[at].seen)
    return Float64Array.from(this.classes, ({ seen }) => (seen && mixed ? bias : 0))
  }

  private with({ classes = this.classes, notes = this.notes }: { classes?: readonly ModelClass[]; notes?: ModelNotes }): Model {
    return new Model(this.settings, this.trained, classes, notes, this.engine)
  }
}

/** What all models of one training share: the dictionary of Eq. 3, and the kernels with the trained arrays, made at first use. */
interface Engine {
  embed(signature: Float64Array, name: string): { mixture: Float64Array; residual: number }
  target(): TargetEmbedding
}

function createEngine({ gamma, mixture: kind }: FitSettings, trained: Trained, seenClasses: readonly { name: string; signature: Float64Array }[]): Engine {
  const unitOf = (signature: Float64Array, name: string): Float64Array => unitSignatures(Matrix.dense(1, signature.length, signature), [name])
  const { length } = seenClasses[0].signature
  const unit = new Float64Array(seenClasses.length * length)
  seenClasses.forEach(({ name, signature }, s) => unit.set(unitOf(signature, name), s * length))
  let dictionary: Dictionary | undefined
  let target: TargetEmbedding | undefined
  return {
    embed(signature, name) {
      dictionary ??= new Dictionary(unit, seenClasses.length, gamma, kind)
      const { mixture, residual } = dictionary.embed(unitOf(signature, name))
      return { mixture, residual }
    },
    target: () => (target ??= new TargetEmbedding(trained)),
  }
}
