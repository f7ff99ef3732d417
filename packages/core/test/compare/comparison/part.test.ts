// What may be known where: rows that are tested are not learned from.
import { type FoldRows, type Protocol, keptLabels, openFolds, openTest } from '../../../src/compare/part.js'
import { createComparisonPlace } from '../../../src/compare/place.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisonProblem } from './problem.js'

const input = comparisonProblem(4, { seen: 6, unseen: 3, rowsPerClass: 10 })
const place = createComparisonPlace(input, { normalise: 'l2', threads: 1, shared: false })
const partOf = (protocol: Protocol, seed: number, heldOut: readonly number[]) =>
  heldOut.length === 0
    ? openTest(place, protocol, seed)
    : openFolds(place, seed)(heldOut, protocol === 'gzsl')
/** Rows are all different, so that their values name them. */
const rowsOf = ({
  data,
  columns,
  rows
}: {
  data: Float32Array | Float64Array
  columns: number
  rows: number
}): string[] => Array.from({ length: rows }, (_, i) => data.slice(i * columns, (i + 1) * columns).join())
const testedRows = ({ unseen, generalised }: FoldRows): string[] => [
  ...rowsOf(unseen.features),
  ...(generalised === undefined ? [] : rowsOf(generalised.features).slice(0, generalised.labels.length))
]

describe('the rows of a part', () => {
  it('are learned from or tested, never both; and folds never touch what is tested in the end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Protocol>('zsl', 'gzsl'),
        fc.integer({ min: 0, max: 1000 }),
        fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 0, maxLength: 4 }),
        (protocol, seed, heldOut) => {
          const part = partOf(protocol, seed, heldOut)
          const { material, unseen, unseenSignatures, generalised } = part
          const learned = new Set(rowsOf(material.features))
          const tested = testedRows(part)
          expect(tested.filter(row => learned.has(row))).toEqual([])
          const last = partOf(protocol, seed, [])
          const final = new Set(testedRows(last))
          if (heldOut.length > 0) expect([...learned, ...tested].filter(row => final.has(row))).toEqual([])
          expect(material.seen).toBe(6 - heldOut.length)
          expect(new Set(material.labels).size).toBe(material.seen)
          expect(unseenSignatures).toHaveLength((heldOut.length === 0 ? 3 : heldOut.length) * material.length)
          expect(Math.max(...unseen.labels) + 1).toBe(unseenSignatures.length / material.length)
          expect(generalised === undefined).toBe(protocol === 'zsl')
          if (last.generalised !== undefined)
            expect(last.generalised.labels.slice(last.unseen.labels.length)).toEqual(keptLabels(place, seed))
          if (generalised !== undefined)
            expect(
              rowsOf(generalised.features)
                .slice(generalised.labels.length)
                .every(row => learned.has(row))
            ).toBe(true)
        }
      )
    )
  })

  it('keep their classes when these are renumbered', () => {
    const { material, unseen, unseenSignatures } = partOf('zsl', 0, [1, 4])
    const length = place.length
    const truth = new Map(rowsOf(place.train.features).map((row, i) => [row, place.train.labels[i]]))
    rowsOf(material.features).forEach((row, i) =>
      expect(
        material.signatures.slice(material.labels[i] * length, (material.labels[i] + 1) * length)
      ).toEqual(place.seenSignatures.slice(truth.get(row)! * length, (truth.get(row)! + 1) * length))
    )
    rowsOf(unseen.features).forEach((row, i) =>
      expect(unseenSignatures.slice(unseen.labels[i] * length, (unseen.labels[i] + 1) * length)).toEqual(
        place.seenSignatures.slice(truth.get(row)! * length, (truth.get(row)! + 1) * length)
      )
    )
  })
})
