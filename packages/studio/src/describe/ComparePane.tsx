/** Before and after: two versions, or the draft and another class's description, side by side. */
import { type Side, asClass, sidesOf, valuesOf } from '../document/versions.js'
import { clock } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useAddress, useSession } from '../page/use-studio.js'
import { IconButton } from '../parts/Button.js'
import { Choice } from '../parts/Field.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import { ComparisonFacts } from './ComparisonFacts.js'
import { MixtureFlow } from './MixtureFlow.js'
import { backTo, compareSides, swapSides } from './actions.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function ComparePane({ className }: { readonly className?: string | undefined }): ReactNode {
  const act = useAct()
  const describing = useDescribing()
  const param = useAddress(({ params }) => params['versions'])
  const classes = useSession(session => session.classes)
  const comparison = useDescribePage(page => page.comparison)
  const nearest = useDescribePage(page => page.meaning?.nearest?.class)
  if (describing === undefined) return null
  const { described } = describing
  const sides = sidesOf(described, param)
  const others = [
    ...new Set([nearest, ...sides.filter(side => side.startsWith('as ')).map(side => side.slice(3))])
  ].filter(name => name !== undefined)
  const options = [
    ...described.versions.map(({ number, time }) => ({
      value: String(number),
      label: `Version ${number}, ${clock(time)}`
    })),
    { value: 'now', label: 'Now' },
    ...others.map(name => ({ value: asClass(name), label: `As ${name}` }))
  ]
  const choose = (at: 0 | 1) => (side: Side) =>
    act(compareSides, at === 0 ? [side, sides[1]] : [sides[0], side])
  // The way back is to whichever side is not the draft itself.
  const other = sides.find(side => side !== 'now')
  const values = other === undefined ? undefined : valuesOf(other, described, classes)
  const label =
    other === undefined ? '' : other.startsWith('as ') ? `Describe it ${other}` : `Back to version ${other}`
  const isSame = values?.every((value, at) => value === described.values[at]) ?? true
  const fresh = comparison?.class === described.name ? comparison : undefined
  return (
    <Pane label="Before and after" className={className}>
      <PaneHeader title="Before and after" note={undefined}>
        {sides[0] !== sides[1] && (
          <IconButton
            icon="swap"
            label="Swap before and after"
            data-action={swapSides.name}
            onClick={() => act(swapSides, undefined)}
          />
        )}
        {other !== undefined && values !== undefined && (
          <ActionButton action={backTo} argument={{ side: other, values, label }} disabled={isSame}>
            {label}
          </ActionButton>
        )}
      </PaneHeader>
      {sides[0] !== sides[1] && (
        <div className={styles.choices}>
          <Choice label="Before" quiet value={sides[0]} options={options} onChange={choose(0)} />
          <span>against</span>
          <Choice label="After" quiet value={sides[1]} options={options} onChange={choose(1)} />
        </div>
      )}
      <PaneBody label="Comparison">
        {fresh === undefined ? (
          <div className={styles.empty}>
            <EmptyState title="No version to compare with yet.">
              Save a version, go on changing, and both are compared here.
            </EmptyState>
          </div>
        ) : (
          <div className={styles.columns}>
            <MixtureFlow
              before={fresh.before.mixture}
              after={fresh.after.mixture}
              names={[nameOf(sides[0]), nameOf(sides[1])]}
            />
            <ComparisonFacts comparison={fresh} />
          </div>
        )}
      </PaneBody>
    </Pane>
  )
}

/** Short, beside a bar. */
const nameOf = (side: Side): string => (side === 'now' || side.startsWith('as ') ? side : `v ${side}`)
