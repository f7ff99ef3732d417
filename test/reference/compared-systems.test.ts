/**
 * Compared systems at fixed points on real data, rows of length 1: accuracies per class and per image within
 * what is said beside them of an independent prototype.
 */
import { Matrix } from '@unseen/core'
import { type Material, type Parameters, methods } from '@unseen/core/compare'
import { drive, normaliseRow, unitSignatures } from '@unseen/core/internal'
import { expect, it } from 'vitest'
import { loadSplit } from '../../bench/real-data.mjs'
import { describeWithShared } from '../helpers/shared.js'

interface Point {
  readonly method: string
  readonly point: Parameters
  readonly perClass: number
  readonly perImage: number
  readonly within: number
}

const points: Record<'awa-rgsift' | 'cub-vgg', readonly Point[]> = {
  'awa-rgsift': [
    at('output-codes', { ridge: 1, compare: 'angle' }, 32.1, 33.0, 0.3),
    at('output-codes', { ridge: 0.1, compare: 'nearest' }, 25.3, 22.0, 0.3),
    at('designed-attributes', { ridge: 1, attributes: 1, fused: 'yes' }, 33.2, 34.9, 0.3),
    at('designed-attributes', { ridge: 1, attributes: 1, fused: 'no' }, 31.4, 33.5, 0.3),
    at('attribute-regression', { features: 'all', ridge: 1, compare: 'angle' }, 29.6, 30.7, 0.3),
    at('attribute-regression', { features: 'chosen', ridge: 1, compare: 'angle' }, 27.6, 29.3, 1),
    at('attribute-tree', { lambda: 0.1, strength: 0.25 }, 28.1, 28.2, 1),
    at('rankings', { lambda: 0.1, top: 3, model: 'luce' }, 34.2, 36.6, 1),
    at('joint-attributes', { lambda: 1, weight: 1 }, 30.1, 30.6, 1.5),
    at('multi-view', { ridge: 1, components: 100, alpha: 0.95 }, 34.5, 35.4, 1.5)
  ],
  'cub-vgg': [
    at('output-codes', { ridge: 1, compare: 'angle' }, 48.4, 48.4, 0.3),
    at('output-codes', { ridge: 0.1, compare: 'nearest' }, 39.3, 39.3, 0.3),
    at('designed-attributes', { ridge: 1, attributes: 1, fused: 'yes' }, 49.7, 49.7, 0.3),
    at('designed-attributes', { ridge: 1, attributes: 1, fused: 'no' }, 39.7, 39.8, 0.3),
    at('attribute-regression', { features: 'all', ridge: 1, compare: 'angle' }, 38.1, 38.1, 0.3),
    at('attribute-regression', { features: 'chosen', ridge: 1, compare: 'angle' }, 31.6, 31.6, 1),
    at('attribute-tree', { lambda: 1, strength: 0.25 }, 34.1, 34.1, 1),
    at('rankings', { lambda: 1, top: 3, model: 'luce' }, 37.6, 37.7, 1),
    at('joint-attributes', { lambda: 1, weight: 1 }, 35.4, 35.4, 1.5),
    at('multi-view', { ridge: 1, components: 100, alpha: 0.8 }, 64.3, 64.4, 1.5)
  ]
}

function at(method: string, point: Parameters, perClass: number, perImage: number, within: number): Point {
  return { method, point, perClass, perImage, within }
}

describeWithShared('compared systems at fixed points', () => {
  for (const name of ['awa-rgsift', 'cub-vgg'] as const) {
    it(name, { timeout: 600_000 }, async () => {
      const { material, test, labels, candidates } = load(name)
      for (const { method: wanted, point, perClass, perImage, within } of points[name]) {
        const method = methods.find(each => each.name === wanted)
        if (method === undefined) throw new Error(`There is no method ${wanted}.`)
        const scorer = await drive((await drive(method.prepare(material))).train(point))
        const found = accuracyOf(scorer.scores(test, candidates), labels)
        const said = `${wanted} ${JSON.stringify(point)} ${JSON.stringify(found)}`
        expect(Math.abs(found.perClass - perClass), said).toBeLessThanOrEqual(within)
        expect(Math.abs(found.perImage - perImage), said).toBeLessThanOrEqual(within)
      }
    })
  }
})

function load(name: 'awa-rgsift' | 'cub-vgg'): {
  readonly material: Material
  readonly test: Material['features']
  readonly labels: readonly number[]
  readonly candidates: Float64Array
} {
  const { train, test, signatures } = loadSplit(name)
  const { classes, matrix } = signatures
  const unit = unitSignatures(matrix, classes)
  const of = (chosen: readonly number[]): Float64Array =>
    Float64Array.from(
      chosen.flatMap(k => Array.from(unit.subarray(k * matrix.columns, (k + 1) * matrix.columns)))
    )
  const seen = [...new Set(train.labels)].sort((a, b) => a - b)
  const unseen = [...new Set(test.labels)].sort()
  const place = new Map(seen.map((k, position) => [k, position]))
  return {
    material: {
      features: ofLengthOne(train.features),
      labels: Int32Array.from(train.labels, k => place.get(k) ?? -1),
      seen: seen.length,
      signatures: of(seen),
      length: matrix.columns,
      seed: 0
    },
    test: ofLengthOne(test.features),
    labels: test.labels.map(each => unseen.indexOf(each)),
    candidates: of(unseen.map(each => classes.indexOf(each)))
  }
}

function ofLengthOne({ rows, columns, data }: Material['features']): Material['features'] {
  const scaled = new Float32Array(data.length)
  const row = new Float64Array(columns)
  for (let i = 0; i < rows; i++) {
    row.set(data.subarray(i * columns, (i + 1) * columns))
    normaliseRow(row, 'l2')
    scaled.set(row, i * columns)
  }
  return Matrix.dense(rows, columns, scaled)
}

/** Per cent; of equal scores the first counts. */
function accuracyOf(
  scores: Float64Array,
  labels: readonly number[]
): { readonly perClass: number; readonly perImage: number } {
  const candidates = scores.length / labels.length
  const [rows, right] = [new Float64Array(candidates), new Float64Array(candidates)]
  labels.forEach((label, i) => {
    const own = scores.subarray(i * candidates, (i + 1) * candidates)
    rows[label]++
    if (own.indexOf(own.reduce((most, score) => Math.max(most, score))) === label) right[label]++
  })
  return {
    perClass: right.reduce((sum, value, u) => sum + (100 * value) / rows[u] / candidates, 0),
    perImage: (100 * right.reduce((sum, value) => sum + value, 0)) / labels.length
  }
}
