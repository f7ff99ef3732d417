/** The numbers behind an answer: all scores, how the best comes about, part by part against another, what would change it. */
import { signed } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { useDocument } from '../page/use-studio.js'
import { Term } from '../parts/Term.js'
import { ComesAbout } from './ComesAbout.js'
import { Contributions } from './Contributions.js'
import { Flips } from './Flips.js'
import { Proportions } from './Proportions.js'
import type { RowAnswer } from './facts.js'
import { scaleOf } from './score-scale.js'
import type { ReactNode } from 'react'
import styles from './recognise.module.css'

export function NumbersBehind({ answer }: { readonly answer: RowAnswer }): ReactNode {
  const { margin, least, against, best } = answer
  const bias = answer.ranked.find(each => each.bias !== 0)?.bias
  const asked = useDocument(document => document.margin)
  return (
    <div className={styles.behind}>
      <h3>All scores</h3>
      <Ranking answer={answer} />
      <p className={styles.answerFacts}>
        {margin !== undefined && (
          <span>
            <b>margin {signed(margin, 3)}</b>
            {asked !== undefined && least !== undefined && `, ${signed(least, 3)} asked for`}
          </span>
        )}
        {bias !== undefined && (
          <span>
            <i className={styles.answerKey} /> <Term word="bias">handicap of known classes</Term>,{' '}
            {signed(-bias, 3)}
          </span>
        )}
      </p>
      <h3>How {signed(best.score, 3)} comes about</h3>
      <p className={styles.note}>
        <Term word="proportions">proportion</Term> in the photo × share in the{' '}
        <Term word="mixture">mixture</Term>, added up
      </p>
      <ComesAbout answer={answer} />
      {against !== undefined && (
        <>
          <h3>
            {best.class} against {against.class}
          </h3>
          <p className={styles.note}>
            <Term word="contribution">contribution</Term> of each known class, hollow if negative
          </p>
          <Contributions best={best} against={against} />
        </>
      )}
      <h3>
        <Term word="proportions">How much of each known class it shows</Term>
      </h3>
      <Proportions answer={answer} />
      <h3>What would change the answer</h3>
      <Flips answer={answer} />
    </div>
  )
}

/** All candidates by score; what the bias took off known classes is hatched. */
function Ranking({ answer: { ranked } }: { readonly answer: RowAnswer }): ReactNode {
  const scale = scaleOf(ranked.flatMap(({ score, bias }) => [score, score - bias]))
  return (
    <ol className={styles.rows} data-testid="ranking">
      {ranked.map((each, at) => (
        <li
          key={each.class}
          className={styles.answerRow}
          data-best={at === 0 || undefined}
          data-class={each.class}
          data-score={each.score}
        >
          <NamedMark name={each.class} />
          <span className={styles.answerTrack}>
            <span className={styles.answerBar} style={scale.span(0, each.score)} />
            {each.bias !== 0 && (
              <span className={styles.bias} style={scale.span(each.score, each.score - each.bias)} />
            )}
            <span className={styles.answerZero} style={{ left: scale.part(0) }} />
          </span>
          <span className={styles.score}>{signed(each.score, 3)}</span>
        </li>
      ))}
    </ol>
  )
}
