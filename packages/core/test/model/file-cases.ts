// Small models to save, and a way to change a file so that only what was changed is wrong with it:
// lengths, offsets and checksums are made right again.
import { type ErrorCode, UnseenError } from '../../src/base/errors.js'
import { type FitOptions, resolveFitOptions } from '../../src/base/options.js'
import { fit } from '../../src/fit.js'
import { checksum } from '../../src/model/file-layout.js'
import { fromBytes } from '../../src/model/file.js'
import { Model } from '../../src/model/model.js'
import type { ModelNotes } from '../../src/model/types.js'
import { expect } from 'vitest'

const table = [
  [1, 0, 0, 1, 0],
  [0, 1, 0, 0, 1],
  [0, 0, 1, 1, 1],
  [0, 0, 1, 0, 0],
  [1, 1, 0, 1, 0],
  [0.1, 0, 1, 0, 0.2]
]

export const rows = [
  [1, 0.9, 0.1, 1.1, 0],
  [0, 0.1, 1, 0, 0.1],
  [-0.2, 0.7, 0.3, 0, 2]
]

/** Four seen classes with five features, two described ones. */
export function trainSmall(
  options: FitOptions = {},
  classes = ['horse', 'tiger', 'panda', 'whale', 'zebra', 'dolphin']
): Promise<Model> {
  const of = Array.from({ length: 24 }, (_, i) => i % 4)
  const features = of.map((s, i) => table[s].map((value, m) => value + 0.1 * ((i * 7 + m * 3) % 5)))
  return fit(
    {
      features,
      labels: of.map(s => classes[s]),
      signatures: {
        classes,
        attributes: ['hooves', 'stripes', 'fins', 'grass', 'claws'],
        matrix: table,
        source: 'attributes'
      }
    },
    options
  )
}

/** Every section there is, and one that is not known yet. */
export const allNotes: Partial<ModelNotes> = {
  source: 'words "quoted" \\ and \u2028 lines',
  tuning: {
    protocol: 'groups',
    points: [
      { gamma: 0.1, error: 0.25 },
      { gamma: 1e-7, error: -0 }
    ],
    nested: [[[]], {}, null, true]
  },
  rehearsal: { classes: ['horse'], accuracy: [0.1 + 0.2, 5e-324, 1.7976931348623157e308] },
  bias: -0.123456789012345678,
  threshold: { margin: 0.5, coverage: 0.9 },
  encoder: { name: 'mini', '': 'empty key', 10: 'after', 2: 'before' },
  preprocessing: { backbone: 'MobileNetV2', size: [224, 224], emoji: '🦓' }
}

/** Without training: three seen classes, no described one, few bytes. */
export function tinyModel(options: FitOptions = {}): Model {
  const settings = resolveFitOptions({ references: 'means', ...options })
  const references =
    settings.transform === 'identity' ? undefined : Float32Array.of(0, 0.5, 1, 0.25, 0.125, 3)
  const weights =
    settings.weights === 'shared' ? Float32Array.of(1, -2) : Float32Array.of(1, -2, 3, -4, 5, -6)
  const seenClasses = ['a', 'b', 'c'].map((name, s) => ({ name, signature: Float64Array.of(s, 1) }))
  return Model.create(
    settings,
    { seen: 3, columns: 2, transform: settings.transform, kind: settings.weights, references, weights },
    seenClasses,
    {
      training: {
        status: 'converged',
        objective: 1.5,
        gap: 0,
        epochs: 1,
        history: [1.5],
        accepted: [],
        rows: 6,
        zeroRows: 0
      }
    }
  )
}

/** The code a file is refused with; a file that is read, or any other error, fails the test. */
export function refusal(bytes: Uint8Array | ArrayBuffer): ErrorCode {
  return refusedBy(() => fromBytes(bytes)).code
}

export function refusedBy(action: () => unknown): UnseenError {
  try {
    action()
  } catch (error) {
    if (error instanceof UnseenError) return error
    throw error
  }
  return expect.fail('not refused')
}

interface Entry {
  dtype: string
  shape: unknown
  data_offsets: unknown
}
export interface Header {
  __metadata__: Record<string, string>
  [name: string]: Entry | Record<string, string>
}

const checksumAt = 8 + '{"__metadata__":{"format":"unseen-model","checksum":"'.length

function split(bytes: Uint8Array): { header: Uint8Array; data: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  return { header: bytes.subarray(8, 8 + length), data: bytes.subarray(8 + length) }
}

/** A file of any header and data, with the right length and checksum of the header. */
export function assemble(header: Uint8Array, data: Uint8Array): Uint8Array {
  const length = Math.ceil(header.length / 8) * 8
  const file = new Uint8Array(8 + length + data.length).fill(0x20, 8, 8 + length)
  new DataView(file.buffer).setUint32(0, length, true)
  file.set(header, 8)
  file.set(data, 8 + length)
  file.fill(0x30, checksumAt, checksumAt + 8)
  file.set(new TextEncoder().encode(checksum(file.subarray(0, 8 + length))), checksumAt)
  return file
}

/** The header as text, changed. */
export function withText(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  const { header, data } = split(bytes)
  const before = new TextDecoder().decode(header)
  const after = change(before)
  expect(after).not.toBe(before)
  return assemble(new TextEncoder().encode(after), data)
}

/** The header as an object, changed in place. */
export function withHeader(bytes: Uint8Array, change: (header: Header) => void): Uint8Array {
  return withText(bytes, text => {
    const header = JSON.parse(text) as Header
    change(header)
    return JSON.stringify(header)
  })
}

/** One JSON section of the metadata, as text, changed. */
export function withSection(bytes: Uint8Array, name: string, change: (json: string) => string): Uint8Array {
  return withHeader(bytes, ({ __metadata__: metadata }) => {
    metadata[name] = change(metadata[name])
  })
}

/** One value of an array, changed, with the checksum of the array. */
export function withValue(bytes: Uint8Array, name: string, at: number, value: number): Uint8Array {
  const data = split(bytes).data.slice()
  return assemble(
    split(
      withHeader(bytes, header => {
        const { dtype, data_offsets: offsets } = header[name] as Entry
        const [first, last] = offsets as [number, number]
        const view = new DataView(data.buffer, first, last - first)
        if (dtype === 'F64') view.setFloat64(at * 8, value, true)
        else view.setFloat32(at * 4, value, true)
        const sums = JSON.parse(header.__metadata__.checksums) as Record<string, string>
        sums[name] = checksum(data.subarray(first, last))
        header.__metadata__.checksums = JSON.stringify(sums)
      })
    ).header,
    data
  )
}
