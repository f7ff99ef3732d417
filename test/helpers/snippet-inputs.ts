// What the snippets of the documents take for granted: a zoo of six seen classes and the zebra, and what is made of it.
// A snippet sees these as globals, by type where it is compiled and by value where it is run; what it declares itself
// hides them.
import {
  fit,
  type FitOptions,
  type Model,
  type SignatureTable,
  type SplitData,
  type TrainingInput
} from '@unseen/core'
import { type Method, methods, type Parameters } from '@unseen/core/compare'
import { type ByteSource, type Dataset, takeSplit, writeDelimited, writeNpy } from '@unseen/data'
import type { Report } from '@unseen/report'
import { createDocument, startServer, writeModel } from 'unseen'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

declare global {
  // What a model learns from.
  const classes: string[]
  const features: number[][]
  const labels: string[]
  const matrix: number[][]
  const signatures: SignatureTable
  const attributes: Dataset['signatures'][number]
  const sentences: Dataset['signatures'][number]
  const input: TrainingInput
  const options: FitOptions
  // What it is asked about, and the model itself.
  const rows: number[][]
  const signature: number[]
  const model: Model
  const method: Method
  const point: Parameters
  // Data sets and files.
  const dataset: Dataset
  const split: SplitData
  const files: Map<string, () => Promise<ByteSource>>
  const openFeatures: () => Promise<ByteSource>
  const openLabels: () => Promise<ByteSource>
  const openAttributes: () => Promise<ByteSource>
  /** a file of feature rows */
  const path: string
  const pixels: Uint8Array
  // A server with the model, as `zoo`.
  const url: string
  const token: string
  // What figures and reports are made of; they are drawn into the `document` of a page, or one like it.
  const counts: number[]
  const shares: { class: string; share: number }[]
  const report: Report
}

const seen = ['horse', 'tiger', 'deer', 'whale', 'panda', 'otter']
const names = ['stripes', 'hooves', 'lives in water', 'eats meat', 'antlers']
const table = [
  [0, 1, 0, 0, 0],
  [1, 0, 0, 1, 0],
  [0, 1, 0, 0, 1],
  [0, 0, 1, 1, 0],
  [0, 0, 0, 0, 0.2],
  [0, 0, 0.7, 1, 0.1],
  [1, 1, 0, 0, 0]
]

/** Puts the values in place; `folder` is for the files among them. Returns what ends the server. */
export async function provide(folder: string): Promise<() => Promise<void>> {
  const classes = [...seen, 'zebra']
  // A row is its class's attributes, each in two columns, and a little of its own.
  const row = (of: number, at: number): number[] =>
    table[of].flatMap((value, k) => [
      value + 0.03 * ((at * 7 + k) % 5),
      0.5 * value + 0.02 * ((at * 3 + k) % 7)
    ])
  const rowsOf = (of: readonly number[], each: number): { features: number[][]; labels: string[] } => ({
    features: of.flatMap(index => Array.from({ length: each }, (_, at) => row(index, at))),
    labels: of.flatMap(index => Array.from({ length: each }, () => classes[index]))
  })
  const { features, labels } = rowsOf([0, 1, 2, 3, 4, 5], 10)
  const tests = rowsOf([6], 10)
  const signatures = { classes, attributes: names, matrix: table }
  const attributes = { name: 'attributes', ...signatures }
  const all = { features: [...features, ...tests.features], labels: [...labels, ...tests.labels] }
  const data = Float64Array.from(all.features.flat())
  const columns = data.length / all.features.length
  const dataset: Dataset = {
    name: 'zoo',
    classes,
    features: {
      rows: all.features.length,
      columns,
      read: async (start, end) => ({
        kind: 'dense',
        rows: end - start,
        columns,
        data: data.slice(start * columns, end * columns)
      })
    },
    labels: Int32Array.from(all.labels, name => classes.indexOf(name)),
    signatures: [attributes],
    splits: [{ name: 'one', seen, unseen: ['zebra'] }],
    provenance: {}
  }
  const numbers = (name: string, values: readonly (readonly number[])[]) => ({
    name,
    shape: [values.length, values[0].length],
    type: 'float64',
    data: Float64Array.from(values.flat())
  })
  const texts = (name: string, values: readonly string[]) => ({
    name,
    shape: [values.length],
    type: 'text',
    data: values
  })
  const opened = (bytes: Uint8Array) => async (): Promise<ByteSource> => ({
    byteLength: bytes.length,
    slice: async (start, end) => bytes.slice(start, end)
  })
  const openFeatures = opened(writeNpy(numbers('features', all.features)))
  const openLabels = opened(writeDelimited([texts('label', all.labels)]))
  const openAttributes = opened(
    writeDelimited([
      texts('class', classes),
      ...names.map((name, k) => ({
        ...numbers(
          name,
          table.map(values => [values[k]])
        ),
        shape: [classes.length]
      }))
    ])
  )
  const model = await fit({ features, labels, signatures }, { weights: 'class' })
  const path = join(folder, 'rows.npy')
  await writeFile(path, writeNpy(numbers('rows', tests.features)))
  await writeModel(join(folder, 'zoo.unseen'), model)
  const server = await startServer({ models: [join(folder, 'zoo.unseen')], port: 0, workers: 1 })
  Object.assign(globalThis, {
    classes,
    features,
    labels,
    matrix: table,
    signatures,
    attributes,
    sentences: attributes,
    input: { features, labels, signatures },
    options: {},
    rows: tests.features,
    signature: table[6],
    model,
    method: methods[0],
    point: {},
    dataset,
    split: await takeSplit(dataset),
    files: new Map([
      ['features.npy', openFeatures],
      ['labels.csv', openLabels],
      ['attributes.csv', openAttributes]
    ]),
    openFeatures,
    openLabels,
    openAttributes,
    path,
    pixels: new Uint8Array(32 * 32 * 3),
    url: server.url,
    token: 'any',
    document: createDocument(),
    counts: [3, 1, 0, 2],
    shares: [{ class: 'horse', share: 0.6 }],
    report: { format: 'unseen-report', version: 1, title: 'Zoo' }
  })
  return () => server.close()
}
