/** State of the page Evaluate: what is shown there, not what is made there. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Problem } from '../../base/problem.js'
import type { BiasFacts, EvaluationFacts } from '../../engine/evaluate-facts.js'

/** A cell of the confusion, and its images. */
export interface Cell {
  readonly label: string
  readonly answer: string
  readonly rows?: Uint32Array
}

export interface EvaluatePage {
  readonly measured?: EvaluationFacts | undefined
  readonly at?: BiasFacts | undefined
  readonly problem?: Problem | undefined
  readonly cell?: Cell | undefined
}

export function createEvaluatePage(): StoreApi<EvaluatePage> {
  return createStore<EvaluatePage>(() => ({}))
}
