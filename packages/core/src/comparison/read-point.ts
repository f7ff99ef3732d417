/** A point of a method's grid as people write it: `ridge=1,gamma=0.1`, or `ridge 1 gamma 0.1` as tables of a comparison print it. */
import { UnseenError } from '../base/errors.js'
import type { Method, Parameters } from '../methods/method.js'

/** Numbers need not be among those of the grid. */
export function readPoint({ title, grid }: Method, text: string): Parameters {
  const words = text.split(/[\s,=]+/).filter((word) => word !== '').map((word) => word.replace(/!$/, ''))
  const refuse = (message: string): UnseenError => new UnseenError('options.value', message, { where: { option: 'at' }, remedy: Object.keys(grid).length === 0 ? `${title} has no parameters.` : `It takes ${Object.entries(grid).map(([name, values]) => `${name} (${values.join(', ')})`).join(' and ')}.` })
  const given = new Map(Array.from({ length: Math.ceil(words.length / 2) }, (_, at) => [words[2 * at], words[2 * at + 1]]))
  for (const name of given.keys()) if (!Object.hasOwn(grid, name)) throw refuse(`${title} has no parameter ${JSON.stringify(name)}.`)
  return Object.fromEntries(Object.entries(grid).map(([name, values]) => {
    const word = given.get(name)
    const value = typeof values[0] === 'number' ? Number(word) : word
    if (word === undefined || (typeof value === 'number' ? !(value >= 0 && value < Infinity) : !values.includes(word))) throw refuse(word === undefined ? `${title} needs ${name}.` : `${title} cannot take ${name} ${JSON.stringify(word)}.`)
    return [name, value ?? word]
  }))
}
