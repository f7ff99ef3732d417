/**
 * The server's library, ranked for the description as it is now: the rows that are most likely of the class.
 */
import type { Problem } from '../lib/problem.js'
import { count, list } from '../lib/say.js'
import { showDrawer } from '../page/shell-actions.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Choice, Field } from '../parts/Field.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { Switch } from '../parts/Tabs.js'
import { chooseLibrary, searchWhere } from '../server/actions.js'
import type { LibrarySummary } from '../server/state.js'
import { HitGrid } from './HitGrid.js'
import type { Found, SearchPage } from './search-state.js'
import { followSearch, libraryNow } from './searching.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

const useSearch = <Part,>(select: (state: SearchPage) => Part): Part =>
  useStore(useStudio().pages.search, select)

/** Names that are told of a background; more are counted. */
const NAMED = 3

export function LibraryPane({
  library,
  className
}: {
  readonly library: LibrarySummary
  readonly className?: string | undefined
}): ReactNode {
  const { pages } = useStudio()
  const among = useDescribePage(page => page.among)
  const classes = useSession(session => session.classes.length)
  return (
    <Pane label="Library" className={className}>
      <PaneHeader title="Library" note="at the server, re-ranked as you edit">
        <Switch
          label="Which classes compete"
          value={among}
          options={[
            { value: 'unseen', label: 'Among unseen' },
            { value: 'all', label: `Among all ${classes}` }
          ]}
          onChange={value => pages.describe.setState({ among: value })}
        />
      </PaneHeader>
      <PaneBody label="Rows of the library">
        <LibraryBody library={library} />
      </PaneBody>
    </Pane>
  )
}

function LibraryBody({ library }: { readonly library: LibrarySummary }): ReactNode {
  const found = useSearch(page => page.found)
  const problem = useSearch(page => page.problem)
  const among = useDescribePage(page => page.among)
  const describing = useDescribing()
  return (
    <div className={styles.first}>
      {describing?.facts === undefined ? (
        <EmptyState title="Nothing is searched for yet.">
          Say something of {describing?.described.name}, and the rows most likely of it appear here.
        </EmptyState>
      ) : found === undefined ? (
        <Sentence>{problem === undefined ? 'Searching.' : 'Nothing was found out.'}</Sentence>
      ) : (
        <FoundSentence found={found} />
      )}
      {found !== undefined && (
        <p className={styles.how} data-testid="ranked-by">
          {howRanked(found)}
        </p>
      )}
      {found !== undefined && among === 'unseen' && (
        <p className={styles.how}>
          No seen class competes: if the library has pictures of them, they come first here. “Among all” lets
          them compete.
        </p>
      )}
      <Conditions library={library} />
      {problem !== undefined &&
        (isAway(problem) ? (
          <p className={styles.how}>The server does not answer: these rows are of an earlier description.</p>
        ) : (
          <ErrorState problem={problem} />
        ))}
      {found !== undefined && <HitGrid found={found} />}
    </div>
  )
}

function FoundSentence({
  found: { hits, wanted, class: name },
  short = false
}: {
  readonly found: Found
  readonly short?: boolean
}): ReactNode {
  return (
    <Sentence small={short}>
      The <b data-testid="hits">{count(hits.length)}</b> of {count(wanted)} rows most likely {name}
      {short ? '' : '.'}
    </Sentence>
  )
}

function howRanked({ by, background, rows, wanted, class: name }: Found): string {
  const others = background.length > NAMED ? `${count(background.length)} other classes` : list(background)
  const how =
    by === 'margin'
      ? `Ranked by margin: the score of ${name} less the best of ${others}.`
      : `No other class competes, so rows are ranked by the cosine of mixture and proportions.`
  return wanted === rows ? how : `${how} The condition holds for ${count(wanted)} of ${count(rows)} rows.`
}

/** The strip below says so already. */
const isAway = ({ code }: Problem): boolean => code === 'network.unreachable'

/** Which rows count: a condition on what the library knows of them. */
function Conditions({ library }: { readonly library: LibrarySummary }): ReactNode {
  const act = useAct()
  const asked = useSearch(page => page.where)
  const libraries = useStore(useStudio().server.store, state => state.libraries) ?? []
  const [typed, setTyped] = useState(asked)
  const columns = ['id', ...library.columns.map(({ name }) => name)]
  return (
    <form
      className={styles.conditions}
      aria-label="Condition"
      onSubmit={event => {
        event.preventDefault()
        act(searchWhere, typed)
      }}
    >
      {libraries.length > 1 && (
        <Choice
          label="Library"
          value={library.name}
          options={libraries.map(({ name }) => ({ value: name, label: name }))}
          onChange={name => act(chooseLibrary, name)}
        />
      )}
      <Field
        label={`Only where (a condition on ${list(columns)})`}
        icon="find"
        value={typed}
        placeholder={`${columns[1] ?? 'id'} <> \'x\'`}
        spellCheck={false}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" data-action={searchWhere.name} disabled={typed.trim() === asked}>
        Search
      </Button>
    </form>
  )
}

/** On a narrow screen: the first few, the rest in a drawer. */
export function LibraryDock(): ReactNode {
  const act = useAct()
  const found = useSearch(page => page.found)
  return (
    <section className={styles.claimsDock} aria-label="Library">
      <div className={styles.dockHead}>
        {found === undefined ? (
          <Sentence small>Searching the library</Sentence>
        ) : (
          <FoundSentence found={found} short />
        )}
        <Button kind="quiet" onClick={() => act(showDrawer, undefined)}>
          All
          <Icon name="right" size={14} />
        </Button>
      </div>
      {found !== undefined && <HitGrid found={found} oneLine />}
    </section>
  )
}

/** The library that is searched, for as long as the page is there. */
export function useLibrary(): LibrarySummary | undefined {
  const studio = useStudio()
  useStore(studio.server.store, state => state.libraries)
  useSearch(page => page.library)
  const library = libraryNow(studio)
  const hasOne = library !== undefined
  useEffect(() => (hasOne ? followSearch(studio) : undefined), [studio, hasOne])
  return library
}
