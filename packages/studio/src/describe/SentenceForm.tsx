/** A sentence of one's own, read while it is typed; the thicker the line under a word, the more photos hang on it. */
import { plural } from '../lib/say.js'
import { useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Section } from '../parts/Pane.js'
import { ErrorState } from '../parts/States.js'
import type { EncoderFacts, WordFacts } from './facts.js'
import { type Typing, followTyping } from './sentence-actions.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './describe.module.css'

/** Milliseconds after the last key until words are weighed. */
const WEIGH_AFTER = 400
const SHOWN = 6

export function SentenceForm({ encoder: { kind, model } }: { readonly encoder: EncoderFacts }): ReactNode {
  const studio = useStudio()
  const described = useDescribing()?.described
  const remarks = useDescribePage(page => page.remarks)
  const problem = useDescribePage(page => page.sentenceProblem)
  const own = useDescribePage(page => page.sentences?.find(each => each.class === described?.name))
  const isOwn = own !== undefined && described?.values.every((value, at) => value === own.values[at])
  const known = described?.sentence ?? (isOwn === true ? own.sentence : '')
  const [typed, setTyped] = useState(known)
  const isTyping = useRef(false)
  // Undo, another class or a sentence that was chosen: what the document says is what is written.
  useEffect(() => {
    if (!isTyping.current) setTyped(known)
  }, [known])
  const typing = useRef<Typing>(undefined)
  const name = described?.name ?? ''
  useEffect(() => {
    const following = followTyping(studio, name)
    typing.current = following
    return () => following.end()
  }, [studio, name])
  const words = useWords(name, known)
  return (
    <>
      <Section label="The sentence" className={styles.sentenceSection}>
        <div className={styles.sentenceField}>
          <div className={styles.sentenceLines} aria-hidden="true">
            {underlined(typed, typed.trim() === known ? words : [])}
          </div>
          <textarea
            className={styles.sentence}
            aria-label={kind === 'words' ? 'Words' : 'Sentence'}
            placeholder="a shy wild animal of the forest with slender legs and antlers"
            value={typed}
            spellCheck={false}
            onFocus={() => (isTyping.current = true)}
            onBlur={() => {
              isTyping.current = false
              typing.current?.now()
            }}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value)
              typing.current?.type(value)
            }}
            onKeyDown={event => {
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              typing.current?.now()
            }}
          />
        </div>
        <p className={styles.descriptionNote}>
          {words.some(({ lost }) => lost > 0)
            ? 'The thicker the line, the more the word decides. Photos re-rank as you type.'
            : 'Photos re-rank as you type.'}
        </p>
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
      </Section>
      {words.length > 1 && <WhichWords words={words} />}
      <p className={styles.readBy}>Read by {model}, on this computer. Works offline.</p>
    </>
  )
}

/** Photos that hang on each word, asked for once nothing is typed. */
function useWords(name: string, sentence: string): readonly WordFacts[] {
  const studio = useStudio()
  const { engine, pages } = studio
  const among = useDescribePage(page => page.among)
  const bias = useDocument(document => document.bias)
  const revision = useSession(session => session.revision)
  const [found, setFound] = useState<{ readonly sentence: string; readonly words: readonly WordFacts[] }>()
  useEffect(() => {
    if (sentence === '' || name === '') return
    let isNewest = true
    const timer = setTimeout(() => {
      engine.sentences.words({ class: name, sentence, among, bias }).then(
        words => {
          if (isNewest) setFound({ sentence, words })
        },
        () => undefined
      )
    }, WEIGH_AFTER)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [engine, pages, name, sentence, among, bias, revision])
  return found?.sentence === sentence ? found.words : []
}

/** 1 to 5 px, by the photos that are lost without the word. */
function underlined(text: string, words: readonly WordFacts[]): ReactNode {
  const most = Math.max(1, ...words.map(({ lost }) => lost))
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end, lost } of words) {
    if (lost === 0) continue
    parts.push(
      text.slice(at, start),
      <span key={start} style={{ borderBottomWidth: `${1 + Math.round((4 * lost) / most)}px` }}>
        {text.slice(start, end)}
      </span>
    )
    at = end
  }
  parts.push(text.slice(at))
  return parts
}

function WhichWords({ words }: { readonly words: readonly WordFacts[] }): ReactNode {
  const order = [...words].sort((a, b) => b.lost - a.lost || a.start - b.start)
  const matter = order.filter(({ lost }) => lost > 0).slice(0, SHOWN)
  const none = [...new Set(order.filter(({ lost }) => lost === 0).map(({ word }) => word))]
  const most = Math.max(1, matter.at(0)?.lost ?? 0)
  return (
    <Section label="Which words matter">
      <h3 className={styles.title}>
        Which words matter <span className={styles.right}>photos that hang on it</span>
      </h3>
      <ul className={styles.words}>
        {matter.map(({ word, start, lost }) => (
          <li key={start} data-word={word} data-lost={lost}>
            <b>{word}</b>
            <span className={styles.wordBar} aria-hidden="true">
              <span style={{ width: `${(100 * lost) / most}%` }} />
            </span>
            <span>{plural(lost, 'photo')}</span>
          </li>
        ))}
      </ul>
      {none.length > 0 && (
        <p className={styles.descriptionNote}>
          {matter.length === 0
            ? 'No single word decides here.'
            : `No effect here: ${none.slice(0, 8).join(', ')}.`}
        </p>
      )}
    </Section>
  )
}
