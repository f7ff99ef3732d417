/** Every experiment of the paper that can be run again, in its order. */
import { ablation } from './ablation.js'
import { fig2, fig6 } from './affinities.js'
import type { Experiment } from './experiment.js'
import { fig7 } from './fig7.js'
import { fig3, fig4, fig5 } from './maps.js'
import { table2 } from './table2.js'
import { table3 } from './table3.js'

export const experiments: readonly Experiment[] = [
  table2,
  table3,
  fig2,
  fig3,
  fig4,
  fig5,
  fig6,
  fig7,
  ablation
]
