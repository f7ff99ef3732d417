/**
 * The class that is most alike, a warning where images can hardly tell them apart, and the attribute that
 * would.
 */
import { asClass } from '../document/versions.js'
import { percent } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { attributesOf } from '../page/session.js'
import { useShares } from '../page/use-classes.js'
import { useSession } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { MixtureBar } from '../parts/MixtureBar.js'
import { Term } from '../parts/Term.js'
import { compareSides, showAttribute } from './actions.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function LookAlikeSection(): ReactNode {
  const describing = useDescribing()
  const attributes = useSession(attributesOf)
  const sharesOf = useShares()
  const meaning = useDescribePage(page => page.meaning)
  const advice = useDescribePage(page => page.advice)
  const name = describing?.described.name ?? ''
  const nearest = meaning?.class === name ? meaning.nearest : undefined
  if (describing?.facts === undefined || nearest === undefined)
    return <div className={styles.section} role="group" aria-label="Look-alike" />
  const { class: other, alike, mixture, lookAlike } = nearest
  const part = advice?.part
  const attribute = part === undefined ? undefined : attributes?.[part.index]
  return (
    <div className={styles.section} role="group" aria-label="Look-alike">
      <h3 className={styles.title}>
        {lookAlike && (
          <span className={styles.warning}>
            <Icon name="warning" size={16} />
          </span>
        )}
        <span>
          <Term word="lookAlike">{lookAlike ? 'Hard to tell from' : 'Nearest'}</Term> {other}
        </span>
        <span className={styles.right}>
          <b>{percent(alike)}</b> alike
        </span>
      </h3>
      <div className={styles.pair}>
        <span>{name}</span>
        <MixtureBar shares={sharesOf(describing.facts.mixture)} />
        <span>{other}</span>
        <MixtureBar shares={sharesOf(mixture)} />
      </div>
      <div className={styles.advice}>
        <span>
          {!lookAlike ? (
            'Far enough apart for photos to tell.'
          ) : part === undefined || attribute === undefined ? (
            'One detail will not part them. Give photos.'
          ) : (
            <>
              The difference: <b>{attribute.name}</b>.
            </>
          )}
        </span>
        {lookAlike && part !== undefined && attribute !== undefined && (
          <ActionButton action={showAttribute} argument={part.index}>
            Go to {attribute.name}
          </ActionButton>
        )}
        <ActionButton action={compareSides} argument={['now', asClass(other)] as const}>
          Compare
        </ActionButton>
      </div>
    </div>
  )
}
