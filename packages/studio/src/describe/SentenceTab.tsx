/**
 * The description as a sentence. Only the encoder that made a table can turn another sentence into its
 * numbers: where its files are loaded, one writes; sentences that the table has can be chosen in any case.
 */
import { ActionButton } from '../page/ActionButton.js'
import { NamedMark } from '../page/NamedMark.js'
import { useSession, useStudio } from '../page/use-studio.js'
import { PaneBody } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import type { DataFacts } from '../worker/facts.js'
import { EncoderFiles } from './EncoderFiles.js'
import { SentenceForm } from './SentenceForm.js'
import { ServerSentence } from './ServerSentence.js'
import { serverReads, takeSentence } from './actions.js'
import { reopenEncoder, useSentences } from './sentence-actions.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import styles from './describe.module.css'

export function SentenceTab(): ReactNode {
  const studio = useStudio()
  const { engine, pages } = studio
  const readsAtServer = serverReads(studio)
  const data = useSession(session => session.data)
  const model = useSession(session => session.model)
  const sentences = useDescribePage(page => page.sentences)
  const encoder = useDescribePage(page => page.encoder)
  const described = useDescribing()?.described
  useEffect(() => {
    void Promise.all([data === undefined ? [] : engine.describe.sentences(), reopenEncoder(studio)]).then(
      ([found]) =>
        pages.describe.setState({ sentences: found, remarks: undefined, sentenceProblem: undefined }),
      () => undefined
    )
  }, [studio, engine, pages, data, model])
  const list = encoder?.table === undefined && sentences !== undefined && sentences.length > 0 && (
    <div className={styles.list}>
      {sentences?.map(each => (
        <div key={each.class} className={styles.said}>
          <span>
            <NamedMark name={each.class} />
            <p>{each.sentence}</p>
          </span>
          <ActionButton
            action={takeSentence}
            argument={each}
            pressed={described?.sentence === each.sentence}
            aria-label={`Use the sentence of ${each.class}`}
          >
            Use
          </ActionButton>
        </div>
      ))}
    </div>
  )
  if (readsAtServer) return <ServerSentence key={described?.name} />
  if (encoder === undefined)
    return (
      <PaneBody label="Sentence" className={styles.padded}>
        <EmptyState title="No sentence can be read here.">
          {whyNone(data)} Sliders, photos and mixing by hand work at once.
        </EmptyState>
      </PaneBody>
    )
  if (encoder.open && encoder.table === undefined)
    return (
      <PaneBody label="Sentence">
        <SentenceForm key={described?.name} encoder={encoder} />
        <div className={styles.padded}>{list}</div>
      </PaneBody>
    )
  return (
    <PaneBody label="Sentence" className={styles.padded}>
      {encoder.open ? (
        <EmptyState
          title="Describe it by a sentence?"
          ways={<ActionButton kind="main" action={useSentences} argument={undefined} />}
        >
          It learns once more from the sentences of “{encoder.table}”. Sliders come back with undo.
        </EmptyState>
      ) : (
        <EncoderFiles encoder={encoder} />
      )}
      {list}
    </PaneBody>
  )
}

function whyNone(data: DataFacts | undefined): string {
  if (data === undefined)
    return 'The classes of this model were not described by an encoder, so that a sentence means nothing to it.'
  if (data.tables.every(({ name }) => name !== data.table))
    return `“${data.table}” joins several tables, and a sentence has numbers in a part of them at most.`
  return `The table “${data.table}” was written by hand, not made from texts by an encoder, so that a sentence has no numbers in it.`
}
