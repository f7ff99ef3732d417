/** State of the page Evaluate: what is shown there, not what is made there. */
import type { Problem } from '../lib/problem.js'
import type { BiasFacts, EvaluationFacts } from './facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

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
