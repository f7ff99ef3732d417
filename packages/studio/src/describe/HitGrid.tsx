/**
 * Rows of a library with their pictures, or ids where there are none, best first; one of them told in full.
 */
import { count, signed } from '../lib/say.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { lookAtHit } from '../server/actions.js'
import type { Found, Hit } from './search-state.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

export function HitGrid({
  found: { hits, by },
  oneLine = false
}: {
  readonly found: Found
  readonly oneLine?: boolean
}): ReactNode {
  const act = useAct()
  const { pictures, row } = useStore(useStudio().pages.search)
  if (hits.length === 0) return <p className={styles.how}>No row meets the condition.</p>
  const selected = hits.find(hit => hit.row === row)
  return (
    <>
      {selected !== undefined && !oneLine && <HitFacts hit={selected} by={by} />}
      <ol className={oneLine ? styles.libraryLine : styles.libraryGrid} aria-label="Rows, best first">
        {hits.map(hit => {
          const picture = pictures.get(hit.row)
          const score = signed(hit.score, 3)
          return (
            <li key={hit.row} data-row={hit.row}>
              <button
                type="button"
                className={styles.hit}
                aria-pressed={hit.row === row}
                aria-label={`${count(hit.rank)}: ${hit.id}, ${by} ${score}`}
                title={hit.id}
                onClick={() => act(lookAtHit, hit.row)}
              >
                {typeof picture === 'string' ? (
                  <img src={picture} width={64} height={64} alt="" />
                ) : (
                  <span className={styles.id}>{hit.id}</span>
                )}
                <span className={styles.score}>{score}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}

function HitFacts({
  hit: { rank, id, score, rival, source, metadata },
  by
}: {
  readonly hit: Hit
  readonly by: Found['by']
}): ReactNode {
  const lines = [
    ['id', id],
    [by, signed(score, 4)],
    ...(rival === undefined ? [] : [['next class', rival]]),
    ['from', source],
    ...Object.entries(metadata).map(([name, value]) => [name, String(value ?? '')])
  ]
  return (
    <dl className={styles.libraryFacts} aria-label={`Row ${rank}`}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
