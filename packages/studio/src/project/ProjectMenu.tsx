/** What can be done with the project as a whole. */
import { type Action, labelOf } from '../page/action.js'
import { goTo, showNewClass } from '../page/address-actions.js'
import { close, showKeys } from '../page/shell-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { showTakeAway } from '../take-away/actions.js'
import { saveModel, saveProject } from './actions.js'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import styles from './project.module.css'

const items: readonly Action[] = [
  showNewClass,
  showTakeAway,
  saveProject,
  saveModel,
  showKeys,
  { ...goTo('start'), label: 'Open something else' }
]

export function ProjectMenu(): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    menu.current?.querySelector('button')?.focus()
    const outside = (event: PointerEvent): void => {
      if (!(event.target instanceof Node) || menu.current?.parentElement?.contains(event.target) === true)
        return
      studio.overlay.close()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [studio])
  return (
    <div ref={menu} role="menu" aria-label="Project" className={styles.menu}>
      {items.map(action => (
        <button
          key={action.name}
          type="button"
          role="menuitem"
          className={styles.item}
          onClick={() => {
            act(close, undefined)
            act(action, undefined)
          }}
        >
          {labelOf(action, studio)}
        </button>
      ))}
    </div>
  )
}
