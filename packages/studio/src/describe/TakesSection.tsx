/** What a class takes from others: whose photos these would be without it. Said once it is more than a few. */
import { count, list } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { Icon } from '../parts/Icon.js'
import { Sentence } from '../parts/Pane.js'
import type { Claims } from './facts.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

/** Fewer photos, and a smaller part of a class, are the border that any two classes have. */
const MANY = 5
const LARGE_PART = 1 / 5

export function TakesSection(): ReactNode {
  const name = useDescribing()?.described.name
  const claims = useDescribePage(page => page.claims)
  if (claims === undefined || claims.class !== name) return null
  const taken = claims.taken.filter(each => each.count >= MANY || each.count >= LARGE_PART * each.of)
  if (taken.length === 0) return null
  return (
    <div className={styles.section} role="group" aria-label="What it takes from other classes">
      <h3 className={styles.title}>
        <span className={styles.warning}>
          <Icon name="warning" size={16} />
        </span>
        <span>What it takes from other classes</span>
      </h3>
      <Sentence small>{takenText(claims, taken)}</Sentence>
      <ul className={styles.takes}>
        {taken.map(({ class: other, count: gone, of }) => (
          <li key={other}>
            <NamedMark name={other} />
            <span className={styles.takesBar} aria-hidden="true">
              <span style={{ width: `${(100 * gone) / of}%` }} />
            </span>
            <span>
              {count(gone)} of {count(of)} gone
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** 'Of its 36 photos, 11 were deer's and 3 antelope's.' */
export function takenText({ claimed }: Pick<Claims, 'claimed'>, taken: Claims['taken']): string {
  const whose = taken.map(
    ({ class: other, count: gone }, at) =>
      `${count(gone)} ${at > 0 ? '' : gone === 1 ? 'was ' : 'were '}${other}’s`
  )
  return `Of its ${count(claimed)} photos, ${list(whose)}.`
}
