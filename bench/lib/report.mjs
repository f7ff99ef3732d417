/**
 * What benchmarks share: tables, results for --json, progress on standard error.
 */

/** Rows of cells, the first one the head; columns named in `left` are not numbers. */
export function table(lines, left = [0]) {
  const cells = lines.map(line => line.map(cell => String(cell ?? '-')))
  const widths = cells[0].map((_, at) => Math.max(...cells.map(line => line[at].length)))
  return cells
    .map(line =>
      line
        .map((cell, at) => (left.includes(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

/** One result; its ratio is always ours / the peer's. Without a peer both are null. */
export function result(name, value, unit, peer = null, peerValue = null) {
  return { name, value, unit, peer, ratio: peerValue === null ? null : value / peerValue }
}

/** 75 -> '1 min 15 s' */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return '?'
  if (seconds < 1) return `${(1000 * seconds).toPrecision(3)} ms`
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`
}

/**
 * Lines on standard error; on a terminal each replaces the last, elsewhere one every ten seconds is enough.
 */
export function createProgress() {
  const { isTTY } = process.stderr
  let last = -Infinity
  return {
    show(text) {
      const now = performance.now()
      if (now - last < (isTTY ? 100 : 10_000)) return
      last = now
      process.stderr.write(isTTY ? `\r\x1b[K${text}` : `${text}\n`)
    },
    /** Always printed, and kept. */
    note(text) {
      process.stderr.write(isTTY ? `\r\x1b[K${text}\n` : `${text}\n`)
      last = -Infinity
    }
  }
}

/** 'floor' and 'aim' met or missed, for values that should be small. */
export function verdict(value, floor, aim) {
  if (aim !== undefined && value <= aim) return 'aim'
  return value <= floor ? 'floor' : 'MISSED'
}
