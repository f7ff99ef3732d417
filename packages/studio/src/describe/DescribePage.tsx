/**
 * The page Describe: the description, what it means to the known classes, the images it claims, and before
 * against after.
 */
import { ActionButton } from '../page/ActionButton.js'
import { usePaneEdge } from '../page/PaneEdge.js'
import { close } from '../page/shell-actions.js'
import { useWidth } from '../page/use-media.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Dialog } from '../parts/Dialog.js'
import { Pane, PaneBody, Section } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import { AskPane, PhotosFound, PhotosMeaning } from '../photos/late-views.js'
import { usePhotosShown } from '../photos/use-photos.js'
import { AccuracySection } from './AccuracySection.js'
import { ClaimsDock, ClaimsPane } from './ClaimsPane.js'
import { ClassHeader } from './ClassHeader.js'
import { ComparePane } from './ComparePane.js'
import { DescriptionTabs } from './DescriptionTabs.js'
import { LibraryDock, LibraryPane, useLibrary } from './LibraryPane.js'
import { LookAlikeSection } from './LookAlikeSection.js'
import { MixtureSection } from './MixtureSection.js'
import { TakesSection } from './TakesSection.js'
import { NameForm } from './NameForm.js'
import { PhoneSummary } from './PhoneSummary.js'
import { showNewClass } from '../page/address-actions.js'
import { useDescribePage, useDescribing, useFollowing } from './use-describing.js'
import { Suspense, type ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

export function DescribePage(): ReactNode {
  useFollowing()
  const width = useWidth()
  const describing = useDescribing()
  const naming = useDescribePage(page => page.naming)
  const isOpen = useStore(useStudio().overlay.store, ({ open }) => open === 'drawer')
  const act = useAct()
  const library = useLibrary()
  const isPhotos = usePhotosShown()
  const { style, edge } = usePaneEdge('describe', { usual: 392, least: 340, most: 560 })
  if (describing === undefined) {
    return (
      <Pane label="Describe" isPage>
        <PaneBody label="Describe">
          <Section>
            {naming === 'new' ? (
              <NameForm kind="new" />
            ) : (
              <EmptyState
                title="No class is described yet."
                ways={<ActionButton kind="main" action={showNewClass} argument={undefined} />}
              >
                Give a class a name, then say what it is like: by attributes, as a mixture of classes you
                know, or by pasting numbers.
              </EmptyState>
            )}
          </Section>
        </PaneBody>
      </Pane>
    )
  }
  const meaning = isPhotos ? (
    <Suspense fallback={null}>
      <PhotosMeaning />
    </Suspense>
  ) : (
    <>
      <MixtureSection />
      <TakesSection />
      <LookAlikeSection />
      <AccuracySection />
    </>
  )
  const dock = library === undefined ? <ClaimsDock /> : <LibraryDock />
  const claims = (className?: string): ReactNode =>
    isPhotos ? (
      <Suspense fallback={<Pane label="Photos it finds">{null}</Pane>}>
        <PhotosFound className={className} />
      </Suspense>
    ) : library === undefined ? (
      <ClaimsPane className={className} />
    ) : (
      <LibraryPane library={library} className={className} />
    )
  return (
    <div className={styles[width]} style={style}>
      <Pane label="Description" className={styles.description}>
        <ClassHeader />
        {width === 'narrow' && <PhoneSummary />}
        <DescriptionTabs />
        {width === 'narrow' && dock}
      </Pane>
      {width !== 'narrow' && (
        <Pane label="What it is made of" className={styles.meaning}>
          <PaneBody label="What the description means" className={styles.sections}>
            {meaning}
          </PaneBody>
        </Pane>
      )}
      {width === 'middle' && <div className={styles.dock}>{dock}</div>}
      {width === 'wide' && claims(styles.claims)}
      {width === 'wide' &&
        (isPhotos ? (
          <Suspense fallback={<Pane label="Is this one?">{null}</Pane>}>
            <AskPane className={styles.compare} />
          </Suspense>
        ) : (
          <ComparePane className={styles.compare} />
        ))}
      {edge}
      {width !== 'wide' && isOpen && (
        <Dialog kind="drawer" label="Photos and comparison" onClose={() => act(close, undefined)}>
          <header className={styles.drawerHeader}>
            <Button onClick={() => act(close, undefined)}>Close</Button>
          </header>
          <PaneBody label="Photos and comparison" className={styles.drawer}>
            {claims()}
            {width === 'narrow' && <div className={styles.sections}>{meaning}</div>}
            {isPhotos ? (
              <Suspense fallback={null}>
                <AskPane />
              </Suspense>
            ) : (
              <ComparePane />
            )}
          </PaneBody>
        </Dialog>
      )}
    </div>
  )
}
