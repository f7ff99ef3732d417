/** A generalised evaluation for people. */
import { type Generalised, count } from '@unseen/core'
import type { GeneralisedEvaluation } from '../use/evaluate-generalised.js'
import { percent } from './search-view.js'
import { table } from './text.js'

export function generalisedLines({ rows, raw, calibrated, best, area }: GeneralisedEvaluation): string[] {
  const line = (name: string, { seen, unseen, harmonic }: Generalised): string[] => [
    name,
    percent(seen),
    percent(unseen),
    percent(harmonic)
  ]
  const { harmonic, area: areaInterval } = calibrated?.intervals ?? {}
  return [
    `All classes compete: ${count(rows.seen)} test rows of seen and ${count(rows.unseen)} of unseen classes; accuracy per class.`,
    ...table(
      [
        ['', 'seen', 'unseen', 'H'],
        line('without a bias', raw),
        ...(calibrated === undefined
          ? []
          : [line(`bias ${calibrated.bias.toPrecision(3)}, from the rehearsal`, calibrated)]),
        line(`bias ${best.bias.toPrecision(3)}, best on these rows`, best)
      ],
      [1, 2, 3]
    ),
    ...(harmonic === undefined
      ? ['The model has no bias: `unseen rehearse` chooses one on seen classes alone.']
      : [
          `H            ${percent(harmonic.value)} (95 %: ${percent(harmonic.low)} to ${percent(harmonic.high)}) with the bias`
        ]),
    `AUSUC        ${area.toFixed(3)}${areaInterval === undefined ? '' : ` (95 %: ${areaInterval.low.toFixed(3)} to ${areaInterval.high.toFixed(3)})`}`
  ]
}
