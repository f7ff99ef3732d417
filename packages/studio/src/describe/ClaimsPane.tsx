/** The images of the library that the description claims now: the surest, and those at the border. */
import { count } from '../lib/say.js'
import { showDrawer } from '../page/shell-actions.js'
import { useAct, useProject, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { Switch } from '../parts/Tabs.js'
import { Term } from '../parts/Term.js'
import { ImageGrid } from './ImageGrid.js'
import type { Claims } from './facts.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function ClaimsPane({ className }: { readonly className?: string | undefined }): ReactNode {
  const { pages } = useStudio()
  const among = useDescribePage(page => page.among)
  const classes = useSession(session => session.classes.length)
  return (
    <Pane label="Photos it finds" className={className}>
      <PaneHeader title="Photos it finds" note="re-ranked as you edit">
        <Switch
          label="Which classes compete"
          value={among}
          options={[
            { value: 'unseen', label: 'Only described' },
            { value: 'all', label: `All ${classes}` }
          ]}
          onChange={value => pages.describe.setState({ among: value })}
        />
      </PaneHeader>
      <PaneBody label="Claimed images">
        <ClaimsBody />
      </PaneBody>
    </Pane>
  )
}

function ClaimsBody(): ReactNode {
  const hasData = useSession(session => session.data !== undefined)
  const isLinked = useProject(project => project.server !== undefined)
  const { claims, problem, among } = useDescribePage(page => page)
  const describing = useDescribing()
  if (problem !== undefined)
    return (
      <div className={styles.part}>
        <ErrorState problem={problem} />
      </div>
    )
  if (!hasData)
    return (
      <div className={styles.part}>
        <EmptyState title="There are no photos here.">
          {isLinked
            ? 'The server has no library for this model: `unseen index` makes one, `unseen serve --library` offers it.'
            : 'This project is a model alone. Open it with its data set to see which photos a description finds.'}
        </EmptyState>
      </div>
    )
  if (describing?.facts === undefined)
    return (
      <div className={styles.part}>
        <EmptyState title="No photo is found yet.">
          Say something of {describing?.described.name}, and the photos it finds appear here.
        </EmptyState>
      </div>
    )
  if (claims?.class !== describing.described.name) return <div className={styles.part} aria-busy="true" />
  const version = describing.baseline?.number
  return (
    <>
      <div className={styles.first}>
        <ClaimSentence claims={claims} />
        {claims.among !== among && (
          <p className={styles.claimsScope}>
            There is only one described class: it competes with all {claims.candidates}.
          </p>
        )}
        <h3 className={styles.claimsTitle}>
          <Term word="score">Surest</Term>
          {version !== undefined && <span className={styles.gained}>moved up since version {version}</span>}
        </h3>
        <ImageGrid images={claims.surest} rows={3} figure="score" label="Surest images" />
      </div>
      <div className={styles.part}>
        <h3 className={styles.claimsTitle}>
          Borderline
          <span className={styles.disagrees}>labelled otherwise</span>
        </h3>
        <ImageGrid images={claims.above} rows={1} figure="margin" label="Just found" fromEnd />
        <p className={styles.border}>
          <span>found above, just missed below</span>
        </p>
        <ImageGrid images={claims.below} rows={1} figure="margin" label="Just missed" faint />
      </div>
    </>
  )
}

function ClaimSentence({
  claims: { claimed, rows, class: name },
  short = false
}: {
  readonly claims: Claims
  readonly short?: boolean
}): ReactNode {
  return (
    <Sentence small={short}>
      <b data-testid="claimed">{count(claimed)}</b> of {count(rows)} {short ? '' : 'photos '}are now {name}’s
      {short ? '' : '.'}
    </Sentence>
  )
}

/** On a narrow screen: one line of the surest, the rest in a drawer. */
export function ClaimsDock(): ReactNode {
  const act = useAct()
  const claims = useDescribePage(page => page.claims)
  const name = useDescribing()?.described.name
  return (
    <section className={styles.claimsDock} aria-label="Photos it finds">
      <div className={styles.dockHead}>
        {claims?.class === name && claims !== undefined ? (
          <ClaimSentence claims={claims} short />
        ) : (
          <Sentence small>No photo is found yet</Sentence>
        )}
        <Button kind="quiet" onClick={() => act(showDrawer, undefined)}>
          All
          <Icon name="right" size={14} />
        </Button>
      </div>
      {claims?.class === name && claims !== undefined && (
        <ImageGrid images={claims.surest} rows={1} label="Surest images" />
      )}
    </section>
  )
}
