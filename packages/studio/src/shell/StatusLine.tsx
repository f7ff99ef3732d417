/** The line below: counts, model, last update, and where the data lives. */
import { clock, count } from '../lib/say.js'
import { useProject, useSession, useStudio } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { Keeping, isUnkept } from '../project/Keeping.js'
import { ServerFact } from '../server/ServerFact.js'
import { hostOf } from '../server/state.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

export function StatusLine(): ReactNode {
  const { status, classes, data, model, lastUpdate } = useSession(session => session)
  const keeping = useProject(project => project.keeping)
  const isLinked = useProject(project => project.server !== undefined)
  const { address, libraries } = useStore(useStudio().server.store)
  if (status !== 'ready') {
    return (
      <footer className={styles.line}>
        <span className={styles.fact}>
          <Icon name="lock" size={14} />
          {address === undefined
            ? 'Everything runs on this computer. Nothing is uploaded.'
            : `Computed on this computer. Sent to ${hostOf(address)}: what you describe there.`}
        </span>
        <span className={styles.statusLineRight}>
          <span className={styles.fact}>Works offline</span>
          <span className={styles.fact}>Unseen {STUDIO_VERSION}</span>
        </span>
      </footer>
    )
  }
  const seen = classes.filter(each => each.seen).length
  return (
    <footer className={styles.line}>
      <span className={styles.fact}>
        {count(seen)} known, {count(classes.length - seen)} described classes
      </span>
      <span className={styles.fact}>
        {data !== undefined
          ? `${count(data.rows)} photos`
          : libraries?.[0] === undefined
            ? 'No library: a model alone'
            : `Library: ${count(libraries[0].rows)} rows at the server`}
      </span>
      {model !== undefined && (
        <span className={styles.fact}>
          {model.trainedAt === undefined ? 'Learned' : `Learned ${clock(model.trainedAt)}`}: {model.method}
        </span>
      )}
      <span className={styles.statusLineRight}>
        {lastUpdate !== undefined && <span className={styles.fact}>{lastUpdate}</span>}
        {isUnkept(keeping) ? (
          <Keeping />
        ) : (
          <span className={styles.fact}>
            {isLinked ? (
              <ServerFact />
            ) : (
              <>
                <Icon name="lock" size={14} />
                On this computer, nothing uploaded
              </>
            )}
          </span>
        )}
      </span>
    </footer>
  )
}
