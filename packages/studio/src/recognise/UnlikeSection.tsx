/** How unlike everything known it is, beside photos of classes that the model was not shown. */
import { FALSE_ALARMS } from '@unseen/core/internal'
import type { RowAnswer } from './facts.js'
import type { ReactNode } from 'react'
import styles from './recognise.module.css'

export function UnlikeSection({ answer: { unlike } }: { readonly answer: RowAnswer }): ReactNode {
  if (unlike === undefined) return null
  const closer = Math.round(100 * unlike)
  const limit = 100 * (1 - FALSE_ALARMS)
  return (
    <section className={styles.unlike} aria-label="How unlike is it?">
      <h2>
        How unlike is it? <small>beside test photos of classes it was not shown</small>
      </h2>
      <p className={styles.unlikeSentence}>{sentenceOf(closer, limit)}</p>
      {closer > 0 && (
        <>
          <div className={styles.unlikeTrack} aria-hidden="true">
            <span className={styles.unlikeUsual} />
            <span className={styles.unlikeLimit} style={{ left: `${limit}%` }}>
              unlike anything known
            </span>
            <span
              className={styles.unlikeMark}
              style={{ left: `${closer}%` }}
              data-right={closer > 60 || undefined}
            >
              this photo
            </span>
          </div>
          <p className={styles.unlikeAxis} aria-hidden="true">
            <span>most like</span>
            <span>90 of 100 test photos</span>
            <span>least like</span>
          </p>
        </>
      )}
    </section>
  )
}

/** Below the mildest limit it is not known how many are closer. */
function sentenceOf(closer: number, limit: number): string {
  if (closer === 0) return 'No more unlike than usual.'
  const share = `at least ${closer} of 100 test photos are closer.`
  return closer >= limit ? `Unlike anything known: ${share}` : `More unlike than usual: ${share}`
}
