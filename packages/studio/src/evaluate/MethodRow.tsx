/** One method in the table of methods: its accuracies, or why there are none. */
import { duration } from '../lib/say.js'
import { Badge } from '../parts/Badge.js'
import type { MethodFacts } from './facts.js'
import type { ReactNode } from 'react'
import styles from './evaluate.module.css'

const per = (value: number | undefined): string => (value === undefined ? '–' : (100 * value).toFixed(1))

export function MethodRow({
  line: { name, title, source, kind, transductive, unseenOnly, seen, unseen, harmonic, half, seconds, failed }
}: {
  readonly line: MethodFacts
}): ReactNode {
  return (
    <tr
      data-method={name}
      data-used={name === 'in-use' || undefined}
      title={source === '' ? undefined : source}
    >
      <th scope="row">
        {title.charAt(0).toUpperCase() + title.slice(1)}{' '}
        {name === 'in-use' && <Badge kind="accent">in use</Badge>}
        {transductive === true && (
          <span title="Its answers depend on which other images are asked about.">
            <Badge>transductive</Badge>
          </span>
        )}
      </th>
      {failed === undefined ? (
        <>
          <td>{per(unseenOnly)}</td>
          <td>{per(seen)}</td>
          <td>{per(unseen)}</td>
          <td>
            <b>{per(harmonic)}</b>{' '}
            <span className={styles.half}>{half === undefined ? '' : `± ${(100 * half).toFixed(1)}`}</span>
          </td>
          <td>
            <span className={styles.track}>
              {harmonic !== undefined && (
                <span className={styles.methodsDot} data-kind={kind} style={{ left: `${100 * harmonic}%` }} />
              )}
            </span>
          </td>
        </>
      ) : (
        <td colSpan={5} className={styles.failed}>
          {failed}
        </td>
      )}
      <td className={styles.time}>{seconds > 0 ? duration(seconds) : ''}</td>
    </tr>
  )
}
