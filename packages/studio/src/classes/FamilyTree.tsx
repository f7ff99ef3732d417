/** Families and their classes as a tree; only the lines in view exist. */
import { count } from '../lib/say.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Field } from '../parts/Field.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { useSpan } from '../parts/use-span.js'
import { chooseFamily, openFamily, selectClass } from './actions.js'
import type { AffinityFacts } from './affinity-facts.js'
import type { Family } from './families.js'
import { useClassesPage, useSelection } from './use-classes-page.js'
import type { Many } from './use-many.js'
import { useRef, type ReactNode } from 'react'
import styles from './classes.module.css'

/** Of a line, in pixels. */
const LINE = 29

type Line = { readonly family: Family } | { readonly family: Family; readonly at: number }

export function FamilyTree({
  affinity,
  many: { families, found }
}: {
  readonly affinity: AffinityFacts
  readonly many: Many
}): ReactNode {
  const { pages } = useStudio()
  const act = useAct()
  const find = useClassesPage(page => page.findClass)
  const open = useClassesPage(page => page.open)
  const chosen = useClassesPage(page => page.family)
  const { selected } = useSelection(affinity)
  const body = useRef<HTMLDivElement>(null)
  const isOpen = ({ name }: Family): boolean => open.includes(name) || find.trim() !== ''
  const lines: readonly Line[] = (find.trim() === '' ? families : found).flatMap(family => [
    { family },
    ...(isOpen(family) ? family.members.map(at => ({ family, at })) : [])
  ])
  const { from, to, before, after } = useSpan(body, { count: lines.length, size: LINE })
  const sum = found.reduce((all, { members }) => all + members.length, 0)
  return (
    <Pane label="Kinds" className={styles.tree}>
      <PaneHeader title="Kinds">
        <span className={styles.note}>{count(affinity.classes.length)}</span>
      </PaneHeader>
      <div className={styles.treeFind}>
        <Field
          quiet
          label="Find a class"
          icon="find"
          type="search"
          placeholder="Find a class"
          value={find}
          {...(find.trim() === '' ? {} : { unit: `${count(sum)} found` })}
          onChange={({ currentTarget }) =>
            pages.classes.setState({ findClass: currentTarget.value, family: undefined })
          }
        />
      </div>
      <PaneBody label="Families" ref={body}>
        <ul className={styles.treeLines} style={{ paddingBlock: `${before}px ${after}px` }}>
          {lines.slice(from, to).map(line => (
            <li key={'at' in line ? `class ${line.at}` : line.family.name}>
              {'at' in line ? (
                <button
                  type="button"
                  className={styles.treeClass}
                  aria-current={affinity.classes[line.at] === selected || undefined}
                  onClick={() => act(selectClass, affinity.classes[line.at])}
                >
                  <span>{affinity.classes[line.at]}</span>
                </button>
              ) : (
                <span className={styles.treeFamily} data-selected={line.family.name === chosen || undefined}>
                  <button
                    type="button"
                    aria-expanded={isOpen(line.family)}
                    aria-label={`Classes of ${line.family.name}`}
                    onClick={() => act(openFamily, line.family.name)}
                  >
                    <Icon name={isOpen(line.family) ? 'down' : 'right'} size={14} />
                  </button>
                  <button
                    type="button"
                    aria-pressed={line.family.name === chosen}
                    onClick={() => act(chooseFamily, line.family.name)}
                  >
                    <span>{line.family.name}</span>
                    <small>{count(line.family.members.length)}</small>
                  </button>
                </span>
              )}
            </li>
          ))}
        </ul>
      </PaneBody>
      <p className={styles.treeFoot}>
        Grouped by likeness: nothing in the data says which classes belong together.
      </p>
    </Pane>
  )
}
