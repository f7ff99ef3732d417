/**
 * What the authors of two towers multiply a cosine by, and add to it, before it becomes a probability. Both were
 * learned with the towers, but exports leave them out, so they stand here: CLIP's was stopped at 100 in training,
 * where all of OpenAI's arrived; SigLIP's are what their authors print, rounded.
 */
import type { TowersRecord } from '@unseen/core'

type Scale = Pick<TowersRecord, 'scale' | 'bias'>

const clip: Scale = { scale: 100 }
const scales: Readonly<Record<string, Scale>> = {
  'Xenova/siglip-base-patch16-224': { scale: 117.3, bias: -12.9 },
  'onnx-community/siglip2-base-patch16-224-ONNX': { scale: 112.7, bias: -16.8 }
}

/**
 * Nothing where it is not known.
 *
 * @param repository ORG/NAME
 * @param config what its config.json says
 */
export function towerScale(repository: string, config: unknown): Scale {
  const { model_type: type } = (config ?? {}) as { model_type?: unknown }
  return scales[repository] ?? (type === 'clip' ? clip : {})
}
