// Files made up with valid checksums: the structure itself must be refused, by its own check.
import { UnseenError } from '../../src/base/errors.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assemble,
  refusal,
  refusedBy,
  tinyModel,
  withHeader,
  withSection,
  withText,
  withValue,
  type Header
} from './file-cases.js'

const bytes = toBytes(tinyModel())
const shared = toBytes(tinyModel().annotate({ attributes: ['x', 'y'] }))
const prefix = '{"__metadata__":{"format":"unseen-model","checksum":"00000000","version":"1"'
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const refused = (file: Uint8Array): string => {
  const { code, message } = refusedBy(() => fromBytes(file))
  return `${code}: ${message}`
}
const entry = (
  name: string,
  change: (entry: { dtype: string; shape: unknown; data_offsets: unknown }) => void
): Uint8Array =>
  withHeader(bytes, header => {
    change(header[name] as { dtype: string; shape: unknown; data_offsets: unknown })
  })
const json = (name: string, change: (value: Record<string, unknown>) => void): Uint8Array =>
  withSection(bytes, name, text => {
    const value = JSON.parse(text) as Record<string, unknown>
    change(value)
    return JSON.stringify(value)
  })

it('the changed files of these tests are otherwise right', () => {
  expect(
    toBytes(fromBytes(withHeader(bytes, header => (header.__metadata__.creator = 'somebody else'))))
  ).toEqual(bytes)
  expect(fromBytes(withValue(bytes, 'weights', 1, 5)).trained.weights[1]).toBe(5)
  expect(fromBytes(json('settings', settings => (settings.seed = 3))).settings.seed).toBe(3)
})

