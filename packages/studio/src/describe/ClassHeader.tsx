/** The class being described: its name, how far the draft is from what was saved, undo, redo, save. */
import { versionText } from '../document/versions.js'
import { ActionButton } from '../page/ActionButton.js'
import { redo, undo } from '../page/history-actions.js'
import { useMarkOf } from '../page/use-classes.js'
import { useWidth } from '../page/use-media.js'
import { useAct, useAction, useStudio } from '../page/use-studio.js'
import { Badge } from '../parts/Badge.js'
import { IconButton } from '../parts/Button.js'
import { ClassMark } from '../parts/ClassMark.js'
import { Icon } from '../parts/Icon.js'
import { ClassMenu } from './ClassMenu.js'
import { NameForm } from './NameForm.js'
import { saveVersion } from './actions.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

export function ClassHeader(): ReactNode {
  const { history } = useStudio()
  const act = useAct()
  const describing = useDescribing()
  const naming = useDescribePage(page => page.naming)
  const mark = useMarkOf()(describing?.described.name ?? '')
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useWidth() === 'narrow'
  useStore(history.store)
  const [back, forth] = [useAction(undo, undefined), useAction(redo, undefined)]
  if (describing === undefined) return null
  const { described } = describing
  if (naming !== undefined)
    return (
      <header className={styles.header}>
        <NameForm kind={naming} key={naming} />
      </header>
    )
  return (
    <header className={styles.header}>
      <div className={styles.classHeaderLine}>
        <ClassMark {...mark} seen={false} size={14} />
        <h1 className={styles.classHeaderName}>
          <button
            type="button"
            aria-haspopup="menu"
            aria-expanded={isOpen}
            title="Other classes, rename, forget"
            onClick={() => setOpen(!isOpen)}
          >
            <span>{described.name}</span>
            <Icon name="down" size={14} />
          </button>
        </h1>
        <Badge kind="unseen">described</Badge>
        <span className={styles.classHeaderTools}>
          <IconButton
            icon="undo"
            label={back.label}
            data-action="history.undo"
            disabled={!back.enabled}
            onClick={() => act(undo, undefined)}
          />
          <IconButton
            icon="redo"
            label={forth.label}
            data-action="history.redo"
            disabled={!forth.enabled}
            onClick={() => act(redo, undefined)}
          />
          <ActionButton kind="main" action={saveVersion} argument={undefined}>
            {isNarrow ? 'Save' : 'Save version'}
          </ActionButton>
        </span>
      </div>
      <p className={styles.version}>{versionText(described)}</p>
      {isOpen && <ClassMenu onClose={() => setOpen(false)} />}
    </header>
  )
}
