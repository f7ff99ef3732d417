// Who waits for whom: large bodies have a thread to themselves, and one thread is left to the small ones.
import { Buffers } from '../../src/server/work/buffers.js'
import { Pool } from '../../src/server/work/pool.js'
import { afterEach, expect, it } from 'vitest'

let pool: Pool
afterEach(() => pool.close())

function open(threads: number): void {
  pool = Pool.open({
    threads,
    buffers: new Buffers(),
    maxRows: 10,
    timeout: 60_000,
    script: new URL('./lazy-worker.mjs', import.meta.url)
  })
}
const ask = (length: number): Promise<string> =>
  pool.run({ key: () => 'zoo', operation: 'recognise', media: 'json', bytes: new Uint8Array(length) }).then(
    json => new TextDecoder().decode(json),
    () => 'never'
  )

it('small bodies are answered while large ones take their time', async () => {
  open(2)
  const large = Array.from({ length: 5 }, () => ask(2 ** 19))
  expect(await Promise.all(Array.from({ length: 100 }, () => ask(100)))).toEqual(Array(100).fill('{}'))
  expect(pool.waiting).toBe(4)
  await pool.close()
  expect(await Promise.all(large)).toEqual(Array(5).fill('never'))
})

it('one thread does both, in turn', async () => {
  open(1)
  expect(await ask(100)).toBe('{}')
  const large = ask(2 ** 19)
  await expect.poll(() => pool.waiting).toBe(0)
  await pool.close()
  expect(await large).toBe('never')
})
