/** A class came by a link, and nothing is open yet that it could be added to. */
import { ActionButton } from '../page/ActionButton.js'
import { useStudio } from '../page/use-studio.js'
import { declineOffered } from '../take-away/actions.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function OfferNote(): ReactNode {
  const description = useStore(useStudio().offer, offer => offer.description)
  if (description === undefined) return null
  return (
    <div className={styles.offerNoteNote} role="status">
      <p>
        <b>The link describes “{description.name}”.</b> Open the sample or the project it was described for:
        it is kept until then, and offered there.
      </p>
      <ActionButton action={declineOffered} argument="decline">
        Forget it
      </ActionButton>
    </div>
  )
}
