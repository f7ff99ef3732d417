/** The first card: the sample that comes along. */
import { count } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useStudio } from '../page/use-studio.js'
import { type SheetOfImages, Thumbnail } from '../parts/Thumbnail.js'
import { openSample } from '../project/actions.js'
import { StartCard } from './StartCard.js'
import type { Headline } from './state.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function SampleCard({
  headline,
  sheet
}: {
  readonly headline: Headline | undefined
  readonly sheet: SheetOfImages | undefined
}): ReactNode {
  const busy = useStore(useStudio().jobs.store, ({ jobs }) =>
    jobs.some(({ kind, status }) => kind === 'open' && status === 'running')
  )
  return (
    <StartCard
      title="Samples"
      note="open at once, nothing is fetched"
      foot={<ActionButton kind="main" action={openSample} argument={undefined} disabled={busy} />}
    >
      <ul className={styles.classes}>
        {headline?.classes.map(({ class: name, image }) => (
          <li key={name}>
            {image !== undefined ? (
              <Thumbnail sheet={sheet} row={image} size={32} label={name} />
            ) : (
              <span className={styles.unseen}>{name}</span>
            )}
          </li>
        ))}
      </ul>
      {headline !== undefined && (
        <p className={styles.facts}>
          CIFAR-10: {headline.classes.length} kinds, {count(headline.rows)} photos of 32 × 32. Two of them are
          only described.
        </p>
      )}
    </StartCard>
  )
}
