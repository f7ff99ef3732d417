/** Model files with the names they are served under, and where the log of each is kept. */
import { UnseenError } from '@unseen/core'
import type { ModelSource } from './served-model.js'
import { basename, join, resolve } from 'node:path'

const plainName = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

export function sourcesOf(
  given: readonly (string | { readonly name: string; readonly path: string })[],
  data: string | undefined
): ModelSource[] {
  if (given.length === 0)
    throw new UnseenError('options.value', 'There is no model to serve.', {
      remedy: 'unseen serve MODEL.unseen'
    })
  const sources = given.map(one => {
    const { name, path } =
      typeof one === 'string' ? { name: basename(one).replace(/\.unseen$/, ''), path: one } : one
    if (!plainName.test(name))
      throw new UnseenError(
        'options.value',
        `"${name}" cannot name a model: it takes letters, digits and . _ -, 64 at most.`,
        { where: { option: 'name' }, remedy: `Give it a name: --name zoo=${path}.` }
      )
    return {
      name,
      path: resolve(path),
      folder: data === undefined ? `${resolve(path)}.classes` : join(resolve(data), name)
    }
  })
  const twice = sources.find(({ name }, at) => sources.findIndex(other => other.name === name) !== at)
  if (twice !== undefined)
    throw new UnseenError('options.value', `Two models are called "${twice.name}".`, {
      where: { option: 'name' },
      remedy: 'Give one another name: --name other=PATH.'
    })
  return sources
}
