/** The description as proportions of the seen classes, and how much of it they can express. */
import { plural } from '../lib/say.js'
import { useSession } from '../page/use-studio.js'
import { PaneHeader, Section, Sentence } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import { Term } from '../parts/Term.js'
import { BeginWith } from './BeginWith.js'
import { MadeOf } from './MadeOf.js'
import { ExpressedBar } from './ExpressedBar.js'
import { MixtureBars } from './MixtureBars.js'
import { ResidualNote } from './ResidualNote.js'
import { useDescribing, useShown } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function MixtureSection(): ReactNode {
  const describing = useDescribing()
  const model = useSession(session => session.model)
  const { now, before, holding } = useShown(describing?.facts)
  if (describing === undefined || model === undefined) return null
  const { described, baseline } = describing
  return (
    <div className={styles.mixtureSection} role="group" aria-label="What it is made of">
      <PaneHeader
        title={<Term word="mixture">What it is made of</Term>}
        note={`${described.name}, of the ${plural(model.seen.length, 'known class', 'known classes')}`}
      >
        {holding && <span className={styles.holding}>as in version {baseline?.number}</span>}
      </PaneHeader>
      {now === undefined ? (
        <Section>
          <EmptyState title="Nothing described yet." ways={<BeginWith />}>
            Move a slider, mix known classes by hand, or begin with a copy of a class you know.
          </EmptyState>
        </Section>
      ) : (
        <div className={styles.inside}>
          <Sentence>
            <MadeOf mixture={now.mixture} />
          </Sentence>
          <MixtureBars now={now.mixture} before={before?.mixture} version={baseline?.number} />
          <ResidualNote />
          <ExpressedBar expressed={now.expressed} below={now.below} bracket={model.bracket} />
        </div>
      )}
    </div>
  )
}