describe('the header', () => {
  it('must not claim more than a file can have', () => {
    for (const [low, high, code] of [
      [0xffffffff, 0xffffffff, 'file.header'],
      [0, 1, 'file.header'],
      [2 ** 26 + 1, 0, 'file.header'],
      [2 ** 26, 0, 'file.truncated']
    ] as const) {
      const file = bytes.slice()
      new DataView(file.buffer).setUint32(0, low, true)
      new DataView(file.buffer).setUint32(4, high, true)
      expect(refusal(file)).toBe(code)
    }
  })

  it('must be of a known version', () => {
    for (const version of ['4', '17', '999999'])
      expect(refused(withHeader(bytes, header => (header.__metadata__.version = version)))).toMatch(
        /^file.version: .*version \d+.*up to 3.*Update/
      )
    for (const version of ['0', '01', '-1', '1.5', '', 'x', '1000000'])
      expect(refusal(withHeader(bytes, header => (header.__metadata__.version = version)))).toBe(
        'file.header'
      )
    expect(
      refusal(
        assemble(encode(`${prefix.replace('"1"', '"4"')} and from here on anything`), new Uint8Array(3))
      )
    ).toBe('file.version')
  })

  it('must be valid UTF-8', () => {
    for (const wrong of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
      expect(
        refused(
          assemble(Uint8Array.of(...encode(`${prefix},"x":"`), ...wrong, ...encode('"}}')), new Uint8Array(0))
        )
      ).toMatch(/^file.header: .*UTF-8/)
    }
  })

  it('must be strict JSON', () => {
    const cases: [string, RegExp][] = [
      ['', /lacks a comma or a closing brace/],
      ['}', /lacks a comma/],
      ['}} x', /goes on after its end/],
      [',}}', /lacks a string/],
      [',"a" "b"}}', /lacks a colon/],
      [',"a":NaN}}', /no JSON value/],
      [',"a":Infinity}}', /no JSON value/],
      [',"a":-}}', /no JSON value/],
      [',"a":01}}', /no JSON value/],
      [',"a":+1}}', /no JSON value/],
      [',"a":1.}}', /no JSON value/],
      [',"a":1e999}}', /number out of range/],
      [`,"a":${'1'.repeat(1e6)}}}`, /no JSON value/],
      [',"a":[1,]}}', /no JSON value/],
      [',"a":[1 2]}}', /closing bracket/],
      [',"a":tru}}', /no JSON value/],
      [',"a":"\\x"}}', /invalid string/],
      [',"a":"\t"}}', /invalid string/],
      [',"a":"\\"}}', /string without end/],
      [',"a":"\\ud800"}}', /half a surrogate pair/],
      [',"a":"\\udc00\\ud800"}}', /half a surrogate pair/],
      [',"\\ud83e":1}}', /half a surrogate pair/],
      [',"version":"1"}}', /"version" twice/],
      [',"\\u0076ersion":"1"}}', /"version" twice/],
      ['},"__metadata__":{}}', /"__metadata__" twice/],
      [',"__proto__":"x"}}', /"__proto__", which is not allowed/],
      [',"a":{"constructor":1}}}', /"constructor", which is not allowed/],
      ['},"\\u005f_proto__":{}}', /"__proto__", which is not allowed/],
      ['},"prototype":{}}', /"prototype", which is not allowed/],
      [`,"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`, /nested more than 64/],
      [`,"a":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}}}`, /nested more than 64/]
    ]
    for (const [rest, message] of cases) {
      const text = refused(assemble(encode(prefix + rest), new Uint8Array(0)))
      expect(text).toMatch(/^file.header: The JSON of the header/)
      expect(text).toMatch(message)
    }
  })

  it('must have the metadata of a model and nothing else', () => {
    const change = (edit: (header: Header) => void): string => refused(withHeader(bytes, edit))
    expect(change(header => delete header.__metadata__.settings)).toMatch(
      /^file.header: __metadata__ must have/
    )
    expect(change(header => (header.__metadata__.extra = 'x'))).toMatch(
      /^file.header: __metadata__ must have/
    )
    expect(change(header => (header.__metadata__.creator = 5 as unknown as string))).toMatch(
      /^file.header: creator must be text, got 5/
    )
    expect(change(header => (header.__metadata__.classes = '[]'))).toMatch(
      /^file.header: classes must be an object, got a list/
    )
    expect(change(header => (header.__metadata__.checksums = '{}'))).toMatch(
      /^file.header: checksums must have/
    )
    expect(
      refused(withSection(bytes, 'checksums', text => text.replace(/"[0-9a-f]{8}"/, '"ABCDEF01"')))
    ).toMatch(/^file.header: checksums.signatures must be eight/)
    expect(
      refused(withSection(bytes, 'checksums', text => text.replace(/"[0-9a-f]{8}"/, '"00000000"')))
    ).toMatch(/^file.checksum: .*signatures/)
  })
})

