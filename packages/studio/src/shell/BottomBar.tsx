/** On a phone the pages are below, under the thumb. */
import { pageActions, pageLabels } from '../page/address-actions.js'
import { type PageName, pageNames } from '../page/address.js'
import { useAct } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import type { ReactNode } from 'react'
import styles from './shell.module.css'

export function BottomBar({ page }: { readonly page: PageName }): ReactNode {
  const act = useAct()
  return (
    <nav className={styles.bottomBarBar} aria-label="Places">
      {pageNames.map((each, at) => (
        <button
          key={each}
          type="button"
          className={styles.bottomBarPage}
          aria-current={each === page ? 'page' : undefined}
          onClick={() => act(pageActions[at], undefined)}
        >
          <Icon name={each} size={20} />
          <span>{pageLabels[each]}</span>
        </button>
      ))}
    </nav>
  )
}
