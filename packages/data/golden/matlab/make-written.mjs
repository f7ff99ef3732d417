// Writes written.mat: the arrays that expected.json lists for it, by our own writer, uncompressed. make.py then
// reads it by scipy, and a test compares its bytes. Run `npm run build` first, then this script, then make.py.
import { readFileSync, writeFileSync } from 'node:fs'
import { writeMatlab } from '../../dist/formats/matlab-write.js'

const here = (file) => new URL(file, import.meta.url)
const holders = { float64: Float64Array, float32: Float32Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array, uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array, uint64: BigUint64Array, bool: Uint8Array }

const expected = JSON.parse(readFileSync(here('expected.json'), 'utf8'))['written.mat']
const arrays = expected.map(({ data, ...array }) => {
  const number = array.type.endsWith('int64') ? BigInt : Number
  return { ...array, data: array.type === 'text' ? data : holders[array.type].from(data, number) }
})
writeFileSync(here('written.mat'), await writeMatlab(arrays, { compressed: false }))
