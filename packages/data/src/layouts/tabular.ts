/**
 * Tables as CSV has them, out of formats that keep every column apart (Parquet, JSON lines): where a
 * file has no matrix, its columns of numbers are one, "numbers", named by the texts "columns".
 */
import type { ArrayFile, NamedArray, NumberArray } from '../formats/reader.js'

const apart: readonly string[] = ['parquet', 'jsonl']

export function tabular(file: ArrayFile): ArrayFile {
  if (!apart.includes(file.format)) return file
  const lists = file.arrays.filter(({ type, shape }) => type !== 'text' && shape.length === 1)
  const [first] = lists
  if (lists.length < 2 || file.arrays.some(({ shape }) => shape.length !== 1 || shape[0] !== first.shape[0]))
    return file
  const rows = first.shape[0]
  const data = new Float64Array(rows * lists.length)
  lists.forEach((list, column) => {
    const values = list.data as NumberArray
    for (let row = 0; row < rows; row++) data[row * lists.length + column] = Number(values[row])
  })
  const together: NamedArray[] = [
    { name: 'numbers', shape: [rows, lists.length], type: 'float64', data },
    { name: 'columns', shape: [lists.length], type: 'text', data: lists.map(({ name }) => name) }
  ]
  return { ...file, arrays: [...together, ...file.arrays.filter(array => !lists.includes(array))] }
}
