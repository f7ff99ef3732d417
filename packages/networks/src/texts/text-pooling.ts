/**
 * How the states of a text's tokens become one vector, and which of a network's outputs holds them. Authors say
 * it in `1_Pooling/config.json` (sentence-transformers), or the network does it itself and has an output for it
 * (`text_embeds` of CLIP, `sentence_embedding`, SigLIP's `pooler_output`). A wrong guess makes vectors that look
 * right and are not, so nothing is guessed.
 */
import { UnseenError } from '@unseen/core'

/**
 * mean, max: over the tokens; cls: the first; last: the last, which is the end of text (EOS) for CLIP and the
 * like; weighted: a mean that counts the k-th token k times; pooler: the network's `pooler_output`; own: an
 * output of the network that is the vector already.
 */
export const textPoolings = ['mean', 'cls', 'max', 'weighted', 'last', 'pooler', 'own'] as const
/** How the states of a text's tokens become one vector. */
export type TextPooling = (typeof textPoolings)[number]

export interface TextOutput {
  readonly pooling: TextPooling
  readonly output: string
}

/** Outputs that are the vector of the text already, best first. */
const ownOutputs = ['text_embeds', 'sentence_embedding'] as const

/** What is known of how states become a vector. */
export interface PoolingHints {
  /** said by a person, a record or a spec */
  readonly said?: TextPooling | undefined
  /** 1_Pooling/config.json */
  readonly pooling?: Readonly<Record<string, unknown>> | undefined
  /** config.json */
  readonly settings: Readonly<Record<string, unknown>>
}

/** `outputs` by name, with the number of their axes; `network` is what errors call it. */
export function chooseTextOutput(
  outputs: readonly { readonly name: string; readonly axes: number }[],
  { said, pooling, settings }: PoolingHints,
  network: string
): TextOutput {
  const has = (name: string): boolean => outputs.some(port => port.name === name)
  const own = ownOutputs.find(has)
  const wanted =
    said ??
    (own !== undefined
      ? 'own'
      : pooling !== undefined
        ? poolingOf(pooling, network)
        : isSiglip(settings) && has('pooler_output')
          ? 'pooler'
          : undefined)
  if (wanted === undefined)
    throw new UnseenError(
      'encoder.missing',
      `Nothing says how ${network} makes one vector of a text's tokens: it has no ${ownOutputs.join(' and no ')}, and no 1_Pooling/config.json lies beside it.`,
      {
        where: { file: network },
        remedy: `Bring 1_Pooling/config.json along, or say --pooling: ${textPoolings.slice(0, 6).join(', ')}. Its authors' page tells which.`
      }
    )
  const output =
    wanted === 'own'
      ? own
      : wanted === 'pooler'
        ? ['pooler_output'].find(has)
        : (['last_hidden_state', 'token_embeddings'].find(has) ??
          outputs.find(({ axes }) => axes === 3)?.name)
  if (output !== undefined) return { pooling: wanted, output }
  throw new UnseenError(
    'backbone.unusable',
    `${network} has no output for the pooling "${wanted}"; its outputs are ${outputs.map(({ name }) => `"${name}"`).join(', ')}.`,
    { where: { file: network } }
  )
}

/** SigLIP pads every text to the full length and was trained on small letters. */
export function isSiglip(settings: Readonly<Record<string, unknown>>): boolean {
  return /^siglip2?(_text_model)?$/.test(String(settings['model_type']))
}

/** Modes of sentence-transformers; the length of the vector is lost anyway, so that dividing by a root is a mean. */
const modes: Readonly<Record<string, TextPooling>> = {
  pooling_mode_cls_token: 'cls',
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_max_tokens: 'max',
  pooling_mode_mean_sqrt_len_tokens: 'mean',
  pooling_mode_weightedmean_tokens: 'weighted',
  pooling_mode_lasttoken: 'last'
}
const modeNames: Readonly<Record<string, TextPooling>> = {
  cls: 'cls',
  mean: 'mean',
  max: 'max',
  mean_sqrt_len_tokens: 'mean',
  weightedmean: 'weighted',
  lasttoken: 'last'
}

function poolingOf(config: Readonly<Record<string, unknown>>, network: string): TextPooling {
  const named = config['pooling_mode']
  const chosen =
    typeof named === 'string'
      ? [named]
      : Object.keys(config).filter(key => key.startsWith('pooling_mode_') && config[key] === true)
  const table = typeof named === 'string' ? modeNames : modes
  if (chosen.length === 1 && Object.hasOwn(table, chosen[0])) return table[chosen[0]]
  throw new UnseenError(
    'encoder.missing',
    `1_Pooling/config.json of ${network} asks for ${chosen.length === 0 ? 'no pooling' : chosen.join(' and ')}, which is not offered.`,
    { where: { file: network }, remedy: `Say --pooling: ${textPoolings.slice(0, 6).join(', ')}.` }
  )
}

/** The states (tokens x length) of a text as one vector; only the first `real` tokens are no padding. */
export function poolTokens(
  states: ArrayLike<number>,
  real: number,
  length: number,
  pooling: Exclude<TextPooling, 'pooler' | 'own'>
): Float64Array {
  const vector = new Float64Array(length)
  if (pooling === 'cls' || pooling === 'last') {
    const from = pooling === 'cls' ? 0 : (real - 1) * length
    return vector.map((_, k) => states[from + k])
  }
  if (pooling === 'max') vector.fill(-Infinity)
  for (let t = 0; t < real; t++)
    for (let k = 0; k < length; k++) {
      const value = states[t * length + k]
      if (pooling === 'max') vector[k] = Math.max(vector[k], value)
      else vector[k] += pooling === 'weighted' ? (t + 1) * value : value
    }
  return vector
}
