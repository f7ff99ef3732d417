/** Which server is worked against, and whether it has everything. */
import { plural } from '../lib/say.js'
import { useProject, useStudio } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { hostOf } from './state.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './server.module.css'

export function ServerFact(): ReactNode {
  const { address, waiting, sending, problem, conflicts } = useStore(useStudio().server.store)
  const model = useProject(project => project.server?.model)
  const isSaved = waiting === 0 && conflicts.length === 0
  const state = isSaved
    ? problem === undefined
      ? 'all saved there'
      : 'not in touch'
    : sending
      ? 'saving'
      : `${plural(Math.max(waiting, conflicts.length), 'change')} not there yet`
  return (
    <span className={styles.fact} data-testid="server" data-saved={isSaved}>
      <Icon name={isSaved ? 'tick' : 'warning'} size={14} />
      {model} at {hostOf(address)}: {state}
    </span>
  )
}
