/**
 * All classes, seen and unseen, with what they are mixtures of, and the table of their attributes: rows of
 * described classes are changed in place.
 */
import { changedEntries } from '../document/versions.js'
import { attributesOf } from '../page/session.js'
import { useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Field } from '../parts/Field.js'
import { Pane, PaneBody } from '../parts/Pane.js'
import { Term } from '../parts/Term.js'
import { useSpan } from '../parts/use-span.js'
import { ClassRow } from './ClassRow.js'
import { ViewSwitch } from './ViewSwitch.js'
import { type AffinityFacts, MANY } from './affinity-facts.js'
import { useClassesPage, useSelection } from './use-classes-page.js'
import { useMemo, useRef, type ReactNode } from 'react'
import styles from './classes.module.css'

/** Pixels: of a row, of the column of an attribute, and of the columns before the first of them, about. */
const [ROW, COLUMN, BEFORE] = [28, 25, 640]

export function ClassTable({ affinity }: { readonly affinity: AffinityFacts }): ReactNode {
  const { pages } = useStudio()
  const classes = useSession(session => session.classes)
  const data = useSession(session => session.data)
  const described = useDocument(document => document.classes)
  const order = useClassesPage(page => page.order)
  const find = useClassesPage(page => page.find)
  const body = useRef<HTMLDivElement>(null)
  const { selected } = useSelection(affinity)
  const attributes = useSession(attributesOf)
  const found = useMemo(
    () =>
      (attributes ?? []).flatMap(({ name, group = '' }, index) =>
        `${name} ${group}`.toLowerCase().includes(find.trim().toLowerCase()) ? [index] : []
      ),
    [attributes, find]
  )
  const across = useSpan(body, { count: found.length, size: COLUMN, along: 'x', offset: BEFORE })
  const columns = found.slice(across.from, across.to)
  const pictures = useMemo(() => firstRows(data?.labels, 3), [data?.labels])
  const changed = useMemo(
    () => new Map(described.map(each => [each.name, changedEntries(each)])),
    [described]
  )
  const anyChanged = new Set([...changed.values()].flat())
  const rows = (order === 'likeness' ? affinity.byLikeness : [...affinity.classes.keys()]).flatMap(at => {
    const facts = classes.find(({ name }) => name === affinity.classes[at])
    return facts === undefined ? [] : [{ at, facts }]
  })
  const down = useSpan(body, { count: rows.length, size: ROW })
  const unseen = classes.filter(({ seen }) => !seen).length
  const gap = (size: number): ReactNode => size > 0 && <td style={{ minWidth: size }} />
  return (
    <Pane label="Classes and attributes">
      <header className={styles.classTableHead}>
        <h2>Classes</h2>
        <span className={styles.note}>
          {classes.length - unseen} known, {unseen} described
        </span>
        {classes.length >= MANY && <ViewSwitch many />}
        <span className={styles.classTableTools}>
          {attributes !== undefined && (
            <span className={styles.note}>
              <b>Attributes</b> area shows the value; rows of described classes can be changed
            </span>
          )}
          {anyChanged.size > 0 && (
            <span className={styles.key}>
              <i /> changed since the version before
            </span>
          )}
          {(attributes?.length ?? 0) > 12 && (
            <Field
              quiet
              label="Find an attribute"
              icon="find"
              type="search"
              placeholder="Find an attribute"
              value={find}
              onChange={({ currentTarget }) => pages.classes.setState({ find: currentTarget.value })}
            />
          )}
        </span>
      </header>
      <PaneBody label="Classes and attributes" ref={body}>
        <table
          className={styles.classTableTable}
          aria-rowcount={rows.length + 1}
          aria-colcount={found.length + 6}
        >
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">Kind</th>
              <th scope="col">Photos</th>
              <th scope="col">
                <Term word="mixture">Made of</Term>
              </th>
              <th scope="col">
                <Term word="expressed">Covered</Term>
              </th>
              <th scope="col">
                <Term word="lookAlike">Most like</Term>
              </th>
              {gap(across.before)}
              {columns.map((index, at) => (
                <th
                  key={index}
                  scope="col"
                  className={[styles.attribute, across.from + at === 0 ? styles.first : ''].join(' ')}
                  data-changed={anyChanged.has(index) || undefined}
                  title={attributes?.[index].meaning}
                >
                  <span>{attributes?.[index].name}</span>
                </th>
              ))}
              {gap(across.after)}
            </tr>
          </thead>
          <tbody>
            <tr aria-hidden style={{ height: down.before }} />
            {rows.slice(down.from, down.to).map(({ at, facts }) => (
              <ClassRow
                key={facts.name}
                facts={facts}
                nearest={affinity.nearest[at]}
                claimed={affinity.claimed[facts.name]}
                pictures={pictures.get(data?.classes.indexOf(facts.name) ?? -1) ?? []}
                isSelected={facts.name === selected}
                columns={columns}
                gaps={[across.before, across.after]}
                described={described.find(({ name }) => name === facts.name)}
                changed={changed.get(facts.name) ?? []}
              />
            ))}
            <tr aria-hidden style={{ height: down.after }} />
          </tbody>
        </table>
      </PaneBody>
    </Pane>
  )
}

/** The first rows of every label. */
function firstRows(labels: Int32Array | undefined, count: number): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>()
  labels?.forEach((label, row) => {
    const known = rows.get(label)
    if (known === undefined) rows.set(label, [row])
    else if (known.length < count) known.push(row)
  })
  return rows
}
