/** A mixture in a sentence: 'Most like a deer, partly an elephant.' */
import { mixtureWords } from '../lib/say.js'
import { useShares } from '../page/use-classes.js'
import type { ReactNode } from 'react'

export function MadeOf({ mixture }: { readonly mixture: readonly number[] }): ReactNode {
  const shares = useShares()(mixture)
  return (
    <span data-testid="made-of">
      {mixtureWords(shares).map(({ text, isName }, at) => (isName ? <b key={at}>{text}</b> : text))}
    </span>
  )
}
