/** The projects of this browser. */
import { day, plural } from '../lib/say.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { IconButton } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { forgetRecent, openRecent } from '../project/actions.js'
import type { ProjectRecord } from '../storage/project-record.js'
import { StartCard } from './StartCard.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function RecentCard(): ReactNode {
  const act = useAct()
  const recent = useStore(useStudio().pages.start, page => page.recent)
  return (
    <StartCard title="Recent projects" note="kept in this browser">
      {recent.length === 0 ? (
        <p className={styles.recentNote}>None yet.</p>
      ) : (
        <ul className={styles.recentList} tabIndex={0} aria-label="Recent projects">
          {recent.map(record => (
            <li key={record.id}>
              <button
                type="button"
                className={styles.item}
                data-action="project.recent"
                onClick={() => act(openRecent, record)}
              >
                <Icon name="file" size={16} />
                <span>
                  {record.name}
                  <small>{factsOf(record)}</small>
                </span>
              </button>
              <IconButton
                icon="cross"
                label={`Remove ${record.name} from this browser`}
                onClick={() => act(forgetRecent, record)}
              />
            </li>
          ))}
        </ul>
      )}
    </StartCard>
  )
}

function factsOf({ savedAt, source, counts, server }: ProjectRecord): string {
  if (server !== undefined) return `${day(savedAt)}, a model of the server`
  return source === 'model'
    ? `${day(savedAt)}, model only`
    : `${day(savedAt)}, ${counts.seen} known, ${counts.unseen} described, ${plural(counts.rows, 'photo')}`
}
