/** The worst pairs: which class is most often taken for which, with photos of both. */
import { goToClass } from '../page/address-actions.js'
import { count } from '../lib/say.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { explainImage, showCell } from './actions.js'
import type { BiasFacts, EvaluationFacts } from './facts.js'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import styles from './evaluate.module.css'

const [PAIRS, PHOTOS, OTHERS] = [3, 4, 2]

interface Pair {
  readonly label: string
  readonly answer: string
  readonly wrong: number
  readonly rows: number
}

/** Those with the largest shares of their label's photos. */
export function worstPairs({ classes }: EvaluationFacts, { counts }: BiasFacts): readonly Pair[] {
  return classes
    .flatMap(({ name, rows }, r) =>
      classes.map((answer, c) => ({
        label: name,
        answer: answer.name,
        wrong: r === c ? 0 : counts[r * classes.length + c],
        rows
      }))
    )
    .filter(({ wrong }) => wrong > 0)
    .sort((a, b) => b.wrong / b.rows - a.wrong / a.rows)
    .slice(0, PAIRS)
}

export function PairsPane({
  measured,
  at
}: {
  readonly measured: EvaluationFacts
  readonly at: BiasFacts
}): ReactNode {
  const pairs = useMemo(() => worstPairs(measured, at), [measured, at])
  return (
    <Pane label="Worst pairs">
      <PaneHeader title="Worst pairs" note="which are taken for which" />
      <PaneBody label="Worst pairs" className={styles.pairs}>
        {pairs.length === 0 ? (
          <Sentence small>Nothing is taken for anything else.</Sentence>
        ) : (
          pairs.map(pair => <PairOfClasses key={`${pair.label} ${pair.answer}`} pair={pair} bias={at.bias} />)
        )}
      </PaneBody>
    </Pane>
  )
}

function PairOfClasses({ pair, bias }: { readonly pair: Pair; readonly bias: number }): ReactNode {
  const { label, answer, wrong, rows } = pair
  const { engine } = useStudio()
  const act = useAct()
  const sheet = useSession(session => session.sheet)
  const described = useSession(({ classes }) =>
    classes.find(({ name, seen }) => !seen && (name === label || name === answer))
  )
  const [photos, setPhotos] = useState<{ readonly wrong: Uint32Array; readonly right: Uint32Array }>()
  useEffect(() => {
    let isLate = false
    Promise.all([
      engine.evaluate.cell({ label, answer, bias }),
      engine.evaluate.cell({ label: answer, answer, bias })
    ])
      .then(([taken, own]) => {
        if (!isLate) setPhotos({ wrong: taken.slice(0, PHOTOS), right: own.slice(0, OTHERS) })
      })
      .catch(() => undefined)
    return () => {
      isLate = true
    }
  }, [engine, label, answer, bias])
  const thumbnails = (of: Uint32Array | undefined, name: string): ReactNode =>
    Array.from(of ?? [], row => (
      <Thumbnail
        key={row}
        sheet={sheet}
        row={row}
        size={64}
        label={`photo ${count(row + 1)}, labelled ${name}`}
        onClick={() => act(explainImage, row)}
      />
    ))
  return (
    <div className={styles.pair} role="group" aria-label={`${label} taken for ${answer}`}>
      <Sentence small>
        <b>
          {count(wrong)} of {count(rows)}
        </b>{' '}
        photos of {label} are called {answer}.
      </Sentence>
      <div className={styles.pairPhotos}>
        {thumbnails(photos?.wrong, label)}
        <Icon name="right" size={14} />
        <span className={styles.pairOther}>{thumbnails(photos?.right, answer)}</span>
      </div>
      <p>
        <Button kind="quiet" onClick={() => act(showCell, { label, answer })}>
          All of them
        </Button>
        {described !== undefined && <Button onClick={() => act(goToClass, described)}>Part them</Button>}
      </p>
    </div>
  )
}
