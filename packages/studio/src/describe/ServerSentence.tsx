/** A sentence that the server reads: it has the encoder that made the model's table. */
import { type Problem, problemOf } from '../lib/problem.js'
import { useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Field } from '../parts/Field.js'
import { PaneBody } from '../parts/Pane.js'
import { ErrorState } from '../parts/States.js'
import { saySentence } from './actions.js'
import { useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './describe.module.css'

export function ServerSentence(): ReactNode {
  const studio = useStudio()
  const described = useDescribing()?.described
  const [typed, setTyped] = useState(described?.sentence ?? '')
  const [problem, setProblem] = useState<Problem>()
  const say = async (): Promise<void> => {
    setProblem(undefined)
    try {
      await saySentence.perform(studio, typed.trim())
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <PaneBody label="Sentence" className={styles.padded}>
      <p className={styles.descriptionNote}>
        The server reads the sentence with the encoder that the model’s classes were described by, and keeps
        it.
      </p>
      <form
        className={styles.list}
        aria-label="Sentence"
        onSubmit={event => {
          event.preventDefault()
          if (typed.trim() !== '') void say()
        }}
      >
        <Field
          label={`What ${described?.name ?? 'the class'} is like`}
          value={typed}
          maxLength={2000}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <span>
          <Button
            kind="main"
            type="submit"
            data-action={saySentence.name}
            disabled={typed.trim() === '' || typed.trim() === described?.sentence}
          >
            {described?.sentence === typed.trim() ? 'Read by the server' : 'Describe it so'}
          </Button>
        </span>
      </form>
      {problem !== undefined && <ErrorState problem={problem} />}
    </PaneBody>
  )
}
