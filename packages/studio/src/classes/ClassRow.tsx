/**
 * One class: mark, kind, images, mixture, how much of it the seen classes express, its look-alike, and its
 * attributes.
 */
import type { Described } from '../document/document.js'
import { count, percent } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { attributesOf } from '../page/session.js'
import { useShares } from '../page/use-classes.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Badge } from '../parts/Badge.js'
import { Icon } from '../parts/Icon.js'
import { MixtureBar } from '../parts/MixtureBar.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import type { ClassFacts } from '../worker/facts.js'
import { AttributeCell } from './AttributeCell.js'
import { selectClass } from './actions.js'
import type { LookAlikeFacts } from './affinity-facts.js'
import type { ReactNode } from 'react'
import styles from './classes.module.css'

export interface ClassRowProps {
  readonly facts: ClassFacts
  readonly nearest: LookAlikeFacts | undefined
  readonly claimed: number | undefined
  /** rows to show of it */
  readonly pictures: readonly number[]
  readonly isSelected: boolean
  /** attributes that are shown */
  readonly columns: readonly number[]
  /** pixels that stand for those before and after */
  readonly gaps: readonly [number, number]
  /** as the document has it; undefined: cannot be changed */
  readonly described: Described | undefined
  readonly changed: readonly number[]
}

export function ClassRow({
  facts,
  nearest,
  claimed,
  pictures,
  isSelected,
  columns,
  gaps,
  described,
  changed
}: ClassRowProps): ReactNode {
  const { name, seen, mixture, expressed, below, rows } = facts
  const act = useAct()
  const sheet = useSession(session => session.sheet)
  const attributes = useSession(attributesOf)
  const shares = useShares()
  const values = described?.values ?? facts.values
  return (
    <tr className={styles.row} data-class={name} data-selected={isSelected || undefined}>
      <th scope="row" className={styles.classTableName}>
        <button type="button" aria-pressed={isSelected} onClick={() => act(selectClass, name)}>
          <NamedMark name={name} />
        </button>
      </th>
      <td>{seen ? 'known' : <Badge kind="unseen">described</Badge>}</td>
      <td>
        {seen && sheet !== undefined && pictures.length > 0 && (
          <span className={styles.pictures}>
            {pictures.map(row => (
              <Thumbnail
                key={row}
                sheet={sheet}
                row={row}
                size={22}
                label={`photo ${count(row + 1)} of ${name}`}
              />
            ))}
          </span>
        )}
        {seen || claimed === undefined ? (
          count(rows)
        ) : (
          <span className={styles.note}>finds {count(claimed)}</span>
        )}
      </td>
      <td className={styles.mixture}>
        <MixtureBar shares={shares(mixture)} height={9} />
      </td>
      <td>
        <span className={styles.expressed}>
          <span className={styles.track}>
            <span style={{ width: `${100 * Math.max(0, expressed)}%` }} />
          </span>
          {percent(expressed)}
          {below && (
            <span
              className={styles.warn}
              role="img"
              aria-label="less than usual here"
              title="less than known classes reach when hidden"
            >
              <Icon name="warning" size={14} />
            </span>
          )}
        </span>
      </td>
      <td>
        {nearest !== undefined && (
          <span className={styles.near}>
            {nearest.warn && (
              <span
                className={styles.warn}
                role="img"
                aria-label="will often be mixed up"
                title="so near that hardly any photo tells them apart"
              >
                <Icon name="warning" size={15} />
              </span>
            )}
            {nearest.class} {Math.round(100 * nearest.alike)}
          </span>
        )}
      </td>
      {gaps[0] > 0 && <td style={{ minWidth: gaps[0] }} />}
      {columns.map((index, at) => (
        <td
          key={index}
          className={[styles.classTableCell, gaps[0] === 0 && at === 0 ? styles.first : ''].join(' ')}
        >
          {attributes !== undefined && (
            <AttributeCell
              class={name}
              index={index}
              value={values[index]}
              attribute={attributes[index]}
              editable={described !== undefined}
              changed={changed.includes(index)}
            />
          )}
        </td>
      ))}
      {gaps[1] > 0 && <td style={{ minWidth: gaps[1] }} />}
    </tr>
  )
}
