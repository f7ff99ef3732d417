/**
 * The classes of a model with what was trained: names and places, candidates, what scores are taken with, and rows
 * as the training wants them. Changes (changes.ts), answers (answers.ts) and reasons (reasons.ts) all begin here.
 * It never changes, so what is put together at its first use is kept.
 */
import { defined } from '../base/defined.js'
import { UnseenError, count } from '../base/errors.js'
import type { FitSettings } from '../base/options.js'
import { comparedMixtures } from '../embedding/compare.js'
import { GaussianMixture } from '../embedding/gaussian-mixture.js'
import { isChecked } from '../input/checked-rows.js'
import { checkFinite } from '../input/training-input.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import type { ShapeMeasure } from '../solvers/shape-measure.js'
import { type ShapeParts, type Trained, partsOf } from '../training/trained.js'
import { type Engine, createEngine, engineWithImages } from './engine.js'
import { imageParts, imageShare } from './examples.js'
import type { Among, Examples, ModelClass, ModelNotes } from './types.js'

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

const nameOfImages = (name: string, images: number): string =>
  `${images} ${images === 1 ? 'image' : 'images'} of ${name}`

export class Roster {
  readonly settings: FitSettings
  readonly trained: Trained
  /** seen classes first, in training order, then the described ones */
  readonly classes: readonly ModelClass[]
  readonly notes: ModelNotes
  readonly engine: Engine
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

  /** Of a training that has just ended: the seen classes become mixtures. */
  static create(
    settings: FitSettings,
    trained: Trained,
    seenClasses: readonly { name: string; signature: Float64Array }[],
    notes: ModelNotes
  ): Roster {
    const engine = createEngine(settings, trained, seenClasses)
    const classes = seenClasses.map(({ name, signature }, s) => ({
      name,
      seen: true,
      signature,
      ...engine.embedSeen(s)
    }))
    return new Roster(settings, trained, classes, notes, engine)
  }

  /** Of a file: mixtures stay as they are. */
  static restore(
    settings: FitSettings,
    trained: Trained,
    classes: readonly ModelClass[],
    notes: ModelNotes
  ): Roster {
    const plain = plainOf(trained)
    const withoutImages = classes.filter(({ examples }) => examples === undefined)
    const engine = createEngine(settings, plain, classes.slice(0, trained.seen))
    return new Roster(settings, plain, withoutImages, notes, engine).with({ classes })
  }

  /** With other classes or notes; the trained arrays are shared. */
  with({
    classes = this.classes,
    notes = this.notes
  }: {
    classes?: readonly ModelClass[]
    notes?: ModelNotes
  }): Roster {
    if (!imagesChanged(this.classes, classes))
      return new Roster(this.settings, this.trained, classes, notes, this.engine)
    const images = classes.some(({ examples }) => examples !== undefined)
      ? imageParts(classes, this.shape())
      : undefined
    const trained = { ...plainOf(this.trained), ...defined({ images }) }
    return new Roster(this.settings, trained, classes, notes, engineWithImages(this.engine, trained))
  }

  has(name: string): boolean {
    return this.index.has(name)
  }

  /** The place of a class; refuses a name that nobody described. */
  position(name: string): number {
    const at = this.index.get(name)
    if (at === undefined)
      throw new UnseenError('classes.unknown', `The model does not know "${name}".`, {
        where: { class: name },
        remedy: 'Describe it first.'
      })
    return at
  }

  find(name: string): ModelClass {
    return this.classes[this.position(name)]
  }

  names(isSeen: boolean): readonly string[] {
    return this.classes.filter(({ seen }) => seen === isSeen).map(({ name }) => name)
  }

