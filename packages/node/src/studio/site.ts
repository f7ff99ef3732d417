/** The static site of Studio: in the package, or in the repository it is built in. */
import { UnseenError } from '@unseen/core'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function studioSite(): string {
  const places = ['../../studio/', '../../../studio/dist/'].map(up =>
    fileURLToPath(new URL(up, import.meta.url))
  )
  const found = places.find(place => existsSync(join(place, 'sw.js')))
  if (found === undefined)
    throw new UnseenError('path.missing', 'Studio did not come with this installation.', {
      remedy: 'Install the package anew; in a clone, run `npm run build:studio`.'
    })
  return found
}
