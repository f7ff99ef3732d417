/**
 * The options of training, in one table: it validates them and feeds help texts, forms and docs.
 */
import { UnseenError } from './errors.js'

export type Transform = 'relu' | 'int' | 'identity'
export type Normalise = 'l2' | 'none' | 'sqrt' | 'l2-sqrt'
export type Mixture = 'simplex' | 'ridge' | 'affine'
export type Similarity = 'inner' | 'cosine'
export type Weights = 'shared' | 'class' | 'gauss'

/**
 * How a model is trained. Without any option it is the paper's method. `fitOptions` has the same as a table.
 */
export interface FitOptions {
  /**
   * The method as published, or as its authors released it, for comparison. Default `'paper'`; `'released'`
   * changes some other defaults as well (normalise `'none'`, gamma 10, references `'means'`).
   */
  readonly recipe?: 'paper' | 'released'
  /**
   * One weight vector for all classes, as in the paper, one for each seen class, or Gaussian weights: classes are
   * clouds of one common shape. Default `'shared'`.
   */
  readonly weights?: Weights
  /** Max margin, for shared weights, or squares, for the others. Default: whichever the weights take. */
  readonly loss?: 'margin' | 'squares'
  /**
   * How a reference bends features: `relu` is max(0, x - v), `int` is min(x, v), `identity` leaves them.
   * Default `'relu'`; `'identity'` with other than shared weights.
   */
  readonly transform?: Transform
  /**
   * Learn the references (Algorithm 1) or leave them at the class means. Default `'learned'`; `'means'` with
   * class weights.
   */
  readonly references?: 'learned' | 'means'
  /** Readable proportions (`simplex`), or mixtures that may be negative. Default `'simplex'`; `'affine'` with Gaussian weights. */
  readonly mixture?: Mixture
  /** Compare proportions with the mixture as it is, or scaled to length 1. Default `'inner'`. */
  readonly compare?: Similarity
  /** How each feature row is scaled. Default `'l2'`: to length 1. */
  readonly normalise?: Normalise
  /** Smoothing of the mixtures: larger spreads a class over more seen classes. Default 0.1. */
  readonly gamma?: number
  /** Penalty on the length of the references. Default 0.0001; shared weights only. */
  readonly lambda1?: number
  /** Weight of the margin per class. Default 0.1; shared weights only. */
  readonly lambda2?: number
  /** Weight of the margin per image. Default 0.1; shared weights only. */
  readonly lambda3?: number
  /** Penalty on the class weights, in units of the mean squared row length. Default 1; class weights only. */
  readonly ridge?: number
  /**
   * How round the clouds are taken to be, in units of the mean variance of a feature. Default 3; Gaussian weights
   * only.
   */
  readonly shrinkage?: number
  /** How fast descriptions lose their say with distance. Default 0.5; Gaussian weights only. */
  readonly width?: number
  /** How little a single description is believed. Default 0.1; Gaussian weights only. */
  readonly noise?: number
  /**
   * Whether the error of foretold means joins the shape. Default `'auto'`: with 100 seen classes or more; Gaussian
   * weights only.
   */
  readonly predictive?: 'auto' | 'no' | 'yes'
  /**
   * What a model keeps of the common shape, for distances and for images of described classes: all of it up to 512
   * features and the 256 largest directions of more (`'auto'`), all of it, or nothing. Default `'auto'`; Gaussian
   * weights only.
   */
  readonly shape?: 'auto' | 'full' | 'none'
  /** Relative duality gap at which learning the weights stops. Default 0.001; shared weights only. */
  readonly tolerance?: number
  /** Passes over the rows at most, each time the weights are learned. Default 200; shared weights only. */
  readonly epochs?: number
  /** Steps of the references at most. Default 10; only where references are learned. */
  readonly steps?: number
  /** Seed of everything random. Default 0. */
  readonly seed?: number
}

/** All options with their values, as a model keeps them. */
export type FitSettings = Required<FitOptions>

interface NumberSpec {
  readonly kind: 'number' | 'integer'
  readonly minimum: number
  readonly default: number
}
interface ChoiceSpec {
  readonly kind: 'choice'
  readonly choices: readonly string[]
  readonly default: string
}
/** One option of `fit`: its kind, bounds, default and a line for people. */
export type OptionSpec = (NumberSpec | ChoiceSpec) & {
  /** As `fit` takes it. */
  readonly name: keyof FitOptions
  /** the paper's letter, where it has one */
  readonly symbol?: string
  /** one line for people */
  readonly summary: string
  /** applies only to these weights */
  readonly only?: Weights
}

