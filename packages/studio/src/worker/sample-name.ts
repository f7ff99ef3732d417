/**
 * What the sample is called, and which part of it Studio opens; apart from sample.ts, so that the page need
 * not load core.
 */
export const SAMPLE = {
  name: 'CIFAR-10 sample',
  split: 'automobile-deer',
  table: 'attributes',
  class: 'deer'
} as const
