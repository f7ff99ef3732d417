/**
 * What JSON.parse passes over in silence: of two equal keys it keeps the last, and of a whole number beyond
 * 2^53 the nearest one that float64 has. Both look at a text that JSON.parse has taken.
 * Tests: ../../../test/formats/json-text.test.ts
 */
import { isInexact } from './number-text.js'

/** The first key that one object has twice, or undefined. */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '{') open.push(new Set())
    else if (json[at] === '}') open.pop()
    else if (json[at] === '"') {
      const end = endOfString(json, at)
      let next = end
      while (/\s/.test(json[next] ?? '')) next++
      if (json[next] === ':') {
        const key = JSON.parse(json.slice(at, end)) as string
        const keys = open[open.length - 1]
        if (keys.has(key)) return key
        keys.add(key)
      }
      at = end - 1
    }
  }
  return undefined
}

/** The first whole number that float64 does not hold, or undefined. */
export function inexactNumber(json: string): string | undefined {
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') at = endOfString(json, at) - 1
    else if (isOfNumber(json[at])) {
      const start = at
      while (isOfNumber(json[at] ?? '')) at++
      if (isInexact(json.slice(start, at))) return json.slice(start, at)
      at--
    }
  }
  return undefined
}

const isOfNumber = (character: string): boolean => character !== '' && '+-.0123456789eE'.includes(character)

/** Behind the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}
