/**
 * A point of a method's grid as people write it: `ridge=1,gamma=0.1`, or `ridge 1 gamma 0.1` as tables of a
 * comparison print it.
 */
import { UnseenError } from '../base/errors.js'
import type { Method, Parameters } from './method.js'

/**
 * Strengths, whose lists have fractions, may be other positive numbers than those of the grid; nothing else
 * may.
 */
export function readPoint({ title, grid }: Method, text: string): Parameters {
  const words = text
    .split(/[\s,=]+/)
    .filter(word => word !== '')
    .map(word => word.replace(/!$/, ''))
  const refuse = (message: string): UnseenError =>
    new UnseenError('options.value', message, {
      where: { option: 'at' },
      remedy:
        Object.keys(grid).length === 0
          ? `${title} has no parameters.`
          : `It takes ${Object.entries(grid)
              .map(([name, values]) => `${name} (${values.join(', ')})`)
              .join(' and ')}.`
    })
  const given = new Map<string, string | undefined>()
  for (let at = 0; at < words.length; at += 2) {
    if (given.has(words[at])) throw refuse(`${words[at]} is given twice.`)
    given.set(words[at], words[at + 1])
  }
  for (const name of given.keys())
    if (!Object.hasOwn(grid, name)) throw refuse(`${title} has no parameter ${JSON.stringify(name)}.`)
  return Object.fromEntries(
    Object.entries(grid).map(([name, values]) => {
      const word = given.get(name)
      if (word === undefined) throw refuse(`${title} needs ${name}.`)
      const value = typeof values[0] === 'number' ? Number(word) : word
      const isStrength = values.some(each => typeof each === 'number' && !Number.isInteger(each))
      if (!values.includes(value) && !(isStrength && Number(value) > 0 && Number(value) < Infinity))
        throw refuse(`${title} cannot take ${name} ${JSON.stringify(word)}.`)
      return [name, value]
    })
  )
}
