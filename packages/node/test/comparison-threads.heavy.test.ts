// Worker threads load the built files: dist must be up to date (`npm run build`; npm test sees to it).
import { compare, methods } from '@unseen/core/compare'
import type { JobResult } from '@unseen/core/compare/internal'
import { describe, expect, it } from 'vitest'
import { comparisonProblem } from '../../core/test/compare/comparison/problem.js'
import { threadExecutor } from '../dist/threads/executor.js'

const quick = methods.filter(method => method.quick)
const problem = comparisonProblem(3, { seen: 8, unseen: 3, rowsPerClass: 10 })
const options = { methods: quick, trials: 2 }
const serial = compare(problem, options)

describe('a comparison in threads', () => {
  it.each([1, 2, 5])('of %s comes to the same bytes as without', async threads => {
    const { comparison } = await compare(problem, { ...options, executor: threadExecutor({ threads }) })
    expect(JSON.stringify(comparison)).toBe(JSON.stringify((await serial).comparison))
  })

  it('is stopped, keeps what is done and goes on', async () => {
    const stop = new AbortController()
    const kept: JobResult[] = []
    const first = await compare(problem, {
      ...options,
      executor: threadExecutor({ threads: 2 }),
      signal: stop.signal,
      onResult: (_, result) => {
        if (kept.push(result) === 3) stop.abort()
      }
    })
    expect(first.status).toBe('cancelled')
    const { comparison } = await compare(problem, {
      ...options,
      executor: threadExecutor({ threads: 2 }),
      completed: kept
    })
    expect(JSON.stringify(comparison)).toBe(JSON.stringify((await serial).comparison))
  })

  it.each([0, 1.5])('refuses %s threads', threads => {
    expect(() => threadExecutor({ threads })).toThrow(expect.objectContaining({ code: 'options.value' }))
  })
})