/** Every option of `fit` with its default, in one table: help texts and forms are made from it. */
export const fitOptions: readonly OptionSpec[] = [
  {
    name: 'recipe',
    kind: 'choice',
    choices: ['paper', 'released'],
    default: 'paper',
    summary: 'the method as published, or as the authors released it (for comparison)'
  },
  {
    name: 'weights',
    kind: 'choice',
    choices: ['shared', 'class', 'gauss'],
    default: 'shared',
    symbol: 'w',
    summary: 'one weight vector for all classes (the paper), one per seen class, or clouds of one shape'
  },
  {
    name: 'loss',
    kind: 'choice',
    choices: ['margin', 'squares'],
    default: 'margin',
    summary: 'max margin (shared weights) or squares (class weights)'
  },
  {
    name: 'transform',
    kind: 'choice',
    choices: ['relu', 'int', 'identity'],
    default: 'relu',
    symbol: 'phi',
    summary: 'how a reference bends features: max(0, x - v), min(x, v), or not at all'
  },
  {
    name: 'references',
    kind: 'choice',
    choices: ['learned', 'means'],
    default: 'learned',
    symbol: 'V',
    summary: 'learn the references (Algorithm 1) or leave them at the class means',
    only: 'shared'
  },
  {
    name: 'mixture',
    kind: 'choice',
    choices: ['simplex', 'ridge', 'affine'],
    default: 'simplex',
    symbol: 'z',
    summary: 'readable proportions (simplex), or mixtures that may be negative'
  },
  {
    name: 'compare',
    kind: 'choice',
    choices: ['inner', 'cosine'],
    default: 'inner',
    summary: 'compare proportions with the mixture as it is, or scaled to length 1'
  },
  {
    name: 'normalise',
    kind: 'choice',
    choices: ['l2', 'none', 'sqrt', 'l2-sqrt'],
    default: 'l2',
    summary: 'scaling of each feature row'
  },
  {
    name: 'gamma',
    kind: 'number',
    minimum: 0,
    default: 0.1,
    symbol: 'gamma',
    summary: 'smoothing of the mixtures: larger spreads a class over more seen classes'
  },
  {
    name: 'lambda1',
    kind: 'number',
    minimum: 0,
    default: 1e-4,
    symbol: 'lambda1',
    summary: 'penalty on the length of the references',
    only: 'shared'
  },
  {
    name: 'lambda2',
    kind: 'number',
    minimum: 0,
    default: 0.1,
    symbol: 'lambda2',
    summary: 'weight of the margin per class',
    only: 'shared'
  },
  {
    name: 'lambda3',
    kind: 'number',
    minimum: 0,
    default: 0.1,
    symbol: 'lambda3',
    summary: 'weight of the margin per image',
    only: 'shared'
  },
  {
    name: 'ridge',
    kind: 'number',
    minimum: 0,
    default: 1,
    summary: 'penalty on the class weights, in units of the mean squared row length',
    only: 'class'
  },
  {
    name: 'shrinkage',
    kind: 'number',
    minimum: 0,
    default: 3,
    summary: 'how round the clouds are taken to be, in units of the mean variance of a feature',
    only: 'gauss'
  },
  {
    name: 'width',
    kind: 'number',
    minimum: 0,
    default: 0.5,
    summary: 'how fast descriptions lose their say with distance: larger looks at nearer classes only',
    only: 'gauss'
  },
  {
    name: 'noise',
    kind: 'number',
    minimum: 0,
    default: 0.1,
    summary: 'how little a single description is believed',
    only: 'gauss'
  },
  {
    name: 'predictive',
    kind: 'choice',
    choices: ['auto', 'no', 'yes'],
    default: 'auto',
    summary: 'let the error of foretold means join the shape; auto: with 100 seen classes or more',
    only: 'gauss'
  },
  {
    name: 'shape',
    kind: 'choice',
    choices: ['auto', 'full', 'none'],
    default: 'auto',
    summary: 'what the model keeps of the common shape, for distances and examples; auto: what matters of it',
    only: 'gauss'
  },
  {
    name: 'tolerance',
    kind: 'number',
    minimum: 0,
    default: 1e-3,
    summary: 'relative duality gap at which the w-step stops',
    only: 'shared'
  },
  {
    name: 'epochs',
    kind: 'integer',
    minimum: 1,
    default: 200,
    summary: 'passes over the rows at most, per w-step',
    only: 'shared'
  },
  {
    name: 'steps',
    kind: 'integer',
    minimum: 1,
    default: 10,
    summary: 'V-steps at most, when references are learned',
    only: 'shared'
  },
  { name: 'seed', kind: 'integer', minimum: 0, default: 0, summary: 'seed of everything random' }
]

