/** What it is, in words and in 100: the best three and anything else; and how unlike everything known it is. */
import { NamedMark } from '../page/NamedMark.js'
import { goToClass } from '../page/address-actions.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { Switch } from '../parts/Tabs.js'
import { UnlikeSection } from './UnlikeSection.js'
import { VerdictWords } from './VerdictWords.js'
import { chooseAmong } from './actions.js'
import type { RowAnswer } from './facts.js'
import { inHundredParts } from './hundred.js'
import { useRecognisePage } from './use-answer.js'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './recognise.module.css'

const SHOWN = 3
/** A verdict is spoken once it stays. */
const SPOKEN_AFTER = 400

export function AnswerPane({ answer }: { readonly answer: RowAnswer | undefined }): ReactNode {
  const among = useRecognisePage(page => page.among)
  const classes = useSession(session => session.classes.length)
  const act = useAct()
  return (
    <Pane label="What it is">
      <PaneHeader title="What it is">
        <Switch
          label="Candidates"
          value={among}
          options={[
            { value: 'all', label: `All ${classes}` },
            { value: 'unseen', label: 'Only described' }
          ]}
          onChange={value => act(chooseAmong, value)}
        />
      </PaneHeader>
      <PaneBody label="What it is" className={styles.answerBody}>
        {answer === undefined ? (
          <div className={styles.reading} data-testid="reading">
            <h1 className={styles.verdict}>Looking at it.</h1>
            <ul className={styles.chances} aria-hidden="true">
              {Array.from({ length: SHOWN + 1 }, (_, at) => (
                <li key={at} className={styles.chance}>
                  <span />
                  <span className={styles.chanceTrack} />
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <>
            <h1 className={styles.verdict} data-testid="verdict" data-kind={answer.verdict.kind}>
              <VerdictWords words={answer.verdict.words} />
            </h1>
            <p className={styles.tested}>
              {answer.tested}
              {answer.verdict.rough && ' With so few known classes, the numbers are rough.'}
            </p>
            <Chances answer={answer} />
            <UnlikeSection answer={answer} />
            <Spoken words={answer.verdict.words} />
          </>
        )}
      </PaneBody>
    </Pane>
  )
}

/** Bars of the best three, and one of all others: together 100. */
function Chances({ answer: { ranked } }: { readonly answer: RowAnswer }): ReactNode {
  const act = useAct()
  const best = ranked.slice(0, SHOWN)
  const probabilities = best.flatMap(({ probability }) => probability ?? [])
  const isTested = probabilities.length === best.length
  const { named, rest } = inHundredParts(isTested ? probabilities : [], ranked.length)
  const bar = (value: number): ReactNode => (
    <span className={styles.chanceTrack} aria-hidden="true">
      <span style={{ width: `${value}%` }} />
    </span>
  )
  return (
    <>
      <ol className={styles.chances} data-testid="chances">
        {best.map((each, at) => (
          <li key={each.class} className={styles.chance} data-best={at === 0 || undefined}>
            <button
              type="button"
              className={styles.chanceName}
              onClick={() => act(goToClass, { name: each.class, seen: each.seen })}
            >
              <NamedMark name={each.class} />
              {!each.seen && <small className={styles.described}>described</small>}
            </button>
            {isTested && bar(named[at])}
            {isTested && (
              <span className={styles.chanceValue}>
                {named[at]}
                <span className="visually-hidden"> in 100</span>
              </span>
            )}
          </li>
        ))}
        {isTested && rest > 0 && (
          <li className={styles.chance} data-rest>
            <span className={styles.chanceName}>anything else</span>
            {bar(rest)}
            <span className={styles.chanceValue}>{rest}</span>
          </li>
        )}
      </ol>
      <p className={styles.note}>
        {isTested ? 'in 100 photos like this one' : 'How sure this is, is being tested.'}
      </p>
    </>
  )
}

function Spoken({ words }: { readonly words: string }): ReactNode {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(words), SPOKEN_AFTER)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <p className="visually-hidden" role="status">
      {spoken}
    </p>
  )
}
