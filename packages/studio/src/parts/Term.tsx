/** A word of ours, with its meaning and the paper's term on hover and on focus. */
import { type Word, type WordName, words } from '../lib/words.js'
import { Tooltip } from './Tooltip.js'
import type { ReactNode } from 'react'

export function Term({
  word,
  children
}: {
  readonly word: WordName
  readonly children: ReactNode
}): ReactNode {
  const { meaning, paper }: Word = words[word]
  return (
    <Tooltip
      text={
        <>
          {meaning}
          <small>{paper === undefined ? 'Our word; not in the paper' : `In the paper: ${paper}`}</small>
        </>
      }
    >
      {children}
    </Tooltip>
  )
}
