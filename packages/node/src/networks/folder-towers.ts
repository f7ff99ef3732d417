/**
 * A folder of one's own with two towers of one space, laid out as Hugging Face does: vision_model.onnx and
 * text_model.onnx, or model.onnx that takes images and texts, in `onnx` or beside the tokenizer.
 */
import type { TowersRecord } from '@unseen/core'
import { readGraph } from '@unseen/networks'
import { fileDigest } from '../files/checksum.js'
import { towerScale } from './tower-scale.js'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files are named from the folder. */
export interface FolderTowers {
  readonly images: string
  readonly texts: string
  /** The space is named by the digests of both. */
  readonly towers: TowersRecord
}

/** Undefined where the folder holds no such pair. */
export async function folderTowers(folder: string): Promise<FolderTowers | undefined> {
  const [vision, text, model] = await Promise.all(
    ['vision_model', 'text_model', 'model'].map(name => networkOf(folder, name))
  )
  const [images, texts] = vision !== undefined && text !== undefined ? [vision, text] : [model, model]
  if (images === undefined || texts === undefined) return undefined
  if (images === texts && !(await takesBoth(join(folder, images)))) return undefined
  const hash = createHash('sha256')
  for (const file of [images, texts]) hash.update((await fileDigest(join(folder, file))) ?? '')
  const config = await readFile(join(folder, 'config.json'), 'utf8').catch(() => '{}')
  return {
    images,
    texts,
    towers: { space: `towers:${hash.digest('hex')}`, ...towerScale('', parsed(config)) }
  }
}

/** Whether one network takes images and texts; what is no network at all is left to who opens it. */
export async function takesBoth(path: string): Promise<boolean> {
  try {
    const { inputs } = readGraph(await readFile(path))
    return ['pixel_values', 'input_ids'].every(wanted => inputs.some(({ name }) => name === wanted))
  } catch {
    return false
  }
}

async function networkOf(folder: string, name: string): Promise<string | undefined> {
  const places = ['', '_quantized'].flatMap(ending => [`onnx/${name}${ending}.onnx`, `${name}${ending}.onnx`])
  for (const place of places) {
    const isFile = await stat(join(folder, place)).then(
      found => found.isFile(),
      () => false
    )
    if (isFile) return place
  }
  return undefined
}

/** A config.json that is none is refused by who needs it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
