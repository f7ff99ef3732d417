/**
 * One error type for everything a user can do wrong. A message says what, expected, got, where, and what to
 * do. What can go wrong is listed by the package that finds it: here for core, in `errors.ts` of the others.
 */
export const coreCodes = {
  'features.not-finite': 'a feature is NaN or Infinity',
  'features.ragged': 'rows of different lengths',
  'features.shape': 'a matrix whose data does not fit its shape',
  'features.columns': 'rows with another number of features than the model was trained on',
  'features.empty': 'no rows at all',
  'labels.length': 'another number of labels than rows',
  'labels.unknown': 'a label without a signature',
  'labels.one-class': 'fewer than two seen classes',
  'signatures.not-finite': 'an entry of a signature is NaN or Infinity',
  'signatures.zero': 'a signature that is zero everywhere has no direction',
  'signatures.shape':
    'signatures and class names, or signatures among each other, differ in number or length',
  'signatures.name': 'a class without a name, or with one that cannot be written down',
  'signatures.duplicate': 'two classes with the same name',
  'signatures.length': 'a described class whose signature has another length than the table',
  'options.unknown': 'an option that does not exist',
  'options.value': 'an option outside its range or of the wrong type',
  'options.combination': 'options that contradict each other',
  'classes.unknown': 'a class name the model does not know',
  'classes.seen': 'a seen class cannot be described again or forgotten',
  'classes.none': 'no class to choose from',
  'model.shape': 'distances or examples asked of a model without the common shape of Gaussian weights',
  'memory.limit': 'more than memory allows',
  'training.singular': 'a system of equations without a unique answer',
  'search.completed': 'completed results that belong to another search',
  'search.empty': 'a search without a single point or fold',
  'file.truncated': 'a model file that ends too early',
  'file.checksum': 'a model file with a changed byte',
  'file.header': 'a model file whose header makes no sense',
  'file.version': 'a model file of a newer format',
  'file.value': 'a model file with NaN, Infinity or values out of range',
  'format.unknown': 'a file in no format we can read',
  'format.truncated': 'a data file that ends too early',
  'format.header': 'a data file whose header or structure makes no sense',
  'format.unsupported': 'a data file that uses a part of its format we do not read',
  'format.value': 'an entry of a data file that is not what its column holds',
  'format.size': 'a data file that claims more than it can hold or memory allows',
  'executor.lost': 'a worker ended before its work was done',
  cancelled: 'stopped on request before there was any result'
} as const

/**
 * The codes of each package, by its name. A package adds its own:
 * `declare module '@unseen/core' { interface ErrorCodes { data: keyof typeof dataCodes } }`.
 */
export interface ErrorCodes {
  /** Those of this package. */
  core: keyof typeof coreCodes
}

/** Name of what went wrong, stable across versions: a key of `errorCodes`. */
export type ErrorCode = ErrorCodes[keyof ErrorCodes]

export interface ErrorDetails {
  /** Where: file, row, column, class, option; whatever is known. */
  readonly where?: Readonly<Record<string, string | number>>
  /** What to do about it, one sentence. */
  readonly remedy?: string
  /** The error behind it. */
  readonly cause?: unknown
}

/** The one error that Unseen throws: what was expected, what came instead, where, and what to do. */
export class UnseenError extends Error {
  override readonly name = 'UnseenError'
  /** What went wrong, for programs; `errorCodes` says it in words. */
  readonly code: ErrorCode
  /** File, row, column, class or option, as far as they are known. */
  readonly where: Readonly<Record<string, string | number>>
  /** What to do about it, in one sentence; also the end of the message. */
  readonly remedy: string | undefined

  /**
   * For readers, methods and checks of one's own.
   *
   * @param code a key of `errorCodes`
   * @param message what was expected and what came instead, in one sentence
   * @param details where it happened, what to do about it, and the error behind it
   */
  constructor(code: ErrorCode, message: string, { where = {}, remedy, cause }: ErrorDetails = {}) {
    super(
      remedy === undefined ? message : `${message} ${remedy}`,
      cause === undefined ? undefined : { cause }
    )
    this.code = code
    this.where = where
    this.remedy = remedy
  }
}

/**
 * Numbers in messages: 5991 -> "5,991".
 *
 * @param value a whole number
 */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
