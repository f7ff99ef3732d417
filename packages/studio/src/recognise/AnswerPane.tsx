/**
 * The ranking: scores as bars, what the bias took off seen classes hatched, and the line an answer has to
 * pass.
 */
import { signed } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { NamedMark } from '../page/NamedMark.js'
import { goToClass } from '../page/address-actions.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { Switch } from '../parts/Tabs.js'
import { Term } from '../parts/Term.js'
import { answerAnyway, chooseAmong } from './actions.js'
import type { RowAnswer } from './facts.js'
import { scaleOf } from './score-scale.js'
import { useRecognisePage } from './use-answer.js'
import type { ReactNode } from 'react'
import styles from './recognise.module.css'

export function AnswerPane({ answer }: { readonly answer: RowAnswer }): ReactNode {
  const among = useRecognisePage(page => page.among)
  const classes = useSession(session => session.classes.length)
  const act = useAct()
  const { ranked, least, margin, none } = answer
  const [, runnerUp] = ranked
  const raw = ranked.map(({ score, bias }) => score - bias)
  const line = least === undefined || runnerUp === undefined ? undefined : runnerUp.score + least
  const scale = scaleOf([...ranked.map(({ score }) => score), ...raw, ...(line === undefined ? [] : [line])])
  const bias = ranked.find(each => each.bias !== 0)?.bias
  return (
    <Pane label="What it is">
      <PaneHeader title="What it is">
        <Switch
          label="Candidates"
          value={among}
          options={[
            { value: 'unseen', label: 'Only described' },
            { value: 'all', label: `All ${classes}` }
          ]}
          onChange={value => act(chooseAmong, value)}
        />
      </PaneHeader>
      <PaneBody label="What it is" className={styles.body}>
        <AnswerSentence answer={answer} />
        <div className={styles.above}>
          {none && answer.verdict.kind !== 'unlike' && (
            <ActionButton action={answerAnyway} argument={undefined}>
              Answer anyway
            </ActionButton>
          )}
          {line !== undefined && (
            <p className={styles.lineLabel}>
              <Term word="noneOfThese">“none of these”</Term> unless the winner passes the line
            </p>
          )}
        </div>
        <ol className={styles.rows} data-none={none || undefined} data-testid="ranking">
          {ranked.map((each, at) => (
            <li
              key={each.class}
              className={styles.answerRow}
              data-best={at === 0 || undefined}
              data-class={each.class}
              data-score={each.score}
            >
              <button
                type="button"
                className={styles.answerName}
                onClick={() => act(goToClass, { name: each.class, seen: each.seen })}
              >
                <NamedMark name={each.class} />
                {!each.seen && <small>described</small>}
              </button>
              <span className={styles.answerTrack}>
                <span className={styles.answerBar} style={scale.span(0, each.score)} />
                {each.bias !== 0 && (
                  <span className={styles.bias} style={scale.span(each.score, each.score - each.bias)} />
                )}
                <span className={styles.answerZero} style={{ left: scale.part(0) }} />
                {line !== undefined && <span className={styles.line} style={{ left: scale.part(line) }} />}
              </span>
              <span
                className={styles.score}
                title={each.probability === undefined ? undefined : `score ${signed(each.score, 3)}`}
              >
                {each.probability === undefined ? signed(each.score, 3) : Math.round(100 * each.probability)}
              </span>
            </li>
          ))}
        </ol>
        <p className={styles.answerFacts}>
          {margin !== undefined && (
            <span>
              <b>margin {signed(margin, 3)}</b>
              {least !== undefined && `, ${signed(least, 3)} asked for`}
            </span>
          )}
          {bias !== undefined && bias !== 0 && (
            <span>
              <i className={styles.answerKey} /> taken off seen classes by the <Term word="bias">bias</Term>,{' '}
              {signed(-bias, 3)}
            </span>
          )}
        </p>
        <p className="visually-hidden" role="status">
          {answer.verdict.words}
        </p>
      </PaneBody>
    </Pane>
  )
}

/** The verdict, and how often the like of it was right. */
function AnswerSentence({
  answer: { ranked, none, verdict, margin, least, tested }
}: {
  readonly answer: RowAnswer
}): ReactNode {
  const [best, runnerUp] = ranked
  if (none && verdict.kind !== 'unlike' && runnerUp !== undefined)
    return (
      <Sentence isHeading>
        <b>No answer.</b> {best.class} leads {runnerUp.class} by only {signed(margin ?? 0, 3)};{' '}
        {signed(least ?? 0, 3)} is asked for.
      </Sentence>
    )
  return (
    <Sentence isHeading>
      <b>{verdict.words}</b>
      {tested !== undefined && ` ${tested}`}
      {verdict.rough && ' With so few known classes, the numbers are rough.'}
    </Sentence>
  )
}
