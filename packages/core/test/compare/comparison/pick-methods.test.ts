import { methods } from '../../../src/compare/methods.js'
import { pickMethods } from '../../../src/compare/pick-methods.js'
import { expect, it } from 'vitest'

it('picks methods by name, quick ones first, each once', () => {
  expect(pickMethods('all', methods, { oneSpace: true })).toHaveLength(methods.length)
  expect(methods.filter(method => !pickMethods('all').includes(method)).map(({ name }) => name)).toEqual([
    'direct'
  ])
  expect(pickMethods('quick').every(({ quick }) => quick)).toBe(true)
  expect(pickMethods(' chance, sse,chance ').map(({ name }) => name)).toEqual(['sse', 'chance'])
  const flags = pickMethods('all').map(({ quick }) => quick)
  expect(flags.lastIndexOf(true)).toBeLessThan(flags.includes(false) ? flags.indexOf(false) : flags.length)
})

it('says which there are', () => {
  expect(() => pickMethods('sse,nothing')).toThrow(
    expect.objectContaining({
      code: 'options.value',
      message: expect.stringContaining('There are: all, quick, sse') as string
    })
  )
  expect(() => pickMethods(' , ')).toThrow(expect.objectContaining({ code: 'options.value' }))
})
