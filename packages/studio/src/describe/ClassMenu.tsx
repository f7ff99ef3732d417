/** Below the name: the other described classes, new ones, another name, a copy, and forgetting. */
import { NamedMark } from '../page/NamedMark.js'
import { type Action, labelOf } from '../page/action.js'
import { useAct, useDocument, useSession, useStudio } from '../page/use-studio.js'
import { beginWith } from './actions.js'
import { showNewClass } from '../page/address-actions.js'
import { forgetClass, goToDescribed, showRename } from './class-actions.js'
import { useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import styles from './describe.module.css'

export function ClassMenu({ onClose }: { readonly onClose: () => void }): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const menu = useRef<HTMLDivElement>(null)
  const classes = useDocument(document => document.classes)
  const known = useSession(session => session.classes)
  const name = useDescribing()?.described.name
  useEffect(() => {
    menu.current?.querySelector<HTMLButtonElement>('[aria-checked=true]')?.focus()
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && menu.current?.parentElement?.contains(event.target) !== true)
        onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
  const choose = <Argument,>(action: Action<Argument>, argument: Argument): void => {
    onClose()
    act(action, argument)
  }
  const move = (event: React.KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') onClose()
    else if (step !== 0)
      items[
        (items.indexOf(document.activeElement as HTMLButtonElement) + step + items.length) % items.length
      ].focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const item = (action: Action): ReactNode => (
    <button
      key={action.name}
      type="button"
      role="menuitem"
      data-action={action.name}
      onClick={() => choose(action, undefined)}
    >
      {labelOf(action, studio)}
    </button>
  )
  return (
    <div ref={menu} role="menu" aria-label="Described classes" className={styles.menu} onKeyDown={move}>
      {classes.map(each => (
        <button
          key={each.name}
          type="button"
          role="menuitemradio"
          aria-checked={each.name === name}
          onClick={() => choose(goToDescribed, each.name)}
        >
          <NamedMark name={each.name} />
        </button>
      ))}
      {item(showNewClass)}
      <hr />
      {item(showRename)}
      {item(forgetClass)}
      <hr />
      <h2>Begin again with a copy of</h2>
      {known
        .filter(each => each.name !== name)
        .map(each => (
          <button
            key={each.name}
            type="button"
            role="menuitem"
            data-copy={each.name}
            onClick={() => choose(beginWith, each.name)}
          >
            <NamedMark name={each.name} />
          </button>
        ))}
    </div>
  )
}
