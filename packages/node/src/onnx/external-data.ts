/**
 * Networks whose weights lie in files beside them (as large exports have): the weights are put into the
 * network, so that both runtimes and every cut take it as any other. ONNX keeps such files in the
 * network's own folder: https://onnx.ai/onnx/repo-docs/ExternalData.html
 */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { GRAPH, MODEL_GRAPH, bytesField, fieldsOf, joinBytes, textIn } from '@unseen/networks/internal'
import { expectOrdinary } from '../files/file-source.js'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Fields of TensorProto. */
const RAW_DATA = 9
const EXTERNAL_DATA = 13
const DATA_LOCATION = 14
/** A protobuf message cannot be larger. */
const LARGEST = 2 ** 31 - 1

/** `folder`: where the network's file is. */
export async function withWeights(model: Uint8Array, folder: string): Promise<Uint8Array> {
  let left = LARGEST - model.length
  const parts: Uint8Array[] = []
  for (const field of fieldsOf(model))
    parts.push(
      ...(field.number === MODEL_GRAPH
        ? bytesField(MODEL_GRAPH, await graphWithWeights(field.bytes))
        : [field.whole])
    )
  return joinBytes(parts)

  async function graphWithWeights(graph: Uint8Array): Promise<Uint8Array> {
    const kept: Uint8Array[] = []
    for (const field of fieldsOf(graph)) {
      if (field.number !== GRAPH.initialiser || !isExternal(field.bytes)) kept.push(field.whole)
      else kept.push(...bytesField(GRAPH.initialiser, await tensorWithData(field.bytes)))
    }
    return joinBytes(kept)
  }

  async function tensorWithData(tensor: Uint8Array): Promise<Uint8Array> {
    const place = new Map<string, string>()
    const kept: Uint8Array[] = []
    for (const field of fieldsOf(tensor)) {
      if (field.number === EXTERNAL_DATA) place.set(textIn(field.bytes, 1), textIn(field.bytes, 2))
      else if (field.number !== DATA_LOCATION) kept.push(field.whole)
    }
    const data = await readWeights(folder, place, left)
    left -= data.length
    return joinBytes([...kept, ...bytesField(RAW_DATA, data)])
  }
}

function isExternal(tensor: Uint8Array): boolean {
  for (const { number, value } of fieldsOf(tensor)) if (number === DATA_LOCATION && value === 1) return true
  return false
}

async function readWeights(
  folder: string,
  place: ReadonlyMap<string, string>,
  most: number
): Promise<Uint8Array> {
  const name = place.get('location') ?? ''
  if (name === '' || /^[/\\]|^[A-Za-z]:|\\|\0/.test(name) || name.split('/').includes('..'))
    throw unusable(`The network looks for weights in "${name}", outside its folder.`)
  const path = join(folder, name)
  const opening = stat(path).then(stats => {
    expectOrdinary(path, stats)
    return open(path, 'r')
  })
  const file = await opening.catch((cause: unknown) => {
    throw unusable(
      `The network's weights lie in "${name}", which cannot be read.`,
      'Put the file beside the network.',
      cause
    )
  })
  try {
    const { size } = await file.stat()
    const offset = Number(place.get('offset') ?? 0)
    const length = Number(place.get('length') ?? size - offset)
    if (
      !Number.isSafeInteger(offset) ||
      !Number.isSafeInteger(length) ||
      offset < 0 ||
      length < 0 ||
      offset + length > size
    )
      throw unusable(
        `The network wants bytes of "${name}" that the file does not have.`,
        'Export or download it again.'
      )
    if (length > most)
      throw unusable(
        `The network has more than ${count(LARGEST)} bytes of weights.`,
        'Take a smaller one, or one in half precision.'
      )
    const bytes = new Uint8Array(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    if (bytesRead !== length) throw unusable(`"${name}" was cut while it was read.`)
    return bytes
  } finally {
    await file.close()
  }
}

function unusable(message: string, remedy?: string, cause?: unknown): UnseenError {
  return new UnseenError('backbone.unusable', message, defined({ remedy, cause }))
}
