/**
 * All classes, seen and unseen, with what they are mixtures of, and the table of their attributes: rows of
 * described classes are changed in place.
 */
import { changedEntries } from '../document/versions.js'
import { plural } from '../lib/say.js'
import { attributesOf } from '../page/session.js'
import { useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Field } from '../parts/Field.js'
import { Pane, PaneBody } from '../parts/Pane.js'
import { Term } from '../parts/Term.js'
import { ClassRow } from './ClassRow.js'
import type { AffinityFacts } from './affinity-facts.js'
import { useClassesPage, useSelection } from './use-classes-page.js'
import { useMemo, type ReactNode } from 'react'
import styles from './classes.module.css'

/** Columns that are shown at once; more on demand, and it is said how many there are. */
const MOST_ATTRIBUTES = 40

export function ClassTable({ affinity }: { readonly affinity: AffinityFacts }): ReactNode {
  const { pages } = useStudio()
  const classes = useSession(session => session.classes)
  const data = useSession(session => session.data)
  const described = useDocument(document => document.classes)
  const order = useClassesPage(page => page.order)
  const find = useClassesPage(page => page.find)
  const all = useClassesPage(page => page.allAttributes)
  const { selected } = useSelection(affinity)
  const attributes = useSession(attributesOf)
  const found = useMemo(
    () =>
      (attributes ?? []).flatMap(({ name, group = '' }, index) =>
        `${name} ${group}`.toLowerCase().includes(find.trim().toLowerCase()) ? [index] : []
      ),
    [attributes, find]
  )
  const columns = all ? found : found.slice(0, MOST_ATTRIBUTES)
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
  const unseen = classes.filter(({ seen }) => !seen).length
  return (
    <Pane label="Classes and attributes">
      <header className={styles.classTableHead}>
        <h2>Classes</h2>
        <span className={styles.note}>
          {classes.length - unseen} seen, {unseen} unseen
        </span>
        <span className={styles.classTableTools}>
          {attributes !== undefined && (
            <span className={styles.note}>
              <b>Attributes</b> area shows the value; rows of unseen classes can be changed
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
      <PaneBody label="Classes and attributes">
        <table className={styles.classTableTable}>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">Kind</th>
              <th scope="col">Images</th>
              <th scope="col">
                <Term word="mixture">Mixture</Term>
              </th>
              <th scope="col">
                <Term word="expressed">Expressed</Term>
              </th>
              <th scope="col">
                <Term word="lookAlike">Look-alike</Term>
              </th>
              {columns.map((index, at) => (
                <th
                  key={index}
                  scope="col"
                  className={[styles.attribute, at === 0 ? styles.first : ''].join(' ')}
                  data-changed={anyChanged.has(index) || undefined}
                  title={attributes?.[index].meaning}
                >
                  <span>{attributes?.[index].name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, facts }) => (
              <ClassRow
                key={facts.name}
                facts={facts}
                nearest={affinity.nearest[at]}
                claimed={affinity.claimed[facts.name]}
                pictures={pictures.get(data?.classes.indexOf(facts.name) ?? -1) ?? []}
                isSelected={facts.name === selected}
                columns={columns}
                described={described.find(({ name }) => name === facts.name)}
                changed={changed.get(facts.name) ?? []}
              />
            ))}
          </tbody>
        </table>
        {columns.length < found.length && (
          <p className={styles.foot}>
            <span className={styles.note}>
              {columns.length} of {plural(found.length, 'attribute')} are shown.{' '}
            </span>
            <Button kind="quiet" onClick={() => pages.classes.setState({ allAttributes: true })}>
              Show all {found.length}
            </Button>
          </p>
        )}
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
