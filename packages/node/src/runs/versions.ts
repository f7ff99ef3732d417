/** Which programs made a result. */
import { readFileSync } from 'node:fs'

export function versions(): Readonly<Record<string, string>> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return { unseen: version, node: process.versions.node }
}
