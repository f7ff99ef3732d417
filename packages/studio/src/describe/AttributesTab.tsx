/** The description as sliders, in the groups of the data set. */
import { changedEntries } from '../document/versions.js'
import { attributesOf } from '../page/session.js'
import { useSession, useStudio } from '../page/use-studio.js'
import { Field } from '../parts/Field.js'
import { Fold } from '../parts/Fold.js'
import { PaneBody } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import { Switch } from '../parts/Tabs.js'
import { AttributeRow } from './AttributeRow.js'
import { BeginWith } from './BeginWith.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

export function AttributesTab(): ReactNode {
  const { pages, layout } = useStudio()
  const data = useSession(session => session.data)
  const attributes = useSession(attributesOf)
  const describing = useDescribing()
  const folded = useStore(layout.store, state => state.folded)
  const { find, changedOnly, row, holding } = useDescribePage(page => page)
  if (describing === undefined) return null
  if (
    attributes === undefined ||
    (data !== undefined && data.tables.find(({ name }) => name === data.table)?.named !== true)
  ) {
    return (
      <div className={styles.padded}>
        <EmptyState title="These numbers have no names." ways={<BeginWith />}>
          {data === undefined
            ? 'The model came without its table of attributes.'
            : `The table “${data.table}” has ${describing.described.values.length} numbers that only an encoder can read.`}{' '}
          Mix known classes by hand, paste a vector, or begin with a copy of a class you know.
        </EmptyState>
      </div>
    )
  }
  const { described, baseline } = describing
  const changed = new Set(changedEntries(described))
  const words = find.trim().toLowerCase()
  const fits = attributes.map(
    ({ name, meaning }, at) =>
      (words === '' || `${name} ${meaning ?? ''}`.toLowerCase().includes(words)) &&
      (!changedOnly || changed.has(at))
  )
  const groups = [...new Set(attributes.map(({ group }) => group ?? ''))].map(group => ({
    group,
    members: attributes.flatMap((each, at) => ((each.group ?? '') === group ? [at] : []))
  }))
  const values = holding && baseline !== undefined ? baseline.values : described.values
  const rows = (members: readonly number[]): ReactNode =>
    members
      .filter(at => fits[at])
      .map(at => (
        <AttributeRow
          key={at}
          index={at}
          attribute={attributes[at]}
          value={values[at]}
          before={baseline?.values[at]}
          isChanged={changed.has(at)}
          isInHand={row === at}
        />
      ))
  const isFolded = (group: string): boolean =>
    words === '' && !changedOnly && folded.includes(`attributes ${group}`)
  return (
    <>
      <div className={styles.descriptionTools}>
        <Field
          label="Find an attribute"
          quiet
          icon="find"
          type="search"
          placeholder={`Find one of ${attributes.length} attributes`}
          value={find}
          onChange={event => pages.describe.setState({ find: event.currentTarget.value })}
        />
        <Switch
          label="Which attributes"
          value={changedOnly ? 'changed' : 'all'}
          options={[
            { value: 'all', label: 'All' },
            { value: 'changed', label: `Changed ${changed.size}` }
          ]}
          onChange={value => pages.describe.setState({ changedOnly: value === 'changed' })}
        />
      </div>
      <PaneBody label="Attributes" className={styles.body}>
        {groups.length === 1
          ? rows(groups[0].members)
          : groups
              .filter(({ members }) => members.some(at => fits[at]))
              .map(({ group, members }) => (
                <Fold
                  key={group}
                  title={capital(group)}
                  note={zeros(members.filter(at => described.values[at] === 0).length)}
                  folded={isFolded(group)}
                  onToggle={() => layout.toggleFold(`attributes ${group}`)}
                >
                  {rows(members)}
                </Fold>
              ))}
        {!fits.includes(true) && (
          <p className={styles.nothing}>
            {words === '' ? 'Nothing changed since the version before.' : 'No attribute is called that.'}
          </p>
        )}
      </PaneBody>
    </>
  )
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const zeros = (count: number): string => (count === 0 ? '' : `${count} at zero`)
