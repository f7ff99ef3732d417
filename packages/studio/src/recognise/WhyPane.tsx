/**
 * Why this class: which known classes the answer comes from, with the photos of theirs that look most like
 * this one. The numbers are folded below.
 */
import { withArticle } from '@unseen/core/internal'
import { mixtureWords, plural } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { useMarkOf } from '../page/use-classes.js'
import { useAct, useSession } from '../page/use-studio.js'
import { colourVariable } from '../parts/ClassMark.js'
import { Choice } from '../parts/Field.js'
import { Fold } from '../parts/Fold.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { NumbersBehind } from './NumbersBehind.js'
import { holdAgainst, showRow } from './actions.js'
import type { RowAnswer } from './facts.js'
import { type ReactNode, useState } from 'react'
import styles from './recognise.module.css'

const SHOWN = 6
/** What would be said to be 0 %. */
const LEAST = 0.005

export function WhyPane({ answer }: { readonly answer: RowAnswer }): ReactNode {
  const act = useAct()
  const [folded, setFolded] = useState(true)
  const { best, against, ranked } = answer
  const name = withArticle(best.class)
  return (
    <Pane label={`Why ${name}`}>
      <PaneHeader title={`Why ${name}`}>
        {against !== undefined && (
          <>
            <span className={styles.note}>and not</span>
            <Choice
              label="Hold against"
              quiet
              value={against.class}
              options={ranked
                .filter(each => each.class !== best.class)
                .map(each => ({ value: each.class, label: each.class }))}
              onChange={other => act(holdAgainst, other)}
            />
          </>
        )}
      </PaneHeader>
      <PaneBody label="Why" className={styles.whyBody}>
        <Parts answer={answer} />
        <div className={styles.numbers}>
          <Fold
            title="The numbers behind it"
            note="and what would change the answer"
            folded={folded}
            onToggle={() => setFolded(!folded)}
          >
            {!folded && <NumbersBehind answer={answer} />}
          </Fold>
        </div>
      </PaneBody>
    </Pane>
  )
}

/** The parts of the answer that speak for it, as shares of these. */
function Parts({ answer: { best, nearest } }: { readonly answer: RowAnswer }): ReactNode {
  const act = useAct()
  const markOf = useMarkOf()
  const sheet = useSession(session => session.sheet)
  const isDescribed = useSession(({ classes }) =>
    classes.some(each => each.name === best.class && !each.seen)
  )
  const parts = best.terms.filter(({ contribution }) => contribution > 0)
  const total = parts.reduce((sum, { contribution }) => sum + contribution, 0)
  const shares = parts
    .map(term => ({ name: term.class, share: term.contribution / total }))
    .sort((a, b) => b.share - a.share)
  const shown = shares.filter(({ share }) => share >= LEAST).slice(0, SHOWN)
  const rest = shares.slice(shown.length)
  if (shown.length === 0) return <Sentence>No known class speaks for it.</Sentence>
  const most = shown[0].share
  const words = mixtureWords(shares)
  return (
    <>
      <Sentence>
        {words.map(({ text, isName }, at) => {
          const said = at === 0 ? text.replace(/^Most/, 'It looks most') : text
          const ended =
            isDescribed && at === words.length - 1
              ? said.replace(/\.$/, ': that is how you described it.')
              : said
          return isName ? <b key={at}>{ended}</b> : <span key={at}>{ended}</span>
        })}
      </Sentence>
      <h3 className={styles.partsTitle}>
        What it recognised in the photo <small>share of the answer</small>
      </h3>
      <ul className={styles.parts}>
        {shown.map(({ name, share }) => (
          <li key={name} className={styles.whyPart}>
            <span className={styles.nearest}>
              {sheet !== undefined &&
                (nearest[name] ?? []).map(row => (
                  <Thumbnail
                    key={row}
                    sheet={sheet}
                    row={row}
                    size={48}
                    label={`${name}, photo ${row + 1}`}
                    onClick={() => act(showRow, row)}
                  />
                ))}
            </span>
            <NamedMark name={name} />
            <span className={styles.partTrack} aria-hidden="true">
              <span
                style={{
                  width: `${(100 * share) / most}%`,
                  background: colourVariable(markOf(name).colour)
                }}
              />
            </span>
            <b>{Math.round(100 * share)} %</b>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {sheet !== undefined && 'The thumbnails are the known photos nearest to this one. '}
        {rest.length > 0 &&
          `${plural(rest.length, 'more class', 'more classes')} together ${Math.round(100 * rest.reduce((sum, { share }) => sum + share, 0))} %.`}
      </p>
    </>
  )
}
