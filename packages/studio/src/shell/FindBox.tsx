/** Find anything: actions, classes, images by number. Arrows choose, Enter does it. */
import { NamedMark } from '../page/NamedMark.js'
import { close } from '../page/shell-actions.js'
import { isMac } from '../page/use-media.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Dialog } from '../parts/Dialog.js'
import { Icon } from '../parts/Icon.js'
import { find } from './find.js'
import { shownShortcut } from './shortcuts.js'
import type { KeyboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import styles from './shell.module.css'

export function FindBox(): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = find(studio, text)
  const choose = (at: number): void => {
    const hit = found.at(at)
    act(close, undefined)
    hit?.run()
  }
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) setChosen(now => (now + step + found.length) % found.length)
    else if (event.key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog label="Find anything" onClose={() => act(close, undefined)}>
      <div className={styles.field}>
        <Icon name="find" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label="Find actions, classes and photos"
          aria-expanded="true"
          aria-controls="found"
          aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
          placeholder="An action, a class, a photo’s number, or “teach elk”"
          value={text}
          onKeyDown={keys}
          onChange={event => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
        />
      </div>
      <ul id="found" role="listbox" aria-label="Found" className={styles.findList}>
        {found.map(({ key, label, kind, shortcut, className }, at) => (
          <li
            key={key}
            id={`found-${at}`}
            role="option"
            aria-selected={at === chosen}
            className={styles.item}
            onPointerMove={() => setChosen(at)}
            onClick={() => choose(at)}
          >
            <span>{className === undefined ? label : <NamedMark name={className} />}</span>
            <span className={styles.kind}>
              {shortcut === undefined ? kind : <kbd>{shownShortcut(shortcut, isMac)}</kbd>}
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.nothing}>Nothing is called that.</p>}
    </Dialog>
  )
}
