/** On a phone the places are below, under the thumb. */
import { placeActions, placeLabels } from '../page/address-actions.js'
import { type PlaceName, places } from '../page/address.js'
import { useAct } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'

export function BottomBar({ place }: { readonly place: PlaceName }): ReactNode {
  const act = useAct()
  return (
    <nav className={styles.bar} aria-label="Places">
      {places.map((each, at) => (
        <button
          key={each}
          type="button"
          className={styles.place}
          aria-current={each === place ? 'page' : undefined}
          onClick={() => act(placeActions[at], undefined)}
        >
          <Icon name={each} size={20} />
          <span>{placeLabels[each]}</span>
        </button>
      ))}
    </nav>
  )
}
