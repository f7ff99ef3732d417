/** Rows of a table of doubles that lies in one array, as signatures and mixtures do. */

/** The rows named by `order`, in that order: (order x length) of a table (rows x length). */
export function gatherRows(table: Float64Array, length: number, order: ArrayLike<number>): Float64Array {
  const rows = new Float64Array(order.length * length)
  for (let at = 0; at < order.length; at++)
    rows.set(table.subarray(order[at] * length, (order[at] + 1) * length), at * length)
  return rows
}
