// Worker threads load the built files: dist must be up to date (`npm run build`; npm test sees to it).
import { type Executor, tune } from '@unseen/core'
import { describe, expect, it } from 'vitest'
import { checkExecutor } from '../../core/test/contracts/executor.js'
import { smallProblem } from '../../core/test/properties/small-problem.js'
import { threadExecutor } from '../dist/threads/executor.js'

checkExecutor('of worker threads, one', () => threadExecutor({ threads: 1 }))
checkExecutor('of worker threads, two', () => threadExecutor({ threads: 2 }))

describe('threadExecutor', () => {
  it.each([0, -1, 1.5, NaN])('refuses %s threads', threads => {
    expect(() => threadExecutor({ threads })).toThrow(
      expect.objectContaining({ code: 'options.value', where: { option: 'threads' } })
    )
  })

  it('uses the cores there are', () => {
    expect(threadExecutor().threads).toBeGreaterThanOrEqual(1)
    expect(threadExecutor().shared).toBe(true)
  })

  it('a chain whose thread has ended is lost', async () => {
    const threads = threadExecutor({ threads: 1 })
    let rejection: unknown
    /** Closes the thread under its first chain. */
    const closing: Executor = {
      ...threads,
      async open(work, place) {
        const runners = await threads.open(work, place)
        return runners.map((runner): typeof runner => ({
          ...runner,
          run(chain, watch) {
            const running = runner.run(chain, watch)
            void runner.close()
            return running.catch((error: unknown) => {
              rejection = error
              throw error
            })
          }
        }))
      }
    }
    const problem = smallProblem(6, { seen: 8, rows: 120, columns: 14 })
    await expect(tune(problem, { executor: closing })).rejects.toMatchObject({ code: 'executor.lost' })
    expect(rejection).toBeDefined()
  })
})
