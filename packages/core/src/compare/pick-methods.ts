/** Methods by name, as people ask for them. */
import { UnseenError } from '../base/errors.js'
import type { Method } from './method.js'
import { methods } from './methods.js'

/**
 * `all`, `quick`, or names separated by commas. Quick ones come first: they share most with each other.
 *
 * @param wanted `all`, `quick`, or names such as `sse,eszsl`
 * @param all what to choose from; every method unless given
 * @param options `oneSpace`: whether `all` and `quick` have those that need rows and signatures of one space
 */
export function pickMethods(
  wanted: string,
  all: readonly Method[] = methods,
  { oneSpace = false }: { readonly oneSpace?: boolean } = {}
): Method[] {
  const names = wanted
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  const usable = all.filter(method => oneSpace || method.oneSpace !== true)
  const picked = names.flatMap(name =>
    name === 'all' ? usable : name === 'quick' ? usable.filter(({ quick }) => quick) : [find(name, all)]
  )
  if (picked.length === 0)
    throw new UnseenError('options.value', 'No method is named.', {
      where: { option: 'methods' },
      remedy: `There are: ${listed(all)}.`
    })
  const once = all.filter(method => picked.includes(method))
  return [...once.filter(({ quick }) => quick), ...once.filter(({ quick }) => !quick)]
}

function find(name: string, all: readonly Method[]): Method {
  const found = all.find(method => method.name === name)
  if (found === undefined)
    throw new UnseenError('options.value', `There is no method "${name}".`, {
      where: { option: 'methods' },
      remedy: `There are: ${listed(all)}.`
    })
  return found
}

function listed(all: readonly Method[]): string {
  return ['all', 'quick', ...all.map(({ name }) => name)].join(', ')
}
