/** Where downloads are kept, so that they are fetched once: $UNSEEN_CACHE, else the user's cache folder. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** cacheFolder('npm', 'x') is the folder `npm/x` in the cache; it need not exist yet. */
export function cacheFolder(...parts: readonly string[]): string {
  return join(cacheRoot(process.env), ...parts)
}

/** The XDG base directory specification rules out relative paths; they are passed over, as it asks. */
export function cacheRoot(
  env: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform
): string {
  const own = env['UNSEEN_CACHE'] ?? ''
  if (own !== '') return resolve(own)
  const base = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME']
  return base !== undefined && isAbsolute(base) ? join(base, 'unseen') : join(homedir(), '.cache', 'unseen')
}
