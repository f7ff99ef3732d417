// CSV and TSV: the contract, exact round trips, what is judged by the contents, refusals with row and column.
import { bytesSource } from '../../src/formats/bytes.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { readers } from '../../src/formats/readers.js'
import { writeDelimited } from '../../src/formats/text/delimited-write.js'
import { type DelimitedOptions, delimitedReader } from '../../src/formats/text/delimited.js'
import { parseNumber } from '../../src/formats/text/number-text.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkReader, countingSource } from './contract.js'
import { goldenBytes } from './golden.js'
import { anyText } from './random-arrays.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = async (text: string, options?: DelimitedOptions): Promise<readonly NamedArray[]> =>
  (await delimitedReader.read(bytesSource(encode(text)), options)).arrays

/** Every array as a plain list under its name. */
const plain = async (text: string, options?: DelimitedOptions): Promise<Record<string, unknown[]>> =>
  Object.fromEntries((await read(text, options)).map(({ name, data }) => [name, Array.from<unknown>(data)]))

describe('the CSV reader', () => {
  checkReader(delimitedReader, readers, {
    files: ['header.csv', 'tabs.tsv', 'semicolons.csv', 'texts.csv'].map(name => ({
      name,
      bytes: goldenBytes(name)
    })),
    claims: [{ name: 'more columns than any table has', bytes: encode(`${',1'.repeat(1_000_001)}\n1,2`) }],
    truncation: 'any',
    expansion: 40
  })

  it.each<[string, string, Record<string, unknown[]>]>([
    ['names above numbers', 'a,b\n1,2\n', { numbers: [1, 2], columns: ['a', 'b'] }],
    ['numbers only', '1,2\n3,4\n', { numbers: [1, 2, 3, 4], columns: ['column 1', 'column 2'] }],
    ['texts only: names', 'class,says\ncat,meow\n', { class: ['cat'], says: ['meow'] }],
    [
      'a text in front, no names',
      'cat,1,2\ndog,3,4\n',
      { numbers: [1, 2, 3, 4], columns: ['column 2', 'column 3'], 'column 1': ['cat', 'dog'] }
    ],
    [
      'numbered columns beside a name',
      'label,0,1\n7,0.5,0.25\n',
      { numbers: [7, 0.5, 0.25], columns: ['label', '0', '1'] }
    ],
    [
      'numbered columns beside an empty corner',
      ',0,1\n0,0.5,0.25\n',
      { numbers: [0, 0.5, 0.25], columns: ['', '0', '1'] }
    ],
    [
      'missing values',
      'a,b\n1,\nNA,2\n?,nan\n',
      { numbers: [1, NaN, NaN, 2, NaN, NaN], columns: ['a', 'b'] }
    ],
    ['a column without anything', 'a,b\n1,\n2,\n', { numbers: [1, 2], columns: ['a'], b: ['', ''] }],
    [
      'numbers in quotes beside plain ones are texts',
      'id,v\n"007",1\n"008",2\n',
      { numbers: [1, 2], columns: ['v'], id: ['007', '008'] }
    ],
    [
      'quotes around everything mean nothing',
      '"id","v"\n"1","2"\n',
      { numbers: [1, 2], columns: ['id', 'v'] }
    ],
    [
      'spaces around cells',
      'a , b\n 1 , "x, y" \n 2,  z\n',
      { numbers: [1, 2], columns: ['a'], b: ['x, y', 'z'] }
    ],
    [
      'every line break, blank lines, no last one',
      'a,b\r\n1,2\r\r\n\n3,4',
      { numbers: [1, 2, 3, 4], columns: ['a', 'b'] }
    ],
    [
      'a quote within a plain cell',
      'size,n\n5" disk,1\n',
      { numbers: [1], columns: ['n'], size: ['5" disk'] }
    ],
    [
      'semicolons beside commas',
      'a;b\n"x, y, z";1\nu, v;2\n',
      { numbers: [1, 2], columns: ['b'], a: ['x, y, z', 'u, v'] }
    ],
    ['one column', 'size\n1\n2\n', { numbers: [1, 2], columns: ['size'] }],
    ['names twice', 'a,a,n\nx,y,1\n', { numbers: [1], columns: ['n'], a: ['x'], 'a (2)': ['y'] }],
    [
      'names that the reader uses',
      'numbers,columns,n\nx,y,1\n',
      { numbers: [1], columns: ['n'], 'numbers (2)': ['x'], 'columns (2)': ['y'] }
    ],
    [
      'hexadecimal and separated digits are texts',
      'a,b,n\n0x10,1_000,1\n',
      { numbers: [1], columns: ['n'], a: ['0x10'], b: ['1_000'] }
    ]
  ])('reads %s', async (_, text, wanted) => {
    expect(await plain(text)).toEqual(wanted)
  })

  it('takes a comma between whole and fraction where commas divide no cells and more are numbers so', async () => {
    expect(await plain('name;a;b\nx;1,5;2\ny;-0,25;1e3\n')).toEqual({
      numbers: [1.5, 2, -0.25, 1000],
      columns: ['a', 'b'],
      name: ['x', 'y']
    })
    expect(await plain('a\tb\n1,5\t2,25\n')).toEqual({ numbers: [1.5, 2.25], columns: ['a', 'b'] })
    // With a point in one column and a comma in the other there is no telling: as it is written in English.
    expect(await plain('a;b\n1.5;2,5\n3.5;1,5\n')).toEqual({
      numbers: [1.5, 3.5],
      columns: ['a'],
      b: ['2,5', '1,5']
    })
    expect(await plain('a;b\n1,5;2\n', { decimal: '.' })).toMatchObject({ a: ['1,5'] })
  })

  it('does as it is told', async () => {
    expect(await plain('a,b\nc,d\n', { header: false })).toEqual({
      'column 1': ['a', 'c'],
      'column 2': ['b', 'd']
    })
    expect(await plain('1,2\n3,4\n', { header: true })).toEqual({ numbers: [3, 4], columns: ['1', '2'] })
    expect(await plain('a,b;c\n1,5;2\n', { delimiter: ';', decimal: ',' })).toEqual({
      numbers: [1.5, 2],
      columns: ['a,b', 'c']
    })
    expect(await plain('id,v\n1,2\nx,3\n', { textColumns: ['id'] })).toEqual({
      numbers: [2, 3],
      columns: ['v'],
      id: ['1', 'x']
    })
    expect(await plain('1,2\n', { textColumns: [0] })).toEqual({
      numbers: [2],
      columns: ['column 2'],
      'column 1': ['1']
    })
  })

  const many = '1,2\n'.repeat(1500)
  it.each<[string, string, string, Record<string, unknown>]>([
    ['a text among numbers', `a,b\n${many}1,x\n`, 'format.value', { row: 1502, column: 2 }],
    ['a row too short', 'a,b\n1,2\n3\n', 'format.value', { row: 3 }],
    ['a row too long', 'a,b\n1,2\n3,4,5\n', 'format.value', { row: 3 }],
    ['something behind a quote', 'a,b\n"x"y,1\n', 'format.value', { row: 2, column: 1 }],
    ['a quote without end', 'a,b\nx,1\n"y,2\n', 'format.value', { row: 3 }],
    ['a last quote without end', 'a,b\nx,1\ny,"2\n', 'format.truncated', { row: 3 }],
    ['nothing but blank lines', '\n\n  \n', 'format.truncated', {}]
  ])('refuses %s', async (_, text, code, where) => {
    await expect(read(text)).rejects.toMatchObject({ code, where })
  })

  it('refuses other encodings with row and column', async () => {
    const latin1 = Uint8Array.from('name,n\nK\u00e4fer,1\n', c => c.charCodeAt(0))
    await expect(delimitedReader.read(bytesSource(latin1))).rejects.toMatchObject({
      code: 'format.value',
      where: { row: 2, column: 1 },
      remedy: expect.stringMatching('UTF-8') as string
    })
  })

  it('reads pieces of a long file, wherever they are cut', async () => {
    const rows = 80_000
    const text = Array.from({ length: rows }, (_, i) => `"class ""${i % 7}"",\r\n",${i},${-i / 8}\r\n`).join(
      ''
    )
    const source = countingSource(encode(text))
    expect(source.byteLength).toBeGreaterThan(2 ** 21)
    const [numbers, , names] = (await delimitedReader.read(source)).arrays
    expect(source.asked).toBe(source.byteLength)
    expect(numbers.shape).toEqual([rows, 2])
    for (let i = 0; i < rows; i++)
      if (
        numbers.data[2 * i] !== i ||
        numbers.data[2 * i + 1] !== -i / 8 ||
        names.data[i] !== `class "${i % 7}",\r\n`
      )
        throw new Error(`row ${i}`)
  })

  it('refuses a quote that is never closed without reading all of a long file at once', async () => {
    const bytes = new Uint8Array(40 * 2 ** 20).fill(97)
    bytes.set(encode('a,b\nx,1\n"'))
    const source = countingSource(bytes)
    await expect(delimitedReader.read(source)).rejects.toMatchObject({ code: 'format.size' })
    expect(source.asked).toBeLessThan(34 * 2 ** 20)
  })
})

