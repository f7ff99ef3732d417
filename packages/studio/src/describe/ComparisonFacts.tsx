/** What changed between two descriptions, in numbers and in images. */
import { count, percent } from '../lib/say.js'
import { goToImage } from '../page/address-actions.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import type { VersionComparison } from './facts.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function ComparisonFacts({
  comparison: { before, after, other, hasImages, labelled, joined, left, class: name }
}: {
  readonly comparison: VersionComparison
}): ReactNode {
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : percent(part / whole, 1))
  const lines: readonly (readonly [string, string, string])[] = [
    ['covered', percent(before.expressed), percent(after.expressed)],
    ...(other === undefined || before.alike === undefined || after.alike === undefined
      ? []
      : [[`alike ${other}`, percent(before.alike), percent(after.alike)] as const]),
    ...(hasImages ? [['photos found', count(before.claimed), count(after.claimed)] as const] : []),
    ...(labelled === 0
      ? []
      : [
          [
            'right, where labelled',
            share(before.right, before.claimed),
            share(after.right, after.claimed)
          ] as const,
          [`of all ${name}, found`, share(before.right, labelled), share(after.right, labelled)] as const
        ])
  ]
  return (
    <>
      <table className={styles.compareFacts}>
        <caption className="visually-hidden">Before and after</caption>
        <tbody>
          {lines.map(([label, was, is]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{was}</td>
              <td className={styles.arrow}>
                <Icon name="right" size={12} />
              </td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasImages && (
        <div className={styles.changes}>
          <Changed title={`${count(joined.count)} joined`} rows={joined.rows} />
          <Changed title={`${count(left.count)} left`} rows={left.rows} />
        </div>
      )}
    </>
  )
}

function Changed({ title, rows }: { readonly title: string; readonly rows: readonly number[] }): ReactNode {
  const sheet = useSession(session => session.sheet)
  const act = useAct()
  return (
    <>
      <h3>{title}</h3>
      <div className={styles.thumbs}>
        {rows.map(row => (
          <Thumbnail
            key={row}
            sheet={sheet}
            row={row}
            size={32}
            label={`image ${count(row + 1)}`}
            onClick={() => act(goToImage, row)}
          />
        ))}
      </div>
    </>
  )
}
