// The network `resnet50`, which tests fetch once for all of them.
import { existsSync } from 'node:fs'
import { describe, it } from 'vitest'
import { cacheFolder } from '../../packages/node/src/files/cache-folder.js'
import { networkEntry } from '../../packages/node/src/networks/find-network.js'

/** The ONNX file of `resnet50`; fetched (95 MB) unless it is in the cache. */
export async function resnet50File(): Promise<string> {
  return (await networkEntry('resnet50').get()).file
}

/**
 * A `describe` whose tests use `resnet50`. Where it is not in the cache they are skipped and say so; with
 * UNSEEN_TEST_DOWNLOADS=1, as in continuous integration, the first of them fetches it.
 */
export function describeWithResnet50(name: string, body: () => void): void {
  const digest = networkEntry('resnet50').digest?.replace('sha256:', '') ?? ''
  if (existsSync(cacheFolder('networks', digest)) || process.env['UNSEEN_TEST_DOWNLOADS'] === '1') {
    describe(name, body)
    return
  }
  const reason = 'resnet50 is not in the cache, and UNSEEN_TEST_DOWNLOADS=1 is not set'
  console.warn(`Skipped '${name}': ${reason}.`)
  describe.skip(name, () => {
    it.skip(reason)
  })
}
