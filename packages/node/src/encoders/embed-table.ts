/** A table of signatures made from one text for each class. */
import { Matrix, type NamedTable, UnseenError } from '@unseen/core'
import type { EncodeOptions, Encoder } from '@unseen/networks'

export interface EmbeddedTable {
  readonly table: NamedTable
  /** what people should know, each with its class */
  readonly remarks: readonly string[]
}

export async function embedTable(
  encoder: Encoder,
  name: string,
  classes: readonly string[],
  texts: readonly string[],
  { signal, onProgress }: EncodeOptions = {}
): Promise<EmbeddedTable> {
  if (texts.length !== classes.length)
    throw new UnseenError('signatures.shape', `${classes.length} classes, but ${texts.length} texts.`, {
      remedy: 'Give one text for each class.'
    })
  const data = new Float32Array(classes.length * encoder.length)
  const remarks: string[] = []
  // Class by class, so that whatever is said names the class.
  for (const [row, label] of classes.entries()) {
    const encoded = await encoder
      .encode([texts[row]], signal === undefined ? {} : { signal })
      .catch((error: unknown) => {
        throw ofClass(label, error)
      })
    data.set(encoded.vectors.data, row * encoder.length)
    remarks.push(
      ...encoded.remarks.map(({ message }) =>
        message.includes(JSON.stringify(label)) ? message : `${label}: ${message}`
      )
    )
    onProgress?.(row + 1, classes.length)
  }
  return {
    table: {
      name,
      classes: [...classes],
      matrix: Matrix.dense(classes.length, encoder.length, data, 'signatures'),
      source: encoder.record.model,
      encoder: encoder.record,
      sentences: [...texts]
    },
    remarks
  }
}

function ofClass(label: string, error: unknown): unknown {
  if (!(error instanceof UnseenError) || error.code !== 'encoder.input') return error
  return new UnseenError(error.code, `Class "${label}": ${error.message}`, {
    where: { ...error.where, class: label },
    cause: error
  })
}
