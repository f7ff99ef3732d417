/** One photo after the other, those first that an answer helps most with; it stops once answers move little. */
import { withArticle } from '@unseen/core/internal'
import { count } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useSession } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, Sentence } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { answerNo, answerYes, askOn, skipPhoto } from './actions.js'
import type { AskedPhoto } from './facts.js'
import { answersUntilSettled, askedNow, isSettled } from './state.js'
import { useAnswers, useEffectOfPhotos, usePhotosPage } from './use-photos.js'
import type { ReactNode } from 'react'
import styles from './photos.module.css'

export function AskPane({ className }: { readonly className?: string | undefined }): ReactNode {
  const { name = '', answers } = useAnswers()
  const effect = useEffectOfPhotos()
  const { skipped, asksOn } = usePhotosPage(page => page)
  const sheet = useSession(session => session.sheet)
  const [now, ...next] = askedNow(effect, skipped)
  const answered = answers.filter(({ asked }) => asked === true).length
  const until = answersUntilSettled(effect?.worth ?? 0)
  const isDone = effect !== undefined && isSettled(effect) && !asksOn
  return (
    <Pane label="Is this one?" className={className}>
      <PaneBody label="Question" className={styles.ask}>
        {effect === undefined ? null : isDone ? (
          <EmptyState
            title="Your answers change little now."
            ways={<ActionButton action={askOn} argument={undefined} />}
          >
            The last three moved under 1 photo in 100. More would hardly help.
          </EmptyState>
        ) : now === undefined ? (
          <EmptyState title="There is no photo left to ask about." />
        ) : (
          <>
            <div className={styles.question} data-row={now.row}>
              <Thumbnail sheet={sheet} row={now.row} size={128} label={`photo ${count(now.row + 1)}`} />
              <div>
                <h2 className={styles.title}>Is this one?</h2>
                <Sentence small>{asks(name, now)}</Sentence>
                <div className={styles.ways}>
                  <ActionButton kind="main" action={answerYes} argument={undefined}>
                    <Icon name="tick" size={16} /> Yes <kbd>Y</kbd>
                  </ActionButton>
                  <ActionButton action={answerNo} argument={undefined}>
                    <Icon name="cross" size={16} /> No <kbd>N</kbd>
                  </ActionButton>
                  <ActionButton action={skipPhoto} argument={undefined}>
                    Skip <kbd>S</kbd>
                  </ActionButton>
                </div>
                <p className={styles.note}>{sureness(name, now)}here your answer helps most.</p>
              </div>
            </div>
            <div className={styles.next}>
              <h3 className={styles.title}>
                Next <span className={styles.note}>those your answer helps most with, first</span>
              </h3>
              <ul className={styles.found}>
                {next.slice(0, 6).map(({ row, other }) => (
                  <li key={row}>
                    <Thumbnail
                      sheet={sheet}
                      row={row}
                      size={64}
                      label={`photo ${count(row + 1)}, or ${other}`}
                    />
                    <span className={styles.photoName}>or {other}?</span>
                  </li>
                ))}
              </ul>
              <div
                className={styles.progress}
                role="progressbar"
                aria-label="Answers"
                aria-valuemin={0}
                aria-valuemax={until}
                aria-valuenow={Math.min(answered, until)}
              >
                <span style={{ width: `${Math.min(100, (100 * answered) / until)}%` }} />
              </div>
              <p className={styles.note}>
                <span data-testid="answered">{count(answered)}</span> of about {count(until)} answered; it
                stops once answers change little.
              </p>
            </div>
          </>
        )}
      </PaneBody>
    </Pane>
  )
}

const asks = (name: string, { other }: AskedPhoto): string =>
  `${sentence(withArticle(name))}${other === '' ? '' : `, or ${withArticle(other)}`}?`

/** 'Beaver 41, giraffe 38 in 100: ' */
function sureness(name: string, { other, own, others }: AskedPhoto): string {
  if (own === undefined || others === undefined) return 'Near the border: '
  const [first, second] =
    own >= others
      ? [`${name} ${Math.round(100 * own)}`, `${other} ${Math.round(100 * others)}`]
      : [`${other} ${Math.round(100 * others)}`, `${name} ${Math.round(100 * own)}`]
  return `${sentence(first)}, ${second} in 100: `
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
