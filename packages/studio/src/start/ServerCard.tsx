/**
 * The card that is there when a server serves this page: its models, worked on together with whoever else
 * describes there.
 */
import { plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { ErrorState } from '../parts/States.js'
import { TokenForm } from '../server/TokenForm.js'
import { listModels, openServerModel } from '../server/actions.js'
import { hostOf } from '../server/state.js'
import { StartCard } from './StartCard.js'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function ServerCard(): ReactNode {
  const { server, pages } = useStudio()
  const act = useAct()
  const { address, models } = useStore(server.store)
  const { problem, card } = useStore(pages.start)
  useEffect(() => act(listModels, undefined), [act])
  const failed = card === 'server' ? problem : undefined
  return (
    <StartCard
      title="Work on a server"
      note={
        <>
          What you describe is kept at <b>{hostOf(address)}</b>, for everybody who asks it.
        </>
      }
      foot={
        <ActionButton action={listModels} argument={undefined}>
          Ask again
        </ActionButton>
      }
    >
      {failed !== undefined && failed.code !== 'serve.token' && <ErrorState problem={failed} />}
      {failed?.code === 'serve.token' && (
        <div className={styles.token}>
          <p>
            The server wants a token. <code>unseen serve token add</code> makes one: “read” to look,
            “describe” to change classes.
          </p>
          <TokenForm />
        </div>
      )}
      {models !== undefined && failed?.code !== 'serve.token' && (
        <>
          <h3 className={styles.fileCardTitle}>Models</h3>
          <ul className={styles.fileCardList} tabIndex={0} aria-label="Models of the server">
            {models.map(({ name, seen, described }) => (
              <li key={name}>
                <button
                  type="button"
                  className={styles.item}
                  data-action={openServerModel.name}
                  onClick={() => act(openServerModel, name)}
                >
                  <Icon name="file" size={16} />
                  <span>
                    {name}
                    <small>
                      {plural(seen, 'seen class', 'seen classes')}, {described} described
                    </small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </StartCard>
  )
}
