/** Before a sentence can be read: what would be fetched, by whom it is and how large; or its files are chosen. */
import { type Problem, problemOf } from '../lib/problem.js'
import { bytes } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { chosenFiles } from '../page/chosen-files.js'
import { useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Sentence } from '../parts/Pane.js'
import { ErrorState, JobProgress } from '../parts/States.js'
import type { EncoderFacts } from './facts.js'
import { fetchEncoder, openEncoder } from './sentence-actions.js'
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

export function EncoderFiles({
  encoder: { kind, model, offered }
}: {
  readonly encoder: EncoderFacts
}): ReactNode {
  const studio = useStudio()
  const chooser = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const job = useStore(studio.jobs.store, ({ jobs }) =>
    jobs.find(each => each.kind === 'encoder' && each.status === 'running')
  )
  const attempt = async <Argument,>(action: Action<Argument>, argument: Argument): Promise<void> => {
    setProblem(undefined)
    try {
      await action.perform(studio, argument)
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
  const choose = (
    <Button
      {...(offered === undefined && { kind: 'main' as const })}
      data-action={openEncoder.name}
      onClick={() => chooser.current?.click()}
    >
      I have the {kind === 'words' ? 'file' : 'files'}
    </Button>
  )
  return (
    <>
      {offered === undefined ? (
        <p className={styles.descriptionNote}>
          With {model} loaded, a sentence of your own describes a class: choose {parts[kind]}. They are read
          in this window; nothing is uploaded.
        </p>
      ) : (
        <>
          <Sentence small>Sentences are read by {model}. Fetch it once?</Sentence>
          <dl className={styles.consent}>
            <dt>Name</dt>
            <dd>{model}</dd>
            <dt>Size</dt>
            <dd>{bytes(offered.bytes)}</dd>
            <dt>Licence</dt>
            <dd>{offered.licence}</dd>
            <dt>From</dt>
            <dd>where this page comes from; nothing is uploaded</dd>
          </dl>
        </>
      )}
      {problem !== undefined && <ErrorState problem={problem} />}
      <div className={styles.ways}>
        {offered !== undefined && (
          <Button
            kind="main"
            data-action={fetchEncoder.name}
            onClick={() => void attempt(fetchEncoder, undefined)}
          >
            Fetch {bytes(offered.bytes)}
          </Button>
        )}
        {choose}
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
            if (files.length > 0) void attempt(openEncoder, files)
          }}
        />
      </div>
      <p className={styles.descriptionNote}>
        Until then, sliders work, and so do sentences that were read already.
      </p>
    </>
  )
}
