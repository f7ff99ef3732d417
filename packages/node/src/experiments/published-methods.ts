/**
 * Published figures of other methods, to stand beside ours: Xian, Lampert, Schiele and Akata, "Zero-Shot
 * Learning: A Comprehensive Evaluation of the Good, the Bad and the Ugly" (TPAMI 2019), ResNet-101 features,
 * per cent, per class. Written down from memory. The proposed-split figures of ESZSL, SAE, ALE, SJE and
 * DeViSE, and H of ESZSL and SAE, agree with the copies in the repository mvp18/Popular-ZSL-Algorithms; the
 * others were not held against anything, and every table that shows them says so.
 */
import type { Protocol } from '@unseen/core/compare'

export const publishedSource = 'Xian et al. 2019'

/** What a table that shows them must say, once. */
export function publishedNote(protocol: Protocol): string {
  return `published: ${protocol === 'zsl' ? 'per class, standard / proposed split' : 'H, proposed split, no bias'}; ${publishedSource}, ResNet-101 features; from memory, those of ESZSL, SAE, ALE, SJE and DeViSE on the proposed split checked. Features and splits differ from those here.`
}

export interface PublishedMethod {
  /** zero-shot, standard and proposed split */
  readonly standard: number
  readonly proposed: number
  /** generalised: H on the proposed split */
  readonly harmonic: number
}

type Sets = 'cub' | 'awa'

const of = (
  cub: readonly [number, number, number],
  awa: readonly [number, number, number]
): Readonly<Record<Sets, PublishedMethod>> => {
  const entry = ([standard, proposed, harmonic]: readonly [number, number, number]): PublishedMethod => ({
    standard,
    proposed,
    harmonic
  })
  return { cub: entry(cub), awa: entry(awa) }
}

/** By the names of our methods; AwA is AWA1. */
const published: Readonly<Record<string, Readonly<Record<Sets, PublishedMethod>>>> = {
  sse: of([43.7, 43.9, 14.4], [68.8, 60.1, 12.9]),
  dap: of([37.5, 40.0, 3.3], [57.1, 44.1, 0.0]),
  iap: of([27.1, 24.0, 0.4], [48.1, 35.9, 4.1]),
  conse: of([36.7, 34.3, 3.1], [63.6, 45.6, 0.8]),
  cmt: of([37.3, 34.6, 12.6], [58.9, 39.5, 1.8]),
  latem: of([49.4, 49.3, 24.0], [74.8, 55.1, 13.3]),
  ale: of([53.2, 54.9, 34.4], [78.6, 59.9, 27.5]),
  devise: of([53.2, 52.0, 32.8], [72.9, 54.2, 22.4]),
  sje: of([55.3, 53.9, 33.6], [76.7, 65.6, 19.6]),
  eszsl: of([55.1, 53.9, 21.0], [74.7, 58.2, 12.1]),
  sync: of([54.1, 55.6, 19.8], [72.2, 54.0, 16.2]),
  sae: of([33.4, 33.3, 13.6], [80.6, 53.0, 3.5])
}

/** Undefined where nothing is known for this method on data of this name. */
export function publishedMethod(dataset: string, method: string): PublishedMethod | undefined {
  const set = (['cub', 'awa'] as const).find(name => dataset.toLowerCase().startsWith(name))
  return set === undefined ? undefined : published[method]?.[set]
}