describe('the CSV writer', () => {
  it('is undone by the reader', async () => {
    const table = fc
      .integer({ min: 1, max: 6 })
      .chain(length =>
        fc.tuple(
          fc.array(fc.double(), { minLength: 2 * length, maxLength: 2 * length }),
          fc.array(anyText(), { minLength: length, maxLength: length })
        )
      )
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',' as const, '\t' as const, ';' as const),
        fc.uniqueArray(anyText(), { minLength: 3, maxLength: 3 }),
        async ([numbers, texts], delimiter, [one, two, three]) => {
          const arrays: NamedArray[] = [
            { name: 'numbers', shape: [texts.length, 2], type: 'float64', data: Float64Array.from(numbers) },
            { name: 'columns', shape: [2], type: 'text', data: [one, two] },
            { name: `text ${three}`, shape: [texts.length], type: 'text', data: texts }
          ]
          const written = writeDelimited(arrays, { delimiter })
          expect(
            (await delimitedReader.read(bytesSource(written), { header: true, delimiter, textColumns: [0] }))
              .arrays
          ).toEqual(arrays)
        }
      ),
      { numRuns: 120 }
    )
  })

  it('needs no hints for ordinary tables', async () => {
    const arrays: NamedArray[] = [
      {
        name: 'numbers',
        shape: [3, 2],
        type: 'float64',
        data: Float64Array.of(1, -0, NaN, 1e-320, 0.1 + 0.2, Infinity)
      },
      { name: 'columns', shape: [2], type: 'text', data: ['furry, or so', '2'] },
      { name: 'class', shape: [3], type: 'text', data: ['', '12', 'Great "Dane"\n'] }
    ]
    for (const delimiter of [',', '\t', ';'] as const)
      expect((await delimitedReader.read(bytesSource(writeDelimited(arrays, { delimiter })))).arrays).toEqual(
        arrays
      )
  })

  it('writes any arrays of one or two axes', () => {
    const written = writeDelimited([
      { name: 'id', shape: [2], data: BigInt64Array.of(1n, 2n ** 60n) },
      { name: 'f', shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) },
      { name: 'class', shape: [2], data: ['a b', 'nan'] }
    ])
    expect(new TextDecoder().decode(written)).toBe(
      'class,id,f 0,f 1\na b,1,1,2\n"nan",1152921504606846976,3,4\n'
    )
    expect(() => writeDelimited([])).toThrow(expect.objectContaining({ code: 'features.empty' }))
    expect(() => writeDelimited([{ name: 'a', shape: [2, 1, 1], data: new Float32Array(2) }])).toThrow(
      expect.objectContaining({ code: 'features.shape' })
    )
  })
})

describe('numbers as text', () => {
  const parse = (text: string): number | undefined => parseNumber(encode(text), 0, encode(text).length)

  it('are read as the platform reads them', () => {
    fc.assert(
      fc.property(fc.double(), value => {
        expect(parse(Object.is(value, -0) ? '-0' : String(value))).toBe(value)
      }),
      { numRuns: 1200 }
    )
    const digits = fc.stringMatching(/^[+-]?(\d{1,25}\.?\d{0,25}|\.\d{1,25})(e[+-]?\d{1,3})?$/)
    fc.assert(
      fc.property(digits, text => {
        expect(parse(text)).toBe(Number(text))
      }),
      { numRuns: 1200 }
    )
  })

  it('are nothing else', () => {
    for (const text of [
      '',
      '+',
      '-',
      '.',
      'e5',
      '1e',
      '1e+',
      '1.2.3',
      '1 2',
      '0x1',
      '1_0',
      '--1',
      '1-',
      'infinite',
      '\u0661'
    ])
      expect(parse(text), text).toBeUndefined()
    expect(parse('-inf')).toBe(-Infinity)
    expect(parse('NaN')).toBeNaN()
  })
})
