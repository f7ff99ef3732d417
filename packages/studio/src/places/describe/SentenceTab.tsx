/**
 * The description as a sentence. Only the encoder that made a table can turn another sentence into its numbers;
 * sentences that the table has can be chosen as they are.
 */
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { serverReads, takeSentence } from '../../actions/describe.js'
import { goTo } from '../../actions/places.js'
import { list } from '../../base/say.js'
import { ActionButton } from '../../hooks/ActionButton.js'
import { NamedMark } from '../../hooks/NamedMark.js'
import { useSession, useStudio } from '../../hooks/studio.js'
import { PaneBody } from '../../parts/Pane.js'
import { EmptyState } from '../../parts/States.js'
import styles from './DescriptionTabs.module.css'
import { ServerSentence } from './ServerSentence.js'
import { useDescribePage, useDescribing } from './use-describing.js'

export function SentenceTab(): ReactNode {
  const studio = useStudio()
  const { engine, pages } = studio
  const readsAtServer = serverReads(studio)
  const data = useSession((session) => session.data)
  const sentences = useDescribePage((page) => page.sentences)
  const described = useDescribing()?.described
  useEffect(() => {
    if (data === undefined) return
    void engine.describe.sentences().then((found) => pages.describe.setState({ sentences: found }), () => undefined)
  }, [engine, pages, data])
  if (readsAtServer) return <ServerSentence key={described?.name} />
  if (data === undefined || (sentences ?? []).length === 0) {
    const others = (data?.tables ?? []).filter(({ encoder }) => encoder === 'sentence').map(({ name }) => `“${name}”`)
    return (
      <PaneBody label="Sentence" className={styles.padded}>
        <EmptyState title="A sentence needs its encoder." ways={<ActionButton action={goTo('train')} argument={undefined} />}>
          {data === undefined ? 'This project is a model alone, without the table its classes were described with.' : `The table “${data.table}” was written by hand, not made from sentences, so that no sentence fits it.`}
          {others.length > 0 && ` This data set also has ${list(others)}, made from sentences: train with it, then sentences can be chosen here.`}
          {' '}Attributes, mixing by hand and vectors work at once.
        </EmptyState>
      </PaneBody>
    )
  }
  return (
    <PaneBody label="Sentence" className={styles.padded}>
      <p className={styles.note}>The encoder of “{data.table}” is not loaded in this browser, so new sentences cannot be read here. These were encoded already and can be used as they are; <code>unseen data embed</code> encodes others.</p>
      <div className={styles.list}>
        {sentences?.map((each) => (
          <div key={each.class} className={styles.said}>
            <span><NamedMark name={each.class} /><p>{each.sentence}</p></span>
            <ActionButton action={takeSentence} argument={each} pressed={described?.sentence === each.sentence} aria-label={`Use the sentence of ${each.class}`}>Use</ActionButton>
          </div>
        ))}
      </div>
    </PaneBody>
  )
}
