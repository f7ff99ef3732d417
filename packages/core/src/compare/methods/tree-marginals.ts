/**
 * A tree of attributes, and what evidence on some says of all: exact marginals by one pass from the leaves to
 * the root and one back, in log odds.
 */
export interface AttributeTree {
  readonly count: number
  /** (count): in the order they joined the tree, the root first */
  readonly order: Int32Array
  /** (count): parent of each attribute; -1 for the root */
  readonly parent: Int32Array
  /** (count): log odds of each beforehand */
  readonly odds: Float64Array
  /** (count x 4): log p(a_m, a_q) / (p(a_m) p(a_q)) for m and its parent q, at 2 a_m + a_q; 0 for the root */
  readonly ties: Float64Array
}

/** Added to every cell of a table of two attributes. */
const PSEUDO = 1 / 4

/** answers (seen x count), every class counting once; of equal information the lower number joins first */
export function learnTree(answers: Uint8Array, seen: number, root = 0): AttributeTree {
  const count = answers.length / seen
  const having = new Float64Array(count)
  answers.forEach((answer, at) => (having[at % count] += answer))
  const total = seen + 4 * PSEUDO
  const share = having.map(value => (value + 2 * PSEUDO) / total)
  /** log p(a, b) / (p(a) p(b)) of the four cells, and their mutual information */
  const tie = (m: number, q: number): { cells: number[]; information: number } => {
    let both = 0
    for (let s = 0; s < seen; s++) both += answers[s * count + m] & answers[s * count + q]
    const joint = [seen - having[m] - having[q] + both, having[q] - both, having[m] - both, both].map(
      cell => (cell + PSEUDO) / total
    )
    const cells = joint.map((p, at) =>
      Math.log(p / ((at >= 2 ? share[m] : 1 - share[m]) * (at % 2 === 1 ? share[q] : 1 - share[q])))
    )
    return { cells, information: joint.reduce((sum, p, at) => sum + p * cells[at], 0) }
  }
  const order: number[] = count > 0 ? [root] : []
  const parent = new Int32Array(count).fill(-1)
  const ties = new Float64Array(count * 4)
  const best = new Float64Array(count).fill(-Infinity)
  const joined = new Uint8Array(count)
  for (let at = 0; at < order.length; at++) {
    const last = order[at]
    joined[last] = 1
    let next = -1
    for (let m = 0; m < count; m++) {
      if (joined[m] === 1) continue
      const { cells, information } = tie(m, last)
      if (information > best[m]) {
        best[m] = information
        parent[m] = last
        ties.set(cells, m * 4)
      }
      if (next < 0 || best[m] > best[next]) next = m
    }
    if (next >= 0) order.push(next)
  }
  return {
    count,
    order: Int32Array.from(order),
    parent,
    odds: share.map(p => Math.log(p / (1 - p))),
    ties
  }
}

/** evidence (rows x count), added to the log odds of each attribute -> log odds of the marginals */
export function marginalOdds(
  { count, order, parent, odds, ties }: AttributeTree,
  evidence: Float64Array,
  strength: number
): Float64Array {
  const pull = ties.map(value => strength * value)
  const result = new Float64Array(evidence.length)
  /** log odds of an attribute from itself and below it, and what its branch says of its parent */
  const [own, up] = [new Float64Array(count), new Float64Array(count)]
  for (let first = 0; first < evidence.length; first += count) {
    for (let m = 0; m < count; m++) own[m] = odds[m] + evidence[first + m]
    for (let at = count - 1; at > 0; at--) {
      const m = order[at]
      up[m] = message(own[m], pull, m * 4, 2, 1)
      own[parent[m]] += up[m]
    }
    for (const m of order) {
      // What the parent knows from elsewhere is all it knows but for this branch.
      const q = parent[m]
      result[first + m] = own[m] + (q < 0 ? 0 : message(result[first + q] - up[m], pull, m * 4, 1, 2))
    }
  }
  return result
}

/**
 * Log odds that an attribute at `known` odds gives the one it is tied to: log sum over its answers, tied to a
 * yes, less tied to a no. `own` and `other`: strides of the two in the cells.
 */
function message(known: number, cells: Float64Array, first: number, own: number, other: number): number {
  return (
    logAdd(cells[first + other], cells[first + own + other] + known) -
    logAdd(cells[first], cells[first + own] + known)
  )
}

function logAdd(a: number, b: number): number {
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))
}
