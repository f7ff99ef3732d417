/** The bar: project, five pages, running job, find, theme, help. */
import { ActionButton } from '../page/ActionButton.js'
import { goTo, pageActions, pageLabels, showNewClass } from '../page/address-actions.js'
import { type PageName, pageNames } from '../page/address.js'
import { showFind, showKeys, showProject, toggleTheme } from '../page/shell-actions.js'
import { isMac, useShort, useWidth } from '../page/use-media.js'
import { useAct, useAction, useSession, useStudio } from '../page/use-studio.js'
import { IconButton } from '../parts/Button.js'
import { Choice } from '../parts/Field.js'
import { Icon } from '../parts/Icon.js'
import { ProjectMenu } from '../project/ProjectMenu.js'
import { showTakeAway } from '../take-away/actions.js'
import { JobInBar } from './JobInBar.js'
import { startTour } from './tour-steps.js'
import { shownShortcut } from './shortcuts.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

export function TopBar({ page }: { readonly page: PageName }): ReactNode {
  const { theme, overlay } = useStudio()
  const act = useAct()
  const shade = useStore(theme.store, state => state.shade)
  const isMenuOpen = useStore(overlay.store, ({ open }) => open === 'project')
  const name = useSession(session => session.name)
  const width = useWidth()
  const isShort = useShort()
  const atStart = page === 'start'
  return (
    <header className={styles.bar}>
      <a className={styles.home} href="#/" aria-label="Unseen, start">
        <Mark />
        {(width !== 'narrow' || atStart) && <span>Unseen</span>}
      </a>
      {!atStart && (
        <span className={styles.project}>
          <button
            type="button"
            className={styles.projectButton}
            aria-expanded={isMenuOpen}
            aria-haspopup="menu"
            onClick={() => act(showProject, undefined)}
          >
            <span>{name}</span>
            <Icon name="down" size={14} />
          </button>
          {isMenuOpen && <ProjectMenu />}
        </span>
      )}
      {!atStart && width === 'narrow' && isShort && (
        <nav aria-label="Places">
          <Choice
            quiet
            label="Place"
            value={page}
            options={pageNames.map(each => ({ value: each, label: pageLabels[each] }))}
            onChange={each => act(goTo(each), undefined)}
          />
        </nav>
      )}
      {!atStart && width !== 'narrow' && (
        <nav className={styles.pages} aria-label="Places">
          {pageNames.map((each, at) => (
            <button
              key={each}
              type="button"
              className={styles.page}
              aria-current={each === page ? 'page' : undefined}
              title={`${pageLabels[each]} (${at + 1})`}
              onClick={() => act(pageActions[at], undefined)}
            >
              {pageLabels[each]}
            </button>
          ))}
        </nav>
      )}
      <span className={styles.topBarRight}>
        <JobInBar />
        {atStart && (
          <ActionButton action={startTour} argument={undefined}>
            Take the tour
          </ActionButton>
        )}
        {!atStart && width !== 'narrow' && (
          <ActionButton
            kind={page === 'describe' ? 'plain' : 'main'}
            icon="plus"
            action={showNewClass}
            argument={undefined}
            title="Describe a class (N)"
          />
        )}
        {!atStart && width === 'wide' && (
          <ActionButton
            className={styles.take}
            action={showTakeAway}
            argument={undefined}
            title="Share or export (T)"
          />
        )}
        {!atStart &&
          (width === 'narrow' ? (
            <IconButton icon="find" label="Find anything" onClick={() => act(showFind, undefined)} />
          ) : (
            <button type="button" className={styles.find} onClick={() => act(showFind, undefined)}>
              <Icon name="find" size={15} />
              <span>Find anything</span>
              <kbd>{shownShortcut('mod+k', isMac)}</kbd>
            </button>
          ))}
        <IconButton
          icon={shade === 'light' ? 'moon' : 'sun'}
          label={useAction(toggleTheme, undefined).label}
          onClick={() => act(toggleTheme, undefined)}
        />
        <IconButton icon="help" label="Keys and help" onClick={() => act(showKeys, undefined)} />
      </span>
    </header>
  )
}

/** The mark: three seen classes and the dashed frame of an unseen one. */
function Mark(): ReactNode {
  return (
    <svg width="20" height="16" viewBox="0 0 20 16" aria-hidden="true">
      <path fill="var(--class-5)" d="M0 0h5v16H0z" />
      <path fill="var(--class-3)" d="M6 0h3v16H6z" />
      <path fill="var(--class-8)" d="M10 0h2v16h-2z" />
      <path
        fill="none"
        stroke="var(--ink)"
        strokeWidth="1.2"
        strokeDasharray="2 1.6"
        d="M13.8.6h5.4v14.8h-5.4z"
      />
    </svg>
  )
}