describe('the arrays', () => {
  it('must lie one behind the other', () => {
    const wrong: [string, unknown][] = [
      ['mixtures', [0, 72]],
      ['mixtures', [40, 112]],
      ['mixtures', [56, 128]],
      ['mixtures', [120, 48]],
      ['signatures', [8, 56]],
      ['signatures', [-8, 40]],
      ['signatures', [0.5, 48.5]],
      ['signatures', [0]],
      ['signatures', [0, 48, 48]],
      ['signatures', '0-48'],
      ['signatures', ['0', '48']],
      ['signatures', null]
    ]
    for (const [name, offsets] of wrong)
      expect(refused(entry(name, array => (array.data_offsets = offsets)))).toMatch(
        /^file.header: .*(must begin at|data_offsets)/
      )
    // The arrays behind move along, so that this one place alone is wrong.
    for (const by of [-8, 8]) {
      const moved = withHeader(bytes, header => {
        for (const name of ['mixtures', 'residuals', 'references', 'weights']) {
          const array = header[name] as unknown as { data_offsets: number[] }
          array.data_offsets = array.data_offsets.map(offset => offset + by)
        }
      })
      expect(refused(moved)).toMatch(/^file.header: The array "mixtures" must begin at 48/)
    }
    const exchanged = withHeader(bytes, header => {
      const { signatures } = header
      delete header.signatures
      header.signatures = signatures
    })
    expect(refusal(exchanged)).toBe('file.header')
  })

  it('must have the size their shape says', () => {
    for (const shape of [
      [3, 3],
      [],
      [3, 2, 2],
      [2 ** 53 - 1, 2 ** 53 - 1],
      [0, 0],
      [3, -2],
      [1.5, 4],
      ['3', 2],
      6,
      null,
      [[3, 2]]
    ]) {
      expect(refused(entry('signatures', array => (array.shape = shape)))).toMatch(
        /^file.header: .*(takes [\d,e+]+ bytes|shape)/
      )
    }
  })

  it('must have the shape and type of the model', () => {
    for (const shape of [[2, 3], [6], [6, 1], [1, 6], [3, 2, 1]])
      expect(refused(entry('signatures', array => (array.shape = shape)))).toMatch(
        /^file.header: Array \d of the model file must be|^file.header: A model needs/
      )
    for (const dtype of ['F16', 'I64', 'f64', '', '__proto__'])
      expect(refused(entry('signatures', array => (array.dtype = dtype)))).toMatch(
        /^file.header: .*of the type/
      )
    const asFloat32 = entry('signatures', array => Object.assign(array, { dtype: 'F32', shape: [3, 4] }))
    expect(refused(asFloat32)).toMatch(/^file.header: Array 0 of the model file must be signatures F64/)
    const more = withHeader(bytes, header => {
      header.more = { dtype: 'F32', shape: [0], data_offsets: [176, 176] }
      header.__metadata__.checksums = header.__metadata__.checksums.replace('}', ',"more":"00000000"}')
    })
    expect(refused(more)).toMatch(/^file.header: The model file has an array too many: "more F32/)
    expect(refused(entry('weights', array => Object.assign(array, { more: 1 })))).toMatch(
      /^file.header: weights must have dtype/
    )
    expect(
      refused(
        withText(bytes, text =>
          text
            .replace('"references":{', '"preferences":{')
            .replace(/\\"references\\":(?=\\"[0-9a-f]{8})/, '\\"preferences\\":')
        )
      )
    ).toMatch(/^file.header: Array 3 .* must be references F32/)
    expect(
      refused(
        json('settings', settings =>
          Object.assign(settings, { weights: 'class', loss: 'squares', transform: 'relu' })
        )
      )
    ).toMatch(/^file.header: Array 4 .* must be weights F32 \[3, 2\]/)
    expect(
      refused(
        json('settings', settings =>
          Object.assign(settings, { weights: 'class', loss: 'squares', transform: 'identity' })
        )
      )
    ).toMatch(/^file.header: Array 3/)
  })

  it('take no memory by what they claim', () => {
    const before = process.memoryUsage().arrayBuffers
    for (const values of [3, 2 ** 28, 2 ** 47]) {
      const file = entry('weights', array => {
        const [first] = array.data_offsets as [number, number]
        Object.assign(array, { shape: [values], data_offsets: [first, first + 4 * values] })
      })
      expect(refusal(file)).toBe('file.truncated')
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20)
  })

  it('must hold numbers a model can have', () => {
    const wrong: [string, number, RegExp][] = [
      ['weights', NaN, /holds NaN/],
      ['weights', Infinity, /holds Infinity/],
      ['references', NaN, /holds NaN/],
      ['references', -1, /holds -1 \(class "a", column 1\)/],
      ['references', Infinity, /holds Infinity/],
      ['signatures', NaN, /holds NaN/],
      ['signatures', -Infinity, /holds -Infinity/],
      ['signatures', 0, /"a" is zero everywhere/],
      ['mixtures', NaN, /holds NaN/],
      ['mixtures', -0.5, /holds -0.5/],
      ['mixtures', 2, /sums to/],
      ['residuals', -1, /holds -1 \(class "b"\)/],
      ['residuals', NaN, /holds NaN/]
    ]
    for (const [name, value, message] of wrong) {
      const text = refused(withValue(bytes, name, 1, value))
      expect(text).toMatch(/^file.value: /)
      expect(text).toMatch(message)
    }
  })
})

describe('settings, classes and notes', () => {
  it('must be settings of training', () => {
    for (const wrong of [
      { gamma: -1 },
      { gamma: '1' },
      { gamma: null },
      { mixture: 'convex' },
      { transform: 'identity' },
      { epochs: 1.5 },
      { steps: 0 },
      { weights: 'class' },
      { unknown: 1 }
    ]) {
      const error = refusedBy(() => fromBytes(json('settings', settings => Object.assign(settings, wrong))))
      expect(error.code).toBe('file.value')
      expect(error.cause).toBeInstanceOf(UnseenError)
    }
    expect(refusal(withSection(bytes, 'settings', text => text.replace('"gamma":0.1', '"gamma":NaN')))).toBe(
      'file.header'
    )
    expect(
      refusal(withSection(bytes, 'settings', text => text.replace('"gamma":0.1', '"gamma":0.1,"gamma":0.2')))
    ).toBe('file.header')
  })

  it('take the default for an option that was not known when the file was saved', () => {
    expect(fromBytes(json('settings', settings => delete settings.seed)).settings.seed).toBe(0)
  })

  it('must name the classes, each once', () => {
    const wrong: [object, RegExp][] = [
      [{ seen: ['a', 'b', 'a'] }, /^file.value: Two classes are called "a"/],
      [{ seen: ['a', 'b', ''] }, /^file.value: Class 2 has no name/],
      [{ seen: ['a', 'b', 3] }, /^file.header: classes.seen\[2\] must be text/],
      [{ seen: ['a', 'b'], described: ['b'] }, /^file.header: Array 1/],
      [{ seen: ['a'] }, /^file.value: A model has at least two/],
      [{ seen: ['a', 'b'] }, /^file.header: Array 0/],
      [{ described: 'c' }, /^file.header: classes.described must be a list/],
      [{ more: [] }, /^file.header: classes must have/]
    ]
    for (const [change, message] of wrong)
      expect(refused(json('classes', classes => Object.assign(classes, change)))).toMatch(message)
    expect(refusal(withSection(bytes, 'classes', text => text.replace('"c"', '"\\ud800"')))).toBe(
      'file.header'
    )
  })

  it('must have the shape of notes', () => {
    const wrong = [
      { attributes: 'x' },
      { attributes: [1, 2] },
      { source: 1 },
      { bias: '0' },
      { bias: null },
      { tuning: [] },
      { rehearsal: 'x' },
      { threshold: 1 },
      { encoder: null },
      { preprocessing: true },
      { training: 1 }
    ]
    for (const change of wrong)
      expect(refused(json('notes', notes => Object.assign(notes, change)))).toMatch(
        /^file.header: notes\.\w+/
      )
    const report = {
      status: 'perfect',
      objective: 'low',
      gap: null,
      epochs: -1,
      history: 1,
      accepted: [1],
      rows: 1.5,
      zeroRows: '0'
    }
    for (const [name, value] of Object.entries(report)) {
      expect(
        refused(json('notes', notes => Object.assign(notes.training as object, { [name]: value })))
      ).toMatch(new RegExp(`^file.header: notes.training.${name}`))
    }
    expect(refused(json('notes', notes => delete notes.training))).toMatch(
      /^file.header: notes.training must be an object, got nothing/
    )
    expect(
      refused(withSection(bytes, 'notes', text => text.replace('{', '{"tuning":{"__proto__":{"x":1}},')))
    ).toMatch(/^file.header: .*"__proto__"/)
    expect(
      refused(
        withSection(bytes, 'notes', text =>
          text.replace('{', `{"tuning":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)},`)
        )
      )
    ).toMatch(/^file.header: .*nested/)
    expect(refused(withSection(shared, 'notes', text => text.replace('"x","y"', '"x"')))).toMatch(
      /^file.value: 1 attribute names/
    )
  })
})

it('no header whatever raises another error', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json()),
      fc.uint8Array({ maxLength: 16 }),
      (rest, data) => {
        expect(refusal(assemble(encode(prefix + rest), data))).toMatch(/^file\./)
        expect(refusal(withSection(bytes, 'notes', () => rest))).toMatch(/^file\./)
        expect(refusal(withSection(bytes, 'settings', text => `${text}${rest}x`))).toMatch(/^file\./)
      }
    )
  )
})
