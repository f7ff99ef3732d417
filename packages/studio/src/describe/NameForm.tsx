/** A name for a new class, or another one for this; what is wrong with it is said below. */
import { type Problem, problemOf } from '../lib/problem.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Choice, Field } from '../parts/Field.js'
import { ErrorState } from '../parts/States.js'
import { newClass, renameClass, stopNaming } from './class-actions.js'
import { useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './describe.module.css'

export function NameForm({ kind }: { readonly kind: 'new' | 'rename' }): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const known = useSession(session => session.classes)
  const name = useDescribing()?.described.name ?? ''
  const [typed, setTyped] = useState(kind === 'new' ? '' : name)
  const [from, setFrom] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const take = async (): Promise<void> => {
    try {
      await (kind === 'new'
        ? newClass.perform(studio, { name: typed, from: from === '' ? undefined : from })
        : renameClass.perform(studio, typed))
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <form
      className={styles.form}
      aria-label={kind === 'new' ? 'New class' : 'Rename'}
      onSubmit={event => {
        event.preventDefault()
        void take()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') act(stopNaming, undefined)
      }}
    >
      <div className={styles.fields}>
        <Field
          label={kind === 'new' ? 'Name of the new class' : `Another name for ${name}`}
          autoFocus
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        {kind === 'new' && (
          <Choice
            label="Begin with"
            value={from}
            onChange={setFrom}
            options={[
              { value: '', label: 'nothing' },
              ...known.map(each => ({ value: each.name, label: `a copy of ${each.name}` }))
            ]}
          />
        )}
        <Button kind="main" type="submit" data-action={kind === 'new' ? newClass.name : renameClass.name}>
          {kind === 'new' ? 'Describe it' : 'Rename'}
        </Button>
        <Button onClick={() => act(stopNaming, undefined)}>Cancel</Button>
      </div>
      {problem !== undefined && <ErrorState problem={problem} />}
    </form>
  )
}
