/** All keys there are, from the actions themselves. */
import { labelOf } from '../page/action.js'
import { pageLabels } from '../page/address-actions.js'
import { close } from '../page/shell-actions.js'
import { isMac } from '../page/use-media.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Dialog } from '../parts/Dialog.js'
import { actions } from './actions.js'
import { shownShortcut } from './shortcuts.js'
import type { ReactNode } from 'react'
import styles from './shell.module.css'

/** Keys of parts, which are no actions. */
const ofParts = [
  ['Sliders, ±1', '← →'],
  ['Sliders, ±10', `${isMac ? '⇧' : 'Shift'} ← →`]
] as const

export function KeysSheet(): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const withKeys = actions.filter(({ shortcut }) => shortcut !== undefined)
  return (
    <Dialog label="Keys" onClose={() => act(close, undefined)}>
      <header className={styles.header}>
        <h2>Keys</h2>
        <Button onClick={() => act(close, undefined)}>Close</Button>
      </header>
      <dl className={styles.keysList} tabIndex={0}>
        {withKeys.map(action => (
          <div key={action.name}>
            <dt>
              {labelOf(action, studio)}
              {action.page !== undefined && <small> in {pageLabels[action.page]}</small>}
            </dt>
            <dd>
              <kbd>{shownShortcut(action.shortcut ?? '', isMac)}</kbd>
            </dd>
          </div>
        ))}
        {ofParts.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
