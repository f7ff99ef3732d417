// Test material beside the repository: data sets and golden values too large to commit.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const shared = resolve(repository, process.env['UNSEEN_SHARED'] ?? '../shared')

/** A path inside the shared material: sharedPath('data', 'cifar10'). */
export function sharedPath(...parts: string[]): string {
  return join(shared, ...parts)
}

/**
 * A `describe` whose tests read the shared material. Where it is absent they are skipped and say so;
 * with UNSEEN_REQUIRE_SHARED=1, as in continuous integration, they fail instead.
 * `body` is not even called then, so it may read files while the tests are collected.
 */
export function describeWithShared(name: string, body: () => void): void {
  if (existsSync(shared)) {
    describe(name, body)
    return
  }
  const reason = 'the shared test material is not beside the repository (UNSEEN_SHARED names its place)'
  if (process.env['UNSEEN_REQUIRE_SHARED'] === '1') {
    describe(name, () => {
      it('has the shared test material', () => {
        throw new Error(`UNSEEN_REQUIRE_SHARED is set, but ${reason}`)
      })
    })
    return
  }
  console.warn(`Skipped '${name}': ${reason}.`)
  describe.skip(name, () => {
    it.skip(reason)
  })
}
