// Scores that numpy computed from the sources' formulas; golden/make.py made the file.
import { complete } from '../../../src/base/progress.js'
import type { Material, Parameters } from '../../../src/compare/method.js'
import { methods } from '../../../src/compare/methods.js'
import { Matrix } from '../../../src/linalg/matrix.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Case {
  readonly name: string
  readonly rows: number
  readonly columns: number
  readonly seen: number
  readonly length: number
  readonly features: number[]
  readonly labels: number[]
  readonly signatures: number[]
  readonly unseen: number[]
  readonly test: number[]
  readonly expected: readonly {
    readonly method: string
    readonly point: Parameters
    readonly scores: number[]
  }[]
}

const cases = JSON.parse(
  readFileSync(new URL('golden/closed-forms.json', import.meta.url), 'utf8')
) as readonly Case[]

describe.each(cases)(
  'closed forms with $name',
  ({ rows, columns, seen, length, features, labels, signatures, unseen, test, expected }) => {
    const material: Material = {
      features: Matrix.dense(rows, columns, Float32Array.from(features)),
      labels: Int32Array.from(labels),
      seen,
      signatures: Float64Array.from(signatures),
      length,
      seed: 0
    }
    const tested = Matrix.dense(test.length / columns, columns, Float32Array.from(test))

    it.each(expected.map(each => ({ ...each, words: JSON.stringify(each.point) })))(
      '$method at $words',
      ({ method: name, point, scores }) => {
        const method = methods.find(each => each.name === name)
        if (method === undefined) throw new Error(`no method ${name}`)
        const found = complete(complete(method.prepare(material)).train(point)).scores(
          tested,
          Float64Array.from(unseen)
        )
        // Rows, weights and the panels of the Gram matrix are in single precision.
        const largest = Math.max(...scores.map(Math.abs))
        expect(found).toHaveLength(scores.length)
        found.forEach((score, at) => expect(Math.abs(score - scores[at])).toBeLessThan(4e-6 * largest))
      }
    )
  }
)
