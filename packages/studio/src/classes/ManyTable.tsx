/** All of many classes in one long table, family by family; only the rows in view exist. */
import { count } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { Switch } from '../parts/Tabs.js'
import { Term } from '../parts/Term.js'
import { useSpan } from '../parts/use-span.js'
import { ViewSwitch } from './ViewSwitch.js'
import { selectClass } from './actions.js'
import type { AffinityFacts } from './affinity-facts.js'
import { hardest, partWords, type Right } from './families.js'
import type { WhichClasses } from './state.js'
import { useClassesPage, useSelection } from './use-classes-page.js'
import type { Many } from './use-many.js'
import { useRef, type ReactNode } from 'react'
import styles from './classes.module.css'

/** Of a row, in pixels. */
const ROW = 31

export function ManyTable({
  affinity,
  many: { families, right, known, found }
}: {
  readonly affinity: AffinityFacts
  readonly many: Many
}): ReactNode {
  const { pages } = useStudio()
  const which = useClassesPage(page => page.which)
  const family = useClassesPage(page => page.family)
  const { selected } = useSelection(affinity)
  const body = useRef<HTMLDivElement>(null)
  const lines = found.flatMap(each => [each, ...each.members])
  const { from, to, before, after } = useSpan(body, { count: lines.length, size: ROW })
  const described = known.filter(is => !is).length
  const hard = right === undefined ? undefined : hardest(families, right)
  const choices: readonly [WhichClasses, string, number][] = [
    ['all', 'All', known.length],
    ['known', 'Known', known.length - described],
    ['described', 'Described', described],
    ['alike', 'Look-alikes', affinity.nearest.filter(near => near?.warn === true).length]
  ]
  return (
    <Pane label="Classes">
      <PaneHeader
        title="Classes"
        note={`${count(known.length - described)} known, ${count(described)} described`}
      >
        <ViewSwitch many />
      </PaneHeader>
      <div className={styles.manyHead}>
        <Sentence isHeading>
          {hard === undefined ? (
            <>
              <b>{count(known.length)}</b> classes in <b>{count(families.length)}</b> families of those alike.
            </>
          ) : (
            <>
              <b>{capital(hard.family.name)}</b> {hard.family.members.length === 1 ? 'is' : 'are'} the
              hardest: {partWords(hard.within)} the mistakes stay within the family.
            </>
          )}
        </Sentence>
        <Switch
          label="Which classes"
          value={which}
          options={choices.map(([value, label, many]) => ({ value, label: `${label} ${count(many)}` }))}
          onChange={value => pages.classes.setState({ which: value })}
        />
      </div>
      <PaneBody label="All classes" ref={body}>
        <table className={styles.manyTable} aria-rowcount={lines.length + 1}>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">Photos</th>
              <th scope="col">
                <Term word="lookAlike">Most like</Term>
              </th>
              <th scope="col">
                <Term word="right">Right</Term>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr aria-hidden style={{ height: before }} />
            {lines.slice(from, to).map((line, k) =>
              typeof line === 'number' ? (
                <ManyRow
                  key={line}
                  index={from + k + 2}
                  name={affinity.classes[line]}
                  isKnown={known[line]}
                  nearest={affinity.nearest[line]}
                  right={right?.[line]}
                  isSelected={affinity.classes[line] === selected}
                />
              ) : (
                <tr key={line.name} className={styles.manyFamily} aria-rowindex={from + k + 2}>
                  <th scope="rowgroup" colSpan={3}>
                    {line.name}
                  </th>
                  <td>{count(line.members.length)}</td>
                </tr>
              )
            )}
            <tr aria-hidden style={{ height: after }} />
          </tbody>
        </table>
        {lines.length === 0 && (
          <p className={styles.manyNothing}>
            Nothing is called that.{' '}
            <Button
              kind="quiet"
              onClick={() => pages.classes.setState({ findClass: '', which: 'all', family: undefined })}
            >
              Clear
            </Button>
          </p>
        )}
      </PaneBody>
      <footer className={styles.manyFoot}>
        <span>
          {count(found.reduce((sum, { members }) => sum + members.length, 0))} of {count(known.length)}{' '}
          classes
          {family !== undefined && `, ${family}`}
        </span>
        <span>
          <i /> known
        </span>
        <span>
          <i data-described /> described
        </span>
      </footer>
    </Pane>
  )
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function ManyRow({
  index,
  name,
  isKnown,
  nearest,
  right,
  isSelected
}: {
  readonly index: number
  readonly name: string
  readonly isKnown: boolean
  readonly nearest: AffinityFacts['nearest'][number]
  readonly right: Right | undefined
  readonly isSelected: boolean
}): ReactNode {
  const act = useAct()
  const photos = useSession(({ classes }) => classes.find(each => each.name === name)?.rows ?? 0)
  const share = right === undefined || right.rows === 0 ? undefined : right.right / right.rows
  return (
    <tr
      className={styles.manyRow}
      data-class={name}
      data-selected={isSelected || undefined}
      aria-rowindex={index}
    >
      <th scope="row" title={name}>
        <button type="button" aria-pressed={isSelected} onClick={() => act(selectClass, name)}>
          <NamedMark name={name} />
        </button>
      </th>
      <td>{isKnown ? count(photos) : 'none'}</td>
      <td title={nearest?.class}>
        {nearest !== undefined && (
          <span className={styles.manyNear}>
            {nearest.warn ? (
              <span className={styles.warn} role="img" aria-label="will often be mixed up">
                <Icon name="warning" size={14} />
              </span>
            ) : (
              <span />
            )}
            <b>{Math.round(100 * nearest.alike)}</b> <span>{nearest.class}</span>
          </span>
        )}
      </td>
      <td>
        {share !== undefined && (
          <span className={styles.manyRight}>
            <span className={styles.track}>
              <span style={{ width: `${100 * share}%` }} />
            </span>
            {Math.round(100 * share)}
          </span>
        )}
      </td>
    </tr>
  )
}
