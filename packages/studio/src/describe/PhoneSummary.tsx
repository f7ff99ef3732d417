/** On a phone, what stays on top: the sentence, the mixture, the look-alike and what to expect. */
import { useShares } from '../page/use-classes.js'
import { useSession } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { MixtureBar } from '../parts/MixtureBar.js'
import { Sentence } from '../parts/Pane.js'
import { MadeOf } from './MadeOf.js'
import { useDescribePage, useDescribing, useShown } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function PhoneSummary(): ReactNode {
  const describing = useDescribing()
  const { now } = useShown(describing?.facts)
  const meaning = useDescribePage(page => page.meaning)
  const rehearsal = useSession(session => session.rehearsal)
  const sharesOf = useShares()
  if (describing === undefined) return null
  const nearest = meaning?.class === describing.described.name ? meaning.nearest : undefined
  return (
    <section className={styles.summary} aria-label="What it is made of">
      {now === undefined ? (
        <Sentence small>Nothing described yet.</Sentence>
      ) : (
        <>
          <Sentence small>
            <MadeOf mixture={now.mixture} />
          </Sentence>
          <MixtureBar shares={sharesOf(now.mixture)} height={26} namesFrom={0.13} />
        </>
      )}
      <p className={styles.phoneSummaryFacts}>
        {nearest !== undefined && (
          <span className={styles.alike}>
            {nearest.lookAlike && <Icon name="warning" size={16} />}
            <span>
              {nearest.lookAlike ? 'Hard to tell from' : 'Nearest'}: <b>{nearest.class}</b>
            </span>
          </span>
        )}
        {rehearsal !== undefined && (
          <span>
            about <b>{Math.round(100 * rehearsal.found.unseen.accuracy.value)} in 100</b> right
          </span>
        )}
      </p>
    </section>
  )
}
