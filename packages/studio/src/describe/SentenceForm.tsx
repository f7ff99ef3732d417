/** A sentence of one's own, turned into numbers by the encoder that is loaded. */
import { type Problem, problemOf } from '../lib/problem.js'
import { useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { ErrorState } from '../parts/States.js'
import { encodeSentence } from './actions.js'
import type { EncoderFacts } from './facts.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './describe.module.css'

export function SentenceForm({ encoder: { kind, model } }: { readonly encoder: EncoderFacts }): ReactNode {
  const studio = useStudio()
  const described = useDescribing()?.described
  const remarks = useDescribePage(page => page.remarks)
  const [typed, setTyped] = useState(described?.sentence ?? '')
  const [problem, setProblem] = useState<Problem>()
  const take = async (): Promise<void> => {
    setProblem(undefined)
    try {
      await encodeSentence.perform(studio, typed)
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void take()
      }}
    >
      <p className={styles.descriptionNote}>
        {kind === 'words'
          ? `${model} knows words: the description is the mean over those you write.`
          : `${model} reads sentences: write what the class looks like.`}
      </p>
      <textarea
        className={styles.sentence}
        aria-label={kind === 'words' ? 'Words' : 'Sentence'}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          if (typed.trim() !== '') void take()
        }}
      />
      <div className={styles.ways}>
        <Button
          kind="main"
          type="submit"
          data-action={encodeSentence.name}
          disabled={typed.trim() === '' || typed.trim() === described?.sentence}
        >
          Describe it so
        </Button>
      </div>
      {problem !== undefined && <ErrorState problem={problem} />}
      {remarks !== undefined && remarks.length > 0 && (
        <div role="status">
          <ul className={styles.remarks}>
            {remarks.map(remark => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}