  /** Places of the classes that may be the answer. */
  candidates(among: Among): number[] {
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

  /** What rows are made of: the seen classes, then images of each class they were shown of. */
  get parts(): readonly string[] {
    // Asked for with every class of a list: walking all classes each time would make that quadratic.
    return (this.partNames ??= [
      ...this.names(true),
      ...this.classes.flatMap(({ name, examples }) =>
        examples === undefined ? [] : [nameOfImages(name, examples.ids.length)]
      )
    ])
  }

  /** z over all parts: what the description says, and images of its own. (parts) */
  partMixture({ mixture, examples, name }: ModelClass): Float64Array {
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

  /**
   * compared mixtures, (classes x parts); put together at the first score, so that describing costs no more
   * than one class
   */
  get mixtures(): Float64Array {
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

  /** The vector that scores of a class are taken with. (parts) */
  comparedMixture(name: string): Float64Array {
    const at = this.position(name)
    const parts = partsOf(this.trained)
    return this.mixtures.subarray(at * parts, (at + 1) * parts)
  }

  /** Constants, and the bias, which counts only where seen and unseen classes compete. (classes) */
  biases(candidates: readonly number[]): Float64Array {
    const bias = this.seenBias(candidates)
    return Float64Array.from(this.classes, known => known.constant + this.biasFor(known, bias))
  }

  /** All of the bias for a seen class; images make a described one as much a seen one as they count. */
  biasFor({ seen, examples }: ModelClass, bias: number): number {
    return seen ? bias : examples === undefined ? 0 : bias * imageShare(examples, this.worth())
  }

  /** What a seen class gets among these candidates. */
  seenBias(candidates: readonly number[]): number {
    const mixed =
      candidates.some(at => this.classes[at].seen) && candidates.some(at => !this.classes[at].seen)
    return mixed ? (this.notes.bias ?? 0) : 0
  }

  /** Whether distances can be taken: Gaussian weights, with their common shape. */
  get hasShape(): boolean {
    return this.trained.gauss?.shape !== undefined
  }

  /** The common shape of Gaussian weights; refuses a model that has none. */
  shape(): ShapeParts & { readonly measure: ShapeMeasure } {
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

  /** How many images a description is worth, and how many it is to know nothing of a class but that it is one. */
  worth(): { readonly described: number; readonly alone: number } {
    const { worth } = this.shape()
    const maker = this.engine.dictionary()
    return {
      described: worth,
      alone: maker instanceof GaussianMixture ? worth * maker.unforetoldPart() : worth
    }
  }

  /** G z of Gaussian weights, (seen) */
  gramTimes(mixture: Float64Array): Float64Array | undefined {
    const maker = this.engine.dictionary()
    return maker instanceof GaussianMixture ? maker.products(mixture) : undefined
  }

  checkLength(signature: ArrayLike<number>, name: string): void {
    const { length } = this.classes[0].signature
    if (signature.length === length) return
    throw new UnseenError(
      'signatures.length',
      `The signature of "${name}" has ${count(signature.length)} entries, the table has ${count(length)}.`,
      { where: { class: name } }
    )
  }

  /** Rows that the model can take; each check is made once. */
  rows(features: MatrixLike): Matrix {
    const { columns } = this.trained
    if ('kind' in features && isChecked(features, columns)) return features
    const matrix = Matrix.from(features)
    if (isChecked(matrix, columns)) return matrix
    if (matrix.rows > 0 && matrix.columns !== columns) {
      throw new UnseenError(
        'features.columns',
        `Rows have ${count(matrix.columns)} features, the model was trained on ${count(columns)}.`,
        { remedy: 'Use the same backbone as in training.' }
      )
    }
    checkFinite(matrix)
    return matrix
  }

  /** pi(x), row-major (rows x parts) */
  proportions(rows: Matrix): Float32Array {
    return this.engine.target().proportions(rows, this.settings.normalise)
  }

  /** pi(x), one view per row */
  proportionsByRow(features: MatrixLike): Float32Array[] {
    const parts = partsOf(this.trained)
    const proportions = this.proportions(this.rows(features))
    return Array.from({ length: proportions.length / parts }, (_, i) =>
      proportions.subarray(i * parts, (i + 1) * parts)
    )
  }
}
