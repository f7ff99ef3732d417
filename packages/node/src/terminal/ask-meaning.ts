/** Somebody at the terminal chooses among the meanings of a name. */
import { UnseenError } from '@unseen/core'
import type { AskMeaning } from '../texts/class-texts.js'
import type { Terminal } from './terminal.js'

/** undefined where nobody can be asked; `clear` takes away what is drawn there. */
export function meaningAsker({ interactive, signal }: Terminal, clear: () => void): AskMeaning | undefined {
  if (!interactive) return undefined
  return async (name, meanings) => {
    clear()
    const prompts = await import('@clack/prompts')
    const answer = await prompts.select({
      input: process.stdin,
      output: process.stderr,
      signal,
      message: `Which ${name}?`,
      options: meanings.map(meaning => ({
        value: meaning,
        label: meaning.gloss,
        hint: meaning.id
      }))
    })
    if (prompts.isCancel(answer)) throw new UnseenError('cancelled', 'Stopped.')
    return answer
  }
}
