/**
 * Numbers of an array: MATLAB stores a class in the smallest type that holds its values (a double
 * array of counts as uint8), by columns. Out come the class's own type, by rows. A stored value that
 * its class cannot hold exactly is refused, since something is wrong with such a file.
 */
import { count } from '@unseen/core'
import type { NumberArray } from '../reader.js'
import type { Context } from './context.js'
import type { NumberArrayConstructor } from './elements.js'
import { sizeOf, toRows } from './order.js'

export interface NumberClass {
  /** as in NamedArray */
  readonly type: string
  readonly Holder: NumberArrayConstructor
}

/** MATLAB's numeric classes by their number in the file. */
export const numberClasses: Readonly<Record<number, NumberClass>> = {
  6: { type: 'float64', Holder: Float64Array },
  7: { type: 'float32', Holder: Float32Array },
  8: { type: 'int8', Holder: Int8Array },
  9: { type: 'uint8', Holder: Uint8Array },
  10: { type: 'int16', Holder: Int16Array },
  11: { type: 'uint16', Holder: Uint16Array },
  12: { type: 'int32', Holder: Int32Array },
  13: { type: 'uint32', Holder: Uint32Array },
  14: { type: 'int64', Holder: BigInt64Array },
  15: { type: 'uint64', Holder: BigUint64Array }
}

/** true and false as 1 and 0 */
export const booleans: NumberClass = { type: 'bool', Holder: Uint8Array }

/** `stored`, by columns, as an array of its class by rows; never shares memory with `stored`. */
export function arrange(
  stored: NumberArray,
  shape: readonly number[],
  { type, Holder }: NumberClass,
  context: Context
): NumberArray {
  const entries = sizeOf(shape)
  if (stored.length !== entries) {
    context.refuse(
      entries > stored.length ? 'format.size' : 'format.header',
      `it claims ${shape.map(count).join(' x ')} values, but holds ${count(stored.length)}.`
    )
  }
  const bytes = entries * Holder.BYTES_PER_ELEMENT
  context.takeBytes(bytes)
  const out = context.allocate(bytes, () => new Holder(entries))
  const converted =
    type === booleans.type
      ? truths(stored, context)
      : stored instanceof Holder
        ? stored
        : convert(stored, Holder, context)
  toRows<number | bigint>(shape, converted, out)
  return out
}

function truths(stored: NumberArray, context: Context): Uint8Array {
  const truth = context.allocate(stored.length, () => new Uint8Array(stored.length))
  for (let i = 0; i < stored.length; i++) truth[i] = Number(stored[i]) === 0 ? 0 : 1
  return truth
}

/**
 * Values as the Holder's kind, number or bigint; typed arrays do the rest, after every value has been found
 * to fit.
 */
function convert(
  stored: NumberArray,
  Holder: NumberArrayConstructor,
  context: Context
): ArrayLike<number | bigint> {
  const cell = new Holder(1) as Writable
  const big = typeof cell[0] === 'bigint'
  const mixed = big !== (stored instanceof BigInt64Array || stored instanceof BigUint64Array)
  const out = mixed ? context.allocate(stored.length * 8, () => new Holder(stored.length)) : stored
  for (let i = 0; i < stored.length; i++) {
    const value = stored[i]
    // A fraction has no bigint at all; an unlike type fails the comparison below just as well.
    cell[0] = !mixed ? value : !big ? Number(value) : Number.isInteger(value) ? BigInt(value) : 0n
    if (!same(cell[0], value))
      context.refuse(
        'format.value',
        `value ${count(i + 1)} is stored as ${value}, which its class cannot hold.`
      )
    if (mixed) (out as Writable)[i] = cell[0]
  }
  return out
}

interface Writable {
  [index: number]: number | bigint
}

/** Equal in mathematics, whether number or bigint; NaN equals NaN. */
function same(a: number | bigint, b: number | bigint): boolean {
  // Order compares number and bigint by value, where === would ask for one type.
  return (a <= b && a >= b) || (Number.isNaN(a) && Number.isNaN(b))
}
