/** A verdict with its name set apart from its numbers: "**Probably a giraffe:** 71 in 100." */
import type { ReactNode } from 'react'

export function VerdictWords({ words }: { readonly words: string }): ReactNode {
  // "Hard to say. Perhaps a cow: 38 in 100." is sure of nothing but the first sentence.
  const end = words.startsWith('Hard to say.') ? 'Hard to say.'.length : words.indexOf(':') + 1
  return end === 0 ? (
    <b>{words}</b>
  ) : (
    <>
      <b>{words.slice(0, end)}</b>
      {words.slice(end)}
    </>
  )
}
