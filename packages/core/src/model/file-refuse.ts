/** Refusals of a model file: what is wrong, where in the file, and what to do about it. */
import { type ErrorCode, UnseenError } from '../base/errors.js'

export type FileErrorCode = Extract<ErrorCode, `file.${string}`>

const remedies: Readonly<Record<FileErrorCode, string>> = {
  'file.truncated': 'Copy or download the whole file again.',
  'file.checksum': 'The file was damaged: copy it again from where it was saved.',
  'file.header': 'Is it a model file? If so, save the model again where it was trained.',
  'file.version': 'Update Unseen to read it.',
  'file.value': 'Save the model again where it was trained.'
}

export function refuse(
  code: FileErrorCode,
  message: string,
  where: Readonly<Record<string, string | number>> = {},
  cause?: unknown
): never {
  throw new UnseenError(code, message, { where, remedy: remedies[code], cause })
}

/** Text from a file in a message: short and in quotes, whatever it is. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)
}
