/** Begin with a copy of a class one knows: the first few, the rest on request. */
import { NamedMark } from '../page/NamedMark.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { beginWith } from './actions.js'
import type { ReactNode } from 'react'
import { useState } from 'react'

const FIRST = 3

export function BeginWith(): ReactNode {
  const act = useAct()
  const classes = useSession(session => session.classes)
  const [isAll, setAll] = useState(false)
  const seen = classes.filter(each => each.seen)
  return (
    <>
      {seen.slice(0, isAll ? seen.length : FIRST).map(({ name }) => (
        <Button
          key={name}
          data-copy={name}
          aria-label={`Begin with a copy of ${name}`}
          onClick={() => act(beginWith, name)}
        >
          <NamedMark name={name} />
        </Button>
      ))}
      {!isAll && seen.length > FIRST && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {seen.length - FIRST} more
        </Button>
      )}
    </>
  )
}
