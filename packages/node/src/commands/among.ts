/** Candidates as a flag: `unseen`, `seen`, `all`, or names separated by commas. */
import type { Among } from '@unseen/core'

export const amongHelp = 'the candidates: unseen, seen, all, or names separated by commas'

export function amongFlag(text: string | undefined): Among | undefined {
  if (text === undefined || text === 'unseen' || text === 'seen' || text === 'all') return text
  return text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
}
