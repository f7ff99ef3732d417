/**
 * MATLAB stores arrays by columns (the first subscript runs fastest), we hold them by rows (the last
 * one does). For shape (d0, d1, ...): entry i0 + d0 (i1 + d1 (i2 + ...)) <-> (i0 d1 + i1) d2 + i2 ...
 */
interface Writable<T> {
  [index: number]: T
}

/** Squares of this side keep both sides of a transposition in the cache. */
const BLOCK = 32

/** How many entries an array of this shape has. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1)
}

/** Copies an array of this shape from the order of columns to the order of rows. */
export function toRows<T>(shape: readonly number[], columnMajor: ArrayLike<T>, out: Writable<T>): void {
  reverseAxes(shape, columnMajor, out)
}

/** Copies an array of this shape from the order of rows to the order of columns. */
export function toColumns<T>(shape: readonly number[], rowMajor: ArrayLike<T>, out: Writable<T>): void {
  reverseAxes([...shape].reverse(), rowMajor, out)
}

/** `sides` from the axis that runs fastest in `source` and slowest in `out` to the other end. */
function reverseAxes<T>(sides: readonly number[], source: ArrayLike<T>, out: Writable<T>): void {
  const axes = sides.filter(side => side !== 1)
  if (axes.includes(0)) return
  if (axes.length < 2) for (let i = 0; i < source.length; i++) out[i] = source[i]
  else if (axes.length === 2) transpose(axes[0], axes[1], source, out)
  else scatter(axes, source, out)
}

/** out[r * columns + c] = source[c * rows + r] */
function transpose<T>(rows: number, columns: number, source: ArrayLike<T>, out: Writable<T>): void {
  for (let top = 0; top < rows; top += BLOCK) {
    const bottom = Math.min(top + BLOCK, rows)
    for (let left = 0; left < columns; left += BLOCK) {
      const right = Math.min(left + BLOCK, columns)
      for (let r = top; r < bottom; r++)
        for (let c = left; c < right; c++) out[r * columns + c] = source[c * rows + r]
    }
  }
}

function scatter<T>(sides: readonly number[], source: ArrayLike<T>, out: Writable<T>): void {
  const strides = sides.map((_, axis) => sizeOf(sides.slice(axis + 1)))
  const subscripts = sides.map(() => 0)
  let at = 0
  for (let i = 0; i < source.length; i++) {
    out[at] = source[i]
    for (let axis = 0; axis < sides.length; axis++) {
      at += strides[axis]
      if (++subscripts[axis] < sides[axis]) break
      at -= strides[axis] * sides[axis]
      subscripts[axis] = 0
    }
  }
}
