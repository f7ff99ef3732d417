/**
 * Two people changed one class: what differs, as it was, as they have it, as it is here; and which one holds.
 */
import { findDescribed } from '../document/document.js'
import type { Theirs } from '../document/in-step.js'
import { scaleOf } from '../lib/attribute-scale.js'
import { clock } from '../lib/say.js'
import { attributesOf } from '../page/session.js'
import { useDocument, useProject, useSession } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import type { ReactNode } from 'react'
import styles from './server.module.css'

/** Attributes there is room for. */
const SHOWN = 6

export function Conflict({
  theirs: { name, values, by, at },
  children
}: {
  readonly theirs: Theirs
  readonly children: ReactNode
}): ReactNode {
  const mine = useDocument(document => findDescribed(document, name)?.values)
  const before = useProject(project => project.server?.known.find(each => each.name === name)?.values)
  const attributes = useSession(attributesOf)
  const differing =
    mine === undefined || values === null ? [] : mine.flatMap((value, k) => (value === values[k] ? [] : [k]))
  const shown = (k: number, of: readonly number[] | undefined): string =>
    of === undefined
      ? '–'
      : attributes?.[k] === undefined
        ? String(of[k])
        : scaleOf(attributes[k]).shown(of[k])
  return (
    <div className={styles.line} role="alert">
      <Icon name="warning" size={16} />
      <div className={styles.conflict}>
        <p>
          <b>
            {name} was {values === null ? 'forgotten' : 'changed'}
            {by === undefined ? ' by somebody else' : ` by ${by}`}
            {at === undefined ? '' : `, ${clock(Date.parse(at))}`}
          </b>
          , while you {mine === undefined ? 'forgot' : 'changed'} it. Nothing is sent before you decide; with
          theirs, yours stays as a version.
        </p>
        {differing.length > 0 && (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Attribute</th>
                <th scope="col">Before</th>
                <th scope="col">Theirs</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {differing.slice(0, SHOWN).map(k => (
                <tr key={k}>
                  <th scope="row">{attributes?.[k]?.name ?? `entry ${k + 1}`}</th>
                  <td>{shown(k, before)}</td>
                  <td>{shown(k, values ?? undefined)}</td>
                  <td>{shown(k, mine)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {differing.length > SHOWN && <p className={styles.more}>and {differing.length - SHOWN} more</p>}
        <div className={styles.ways}>{children}</div>
      </div>
    </div>
  )
}
