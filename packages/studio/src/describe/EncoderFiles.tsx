/** The encoder's files are chosen here; they are read in this window and go nowhere. */
import { type Problem, problemOf } from '../lib/problem.js'
import { chosenFiles } from '../page/chosen-files.js'
import { useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { ErrorState, JobProgress } from '../parts/States.js'
import type { NamedBlob } from '../worker/files.js'
import { openEncoder } from './actions.js'
import type { EncoderFacts } from './facts.js'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

/** What its files are called. */
const parts: Readonly<Record<EncoderFacts['kind'], string>> = {
  words: 'its word vectors, one JSON file as the package of that name has it',
  sentence:
    'its ONNX network and tokenizer.json, with tokenizer_config.json and config.json where it has them'
}

export function EncoderFiles({ encoder: { kind, model } }: { readonly encoder: EncoderFacts }): ReactNode {
  const studio = useStudio()
  const chooser = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const job = useStore(studio.jobs.store, ({ jobs }) =>
    jobs.find(each => each.kind === 'encoder' && each.status === 'running')
  )
  const open = async (files: readonly NamedBlob[]): Promise<void> => {
    setProblem(undefined)
    try {
      await openEncoder.perform(studio, files)
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  if (job !== undefined)
    return (
      <JobProgress
        label={job.label}
        done={Math.round(job.done / 1e6)}
        total={job.total === undefined ? undefined : Math.round(job.total / 1e6)}
        secondsLeft={job.secondsLeft}
        note="MB"
        onStop={() => studio.jobs.stop(job.id)}
      />
    )
  return (
    <>
      <p className={styles.descriptionNote}>
        These signatures were made by {model}. With its files loaded, a sentence of your own describes a
        class: choose {parts[kind]}. They are read in this window; nothing is uploaded.
      </p>
      {problem !== undefined && <ErrorState problem={problem} />}
      <div className={styles.ways}>
        <Button kind="main" data-action={openEncoder.name} onClick={() => chooser.current?.click()}>
          Choose {kind === 'words' ? 'the file' : 'the files'}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label="Files of the encoder"
          data-testid="encoder-files"
          onChange={({ currentTarget }) => {
            const files = chosenFiles(currentTarget.files)
            currentTarget.value = ''
            if (files.length > 0) void open(files)
          }}
        />
      </div>
      <p className={styles.descriptionNote}>
        Until then, sentences that were encoded already can be used as they are;{' '}
        <code>unseen data embed</code> encodes others.
      </p>
    </>
  )
}
