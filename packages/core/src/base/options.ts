/**
 * The options of training, in one table: it validates them and feeds help texts, forms and docs.
 */
import { UnseenError } from './errors.js'

export type Transform = 'relu' | 'int' | 'identity'
export type Normalise = 'l2' | 'none' | 'sqrt' | 'l2-sqrt'
export type Mixture = 'simplex' | 'ridge' | 'affine'
export type Compare = 'inner' | 'cosine'
export type Weights = 'shared' | 'class' | 'gauss'

export interface FitOptions {
  readonly recipe?: 'paper' | 'released'
  readonly weights?: Weights
  readonly loss?: 'margin' | 'squares'
  readonly transform?: Transform
  readonly references?: 'learned' | 'means'
  readonly mixture?: Mixture
  readonly compare?: Compare
  readonly normalise?: Normalise
  readonly gamma?: number
  readonly lambda1?: number
  readonly lambda2?: number
  readonly lambda3?: number
  readonly ridge?: number
  readonly shrinkage?: number
  readonly width?: number
  readonly noise?: number
  readonly predictive?: 'auto' | 'no' | 'yes'
  readonly tolerance?: number
  readonly epochs?: number
  readonly steps?: number
  readonly seed?: number
}

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
export type OptionSpec = (NumberSpec | ChoiceSpec) & {
  readonly name: keyof FitOptions
  /** the paper's letter, where it has one */
  readonly symbol?: string
  /** one line for people */
  readonly summary: string
  /** applies only to these weights */
  readonly only?: Weights
}

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
