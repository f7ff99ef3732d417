/** The description as numbers, pasted. */
import { type Problem, problemOf } from '../lib/problem.js'
import { count } from '../lib/say.js'
import { useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { PaneBody } from '../parts/Pane.js'
import { ErrorState } from '../parts/States.js'
import { takeVector } from './actions.js'
import { useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './describe.module.css'

export function VectorTab(): ReactNode {
  const studio = useStudio()
  const described = useDescribing()?.described
  const now = described?.values.join(' ') ?? ''
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const take = async (): Promise<void> => {
    try {
      await takeVector.perform(studio, typed ?? now)
      setProblem(undefined)
      setTyped(undefined)
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <PaneBody label="Vector" className={styles.padded}>
      <p className={styles.descriptionNote}>
        The signature as {count(described?.values.length ?? 0)} numbers, in the order and units of the table.
        Paste others here, from a spreadsheet or an encoder of your own.
      </p>
      <textarea
        className={styles.vector}
        aria-label="Signature"
        spellCheck={false}
        value={typed ?? now}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <div className={styles.ways}>
        <Button
          kind="main"
          data-action={takeVector.name}
          disabled={typed === undefined || typed === now}
          onClick={() => void take()}
        >
          Use these numbers
        </Button>
        <Button
          disabled={typed === undefined}
          onClick={() => {
            setTyped(undefined)
            setProblem(undefined)
          }}
        >
          As it is
        </Button>
      </div>
      {problem !== undefined && <ErrorState problem={problem} />}
    </PaneBody>
  )
}
