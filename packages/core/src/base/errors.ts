/**
 * One error type for everything a user can do wrong, and one table of what can go wrong.
 * A message says what, expected, got, where, and what to do.
 */
export const errorCodes = {
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
  'dataset.manifest': 'a dataset.json that does not say what it should',
  'dataset.layout': 'files that are no data set we recognise',
  'dataset.content': 'parts of a data set that contradict each other',
  'dataset.name': 'a table, split or class that the data set does not have',
  'path.missing': 'a file or folder that is not there or cannot be opened',
  'path.exists': 'a file or folder that would be overwritten',
  'path.write': 'a file that cannot be written',
  'network.unreachable': 'a server that cannot be reached or refuses',
  'network.broken': 'a download that broke off or is not what was asked for',
  'archive.unsafe': 'an archive that would write outside its folder or is too large',
  'encoder.missing': 'an encoder that is not at hand',
  'encoder.input': 'a text that an encoder can make nothing of',
  'backbone.unusable': 'an ONNX network that cannot be used as asked',
  'image.unreadable': 'an image that cannot be read',
  'run.journal': 'a journal that was changed',
  'run.config': 'a run that is another one than was meant',
  'run.locked': 'a run that another process is at work on',
  'report.unreadable': 'a file that holds no report, or one of a newer version',
  'link.description': 'a link that carries no description that can be read, or one too long for a link',
  'link.fit': 'a description of other attributes than the open model has',
  'library.model': 'a library that was indexed with another model',
  'library.broken': 'a library whose files are missing or changed',
  'library.source': 'rows that do not fit what a library holds already',
  'library.query': 'a condition on the metadata that cannot be run',
  'executor.lost': 'a worker ended before its work was done',
  'queue.job': 'a job or an answer in a queue that makes no sense',
  'queue.version': 'a worker of another version than the job',
  'queue.data': 'data of a job that a worker cannot get',
  'serve.request': 'a request that makes no sense',
  'serve.unknown': 'an address or a model that the server does not have',
  'serve.media': 'a body of a kind that is not read here',
  'serve.size': 'a request that is larger than the server allows',
  'serve.token': 'a token that is missing or not known',
  'serve.scope': 'a token that does not allow this',
  'serve.origin': 'a page or a host name that the server does not answer to',
  'serve.rate': 'more requests than one caller may send',
  'serve.busy': 'a server that has too much to do, or is stopping',
  'serve.version': 'a class that was changed by somebody else in between',
  'serve.full': 'more described classes than the server holds',
  'serve.log': 'a log of described classes that was damaged or belongs to another model',
  'serve.address': 'an address that cannot be listened at',
  cancelled: 'stopped on request before there was any result'
} as const

export type ErrorCode = keyof typeof errorCodes

export interface ErrorDetails {
  /** Where: file, row, column, class, option; whatever is known. */
  readonly where?: Readonly<Record<string, string | number>>
  /** What to do about it, one sentence. */
  readonly remedy?: string
  readonly cause?: unknown
}

export class UnseenError extends Error {
  override readonly name = 'UnseenError'
  readonly code: ErrorCode
  readonly where: Readonly<Record<string, string | number>>
  readonly remedy: string | undefined

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

/** Numbers in messages: 5991 -> "5,991". */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
