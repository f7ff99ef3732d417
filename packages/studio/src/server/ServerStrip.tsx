/**
 * What is not as it should be with the server that is worked against, and what to do: it does not answer, it
 * wants another token, it refuses a description, or somebody else changed the same class. Nothing is lost
 * meanwhile. On a narrow screen, which has no status line, it also says that all is well.
 */
import { plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useWidth } from '../page/use-media.js'
import { useProject, useStudio } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { Conflict } from './Conflict.js'
import { ServerFact } from './ServerFact.js'
import { TokenForm } from './TokenForm.js'
import { keepMine, reopenServerModel, takeTheirs, tryServer } from './actions.js'
import { type ServerState, needsToken } from './state.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './server.module.css'

export function ServerStrip(): ReactNode {
  const state = useStore(useStudio().server.store)
  const link = useProject(project => project.server)
  const isNarrow = useWidth() === 'narrow'
  if (link === undefined) return null
  const { problem, conflicts, stale } = state
  if (problem === undefined && conflicts.length === 0 && !stale)
    return isNarrow ? (
      <div className={styles.fine}>
        <ServerFact />
      </div>
    ) : null
  return (
    <section className={styles.strip} aria-label="The server">
      {problem !== undefined && (
        <div className={styles.line} role="alert">
          <Icon name="warning" size={16} />
          <p>
            <b>{problem.what}</b> {said(state)}
          </p>
          {needsToken(problem) ? (
            <TokenForm />
          ) : (
            <ActionButton action={tryServer} argument={undefined}>
              Try now
            </ActionButton>
          )}
        </div>
      )}
      {stale && (
        <div className={styles.line} role="status">
          <Icon name="warning" size={16} />
          <p>
            <b>The model was trained anew at the server.</b> What is described stays; mixtures here are still
            of the old one.
          </p>
          <ActionButton action={reopenServerModel} argument={undefined} />
        </div>
      )}
      {conflicts.map(theirs => (
        <Conflict key={theirs.name} theirs={theirs}>
          <ActionButton action={keepMine} argument={theirs.name} />
          <ActionButton action={takeTheirs} argument={theirs.name} />
        </Conflict>
      ))}
    </section>
  )
}

/** What becomes of what was changed here, and what to do. */
function said({ problem, waiting, retryAt }: ServerState): string {
  const kept =
    waiting === 0 ? '' : `${plural(waiting, 'change')} ${waiting === 1 ? 'is' : 'are'} kept in this browser`
  if (problem?.code === 'serve.scope')
    return `${kept === '' ? '' : `${kept}, and sent with a token that may describe. `}\`unseen serve token add NAME --scope describe\` makes one.`
  if (problem?.code === 'serve.token')
    return `${kept === '' ? 'Everything' : `${kept}; everything`} goes on with a token that the server knows.`
  if (retryAt !== undefined)
    return `${kept === '' ? 'It is asked again' : `${kept} and sent as soon as it answers; it is asked again`} by itself.`
  return [problem?.remedy, kept === '' ? undefined : `${kept}.`].filter(Boolean).join(' ')
}