const byName = new Map<string, OptionSpec>(fitOptions.map(spec => [spec.name, spec]))

/** Checks every option and fills in the defaults, some of which depend on the weights. */
export function resolveFitOptions(options: FitOptions = {}): FitSettings {
  for (const [name, value] of Object.entries(options)) checkOption(name, value as unknown)
  const { recipe = 'paper', weights = 'shared' } = options
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined)
  ) as FitOptions
  const defaults = Object.fromEntries(
    fitOptions.map(spec => [spec.name, spec.default])
  ) as unknown as FitSettings
  const settings: FitSettings = {
    ...defaults,
    ...(weights === 'shared'
      ? {}
      : ({ transform: 'identity', loss: 'squares', references: 'means' } as const)),
    ...(weights === 'gauss' ? ({ mixture: 'affine' } as const) : {}),
    ...(recipe === 'released' ? ({ normalise: 'none', gamma: 10, references: 'means' } as const) : {}),
    ...given
  }
  checkCombination(settings)
  return settings
}

/**
 * Settings as they are written down: those of Gaussian weights only where there are such, and their shape only
 * where it is kept, so that what is written of others stays as it was before there were any.
 */
export function writtenSettings(settings: FitSettings): Partial<FitSettings> {
  if (settings.weights === 'gauss') {
    const { shape, ...before } = settings
    return shape === 'none' ? before : settings
  }
  const later = new Set<string>(fitOptions.filter(({ only }) => only === 'gauss').map(({ name }) => name))
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !later.has(name)))
}

function checkOption(name: string, value: unknown): void {
  const spec = byName.get(name)
  if (spec === undefined) {
    throw new UnseenError('options.unknown', `There is no option "${name}".`, {
      where: { option: name },
      remedy: `Options are ${fitOptions.map(known => known.name).join(', ')}.`
    })
  }
  if (value === undefined) return
  const refuse = (expected: string): never => {
    throw new UnseenError(
      'options.value',
      `${name} must be ${expected}, got ${typeof value === 'number' ? value : JSON.stringify(value)}.`,
      { where: { option: name } }
    )
  }
  if (spec.kind === 'choice') {
    if (typeof value !== 'string' || !spec.choices.includes(value))
      refuse(`one of ${spec.choices.join(', ')}`)
  } else if (typeof value !== 'number' || !Number.isFinite(value) || value < spec.minimum)
    refuse(`a number of at least ${spec.minimum}`)
  else if (spec.kind === 'integer' && !Number.isInteger(value)) refuse('a whole number')
}

function checkCombination({
  recipe,
  weights,
  loss,
  transform,
  references,
  mixture,
  compare,
  shrinkage,
  lambda2,
  lambda3
}: FitSettings): void {
  const refuse = (message: string, remedy: string): never => {
    throw new UnseenError('options.combination', message, { remedy })
  }
  if (weights === 'shared') {
    if (transform === 'identity')
      refuse(
        'With shared weights and the transform "identity" every class gets the same proportions.',
        'Choose relu or int, or weights "class".'
      )
    if (loss === 'squares')
      refuse('The loss "squares" needs one weight vector per class.', 'Add weights "class".')
    if (lambda2 === 0 && lambda3 === 0)
      refuse(
        'lambda2 and lambda3 are both 0: there is nothing to learn from.',
        'Give at least one of them a value above 0.'
      )
  } else {
    if (loss === 'margin')
      refuse('A weight vector per class is trained by squares only.', 'Use loss "squares".')
    if (references === 'learned')
      refuse('References are learned with shared weights only.', 'Use references "means".')
    if (recipe === 'released')
      refuse('The released recipe has shared weights.', `Leave out weights "${weights}".`)
  }
  if (weights === 'gauss') {
    if (transform !== 'identity')
      refuse('Gaussian weights take the features as they are.', 'Leave out the transform.')
    if (mixture === 'ridge')
      refuse('Mixtures of Gaussian weights sum to 1.', 'Use the mixture "affine" or "simplex".')
    if (compare === 'cosine')
      refuse(
        'Gaussian weights compare by squared distances, which the inner product gives.',
        'Use compare "inner".'
      )
    if (shrinkage === 0)
      refuse('Without shrinkage clouds have no shape where rows are few.', 'Give shrinkage a value above 0.')
  }
  if (recipe === 'released' && references === 'learned')
    refuse('The released recipe keeps the references at the class means here.', 'Use references "means".')
  if (recipe === 'released' && mixture !== 'simplex')
    refuse('The released recipe has simplex mixtures.', 'Leave out the mixture.')
}
