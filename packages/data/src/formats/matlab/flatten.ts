/**
 * A file is a list of named arrays, MATLAB's values are trees. They are named as one would write them
 * in MATLAB:
 *
 *   s.f       a field of a struct             s(2).f    of one element of a struct array
 *   c{3}      a cell                          c{2,3}    of a matrix of cells
 *
 * Cells, or a field of all elements of a struct array, that each hold one text (an unfilled one counts
 * as the empty text), or each one number of the same type, become one array of their shape. A cell that
 * holds nothing but one cell is the same as what is inside.
 */
import type { NamedArray, NumberArray } from '../reader.js'
import { sizeOf } from './order.js'
import type { Leaf, Value } from './values.js'

export function* flatten(name: string, value: Value): Generator<NamedArray> {
  if (value.kind === 'leaf') {
    yield { name, ...value.leaf }
  } else if (value.kind === 'cells') {
    yield* flattenMany(name, value.shape, value.items, subscript => `${name}{${subscript}}`)
  } else {
    for (const [field, items] of value.fields) {
      if (items.length === 1) yield* flatten(`${name}.${field}`, items[0])
      else
        yield* flattenMany(
          `${name}.${field}`,
          value.shape,
          items,
          subscript => `${name}(${subscript}).${field}`
        )
    }
  }
}

function* flattenMany(
  name: string,
  shape: readonly number[],
  items: readonly Value[],
  nameOf: (subscript: string) => string
): Generator<NamedArray> {
  const joined = joinTexts(shape, items) ?? joinNumbers(shape, items)
  if (joined !== undefined) {
    yield { name, ...joined }
    return
  }
  for (let i = 0; i < items.length; i++) yield* flatten(nameOf(subscriptOf(shape, i)), items[i])
}

function inside(value: Value): Value {
  let inner = value
  while (inner.kind === 'cells' && inner.items.length === 1) inner = inner.items[0]
  return inner
}

function joinTexts(shape: readonly number[], items: readonly Value[]): Leaf | undefined {
  const data: string[] = []
  for (const item of items) {
    const text = textOf(inside(item))
    if (text === undefined) return undefined
    data.push(text)
  }
  return { shape, type: 'text', data }
}

function textOf(value: Value): string | undefined {
  if (value.kind !== 'leaf') return undefined
  const { type, shape, data } = value.leaf
  if (type === 'text') return shape.length === 0 ? (data[0] as string) : undefined
  return data.length === 0 ? '' : undefined
}

function joinNumbers(shape: readonly number[], items: readonly Value[]): Leaf | undefined {
  const first = numberOf(inside(items[0]))
  if (first === undefined) return undefined
  const data = first.data.slice(0, 0).constructor as new (length: number) => NumberArray
  const out = new data(sizeOf(shape))
  for (let i = 0; i < items.length; i++) {
    const one = numberOf(inside(items[i]))
    if (one?.type !== first.type) return undefined
    out[i] = one.data[0]
  }
  return { shape, type: first.type, data: out }
}

function numberOf(value: Value): (Leaf & { readonly data: NumberArray }) | undefined {
  if (value.kind !== 'leaf' || value.leaf.type === 'text' || value.leaf.data.length !== 1) return undefined
  return value.leaf as Leaf & { readonly data: NumberArray }
}

/** 1-based, as in MATLAB: "3" in a row or column, "2,3" in a matrix. */
function subscriptOf(shape: readonly number[], index: number): string {
  const sides = shape.filter(side => side > 1)
  if (sides.length <= 1) return String(index + 1)
  const subscripts: number[] = []
  let rest = index
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    subscripts.unshift((rest % shape[axis]) + 1)
    rest = Math.floor(rest / shape[axis])
  }
  return subscripts.join(',')
}
