/** A class that came by a link, offered once there is a model that it fits. */
import { type Problem, problemOf } from '../lib/problem.js'
import { count, plural } from '../lib/say.js'
import { useAct, useProject, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Dialog } from '../parts/Dialog.js'
import { Field } from '../parts/Field.js'
import { ErrorState } from '../parts/States.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { addOffered, declineOffered, freeName } from './actions.js'
import type { LinkedDescription } from './description-link.js'
import type { ReactNode, SyntheticEvent } from 'react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import styles from './take-away.module.css'

export function OfferedClass(): ReactNode {
  const { offer } = useStudio()
  const { description, setAsideIn } = useStore(offer)
  const project = useProject(({ id }) => id)
  if (description === undefined || project === undefined || setAsideIn === project) return null
  return <Offered key={`${project} ${description.name}`} description={description} />
}

function Offered({ description }: { readonly description: LinkedDescription }): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const length = useSession(({ model }) => model?.length)
  const [name, setName] = useState(() => freeName(studio, description.name))
  const [fits, setFits] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    const { data } = studio.session.store.getState()
    // Of another table, which comes into use with the class.
    const isOther =
      description.table !== undefined &&
      description.table !== data?.table &&
      data?.tables.some(({ name: table }) => table === description.table) === true
    if (isOther) return setFits(true)
    studio.engine.takeAway.fitting(description).then(
      () => setFits(true),
      (error: unknown) => setProblem(problemOf(error))
    )
  }, [studio, description, length])
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    try {
      await addOffered.perform(studio, name)
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  const decline = (): void => act(declineOffered, fits ? 'decline' : 'set aside')
  return (
    <Dialog label="A class from a link" onClose={decline}>
      <form className={styles.offer} onSubmit={event => void add(event)}>
        <h2>A class from a link</h2>
        <p>
          “{description.name}” is described by{' '}
          {description.attributes === undefined
            ? plural(description.values.length, 'number')
            : plural(description.attributes.length, 'attribute')}
          {mostOf(description)}.{' '}
          {fits && 'It is added to the described classes of this project, and can be undone.'}
        </p>
        {description.sentence !== undefined && <blockquote>“{description.sentence}”</blockquote>}
        <WhatItFound description={description} />
        {fits && (
          <Field
            label="Name"
            autoFocus
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        {problem !== undefined && <ErrorState problem={problem} />}
        <div className={styles.offeredClassWays}>
          {fits && (
            <Button kind="main" type="submit" data-action={addOffered.name} disabled={name.trim() === ''}>
              Add it
            </Button>
          )}
          <Button data-action={declineOffered.name} autoFocus={problem !== undefined} onClick={decline}>
            {fits ? 'Not now' : 'Close'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** In the sample, which is the same everywhere, with the photos. */
function WhatItFound({
  description: { found, sample }
}: {
  readonly description: LinkedDescription
}): ReactNode {
  const sheet = useSession(session => session.sheet)
  const isSample = useProject(({ source }) => source === 'sample')
  if (found === undefined) return null
  return (
    <div data-testid="link-found">
      <p>
        It found {count(found.count)} of {count(found.of)} photos.
      </p>
      {sample === true && isSample && (
        <div className={styles.offeredPhotos}>
          {found.rows.slice(0, 6).map(row => (
            <Thumbnail key={row} sheet={sheet} row={row} size={64} label={`photo ${count(row + 1)}`} />
          ))}
        </div>
      )}
    </div>
  )
}

/** ', most of all by hoofs, fur and tail' */
function mostOf({ attributes, values }: LinkedDescription): string {
  if (attributes === undefined) return ''
  const most = [...values.keys()]
    .filter(at => values[at] > 0)
    .sort((a, b) => values[b] - values[a])
    .slice(0, 3)
    .map(at => attributes[at])
  return most.length === 0 ? '' : `, most of all by ${most.join(', ')}`
}
