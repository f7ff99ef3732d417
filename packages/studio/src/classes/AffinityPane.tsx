/**
 * How alike the classes are: as described, as mixtures, by their images. Where the three look alike, images
 * and descriptions agree.
 */
import { useAct } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Choice } from '../parts/Field.js'
import { HeatLegend } from '../parts/HeatLegend.js'
import { Pane, PaneBody, Sentence } from '../parts/Pane.js'
import { Switch } from '../parts/Tabs.js'
import { HeatMap } from './HeatMap.js'
import { chooseOrder, selectAgainst, showNumbers, showView } from './actions.js'
import type { AffinityFacts } from './affinity-facts.js'
import { useClassesPage, useSelection } from './use-classes-page.js'
import type { ReactNode } from 'react'
import styles from './classes.module.css'

/** More would be too small to read: then those nearest to the selected class are shown, and it is said. */
const MOST_SHOWN = 24

export function AffinityPane({ affinity }: { readonly affinity: AffinityFacts }): ReactNode {
  const act = useAct()
  const order = useClassesPage(page => page.order)
  const numbers = useClassesPage(page => page.numbers)
  const { selected, against } = useSelection(affinity)
  const { classes, agreement } = affinity
  const positions = shownPositions(affinity, order, selected)
  const most = mostAlike(affinity)
  const maps = [
    {
      title: 'Signatures',
      note: 'how alike the descriptions are',
      values: affinity.signatures,
      agrees: agreement.described
    },
    {
      title: 'Mixtures',
      note: 'how alike they are as mixtures',
      values: affinity.mixtures,
      agrees: agreement.seen
    },
    {
      title: 'Proportions',
      note: 'how alike their images look',
      values: affinity.proportions,
      agrees: undefined
    }
  ]
  return (
    <Pane label="Affinity">
      <header className={styles.affinityHead}>
        <h2>Affinity</h2>
        <div className={styles.sentence}>
          <Sentence isHeading>
            {most === undefined ? (
              'There is one class alone.'
            ) : (
              <>
                <b>
                  {most.first.slice(0, 1).toUpperCase()}
                  {most.first.slice(1)}
                </b>{' '}
                and <b>{most.second}</b> {alikeText(most.alike)}
              </>
            )}
          </Sentence>
        </div>
        <div className={styles.affinityTools}>
          <Switch
            label="View"
            value="affinity"
            options={[
              { value: 'affinity', label: 'Affinity' },
              { value: 'map', label: 'Map' }
            ]}
            onChange={view => act(showView, view)}
          />
          <Choice
            quiet
            label="Order"
            value={order}
            options={[
              { value: 'likeness', label: 'By likeness' },
              { value: 'file', label: 'As in the file' }
            ]}
            onChange={value => act(chooseOrder, value)}
          />
          <Button
            pressed={numbers}
            data-action={showNumbers.name}
            onClick={() => act(showNumbers, undefined)}
          >
            Numbers
          </Button>
          <HeatLegend />
        </div>
      </header>
      <PaneBody label="Heat maps">
        <div className={styles.maps}>
          {maps.flatMap(({ title, note, values, agrees }) => [
            <HeatMap
              key={title}
              title={title}
              note={note}
              classes={classes}
              positions={positions}
              values={values}
              selected={selected}
              against={against}
              numbers={numbers}
            />,
            ...(title === 'Proportions'
              ? []
              : [
                  <p
                    key={`${title} agreement`}
                    className={styles.agreement}
                    title="Correlation over all pairs of classes"
                  >
                    <b>{agrees === undefined ? '–' : agrees.toFixed(2).replace('-', '−')}</b> agreement
                    <i className={styles.arrow} />
                  </p>
                ])
          ])}
        </div>
        <p className={styles.pair} role="status">
          {against !== undefined &&
            against !== selected &&
            `${selected} and ${against}: ${maps.map(({ title, values }) => `${title.toLowerCase()} ${shown(values[classes.indexOf(selected) * classes.length + classes.indexOf(against)])}`).join(', ')} of 100.`}
        </p>
        {classes.length > MOST_SHOWN && (
          <p className={styles.pair}>
            The {MOST_SHOWN} classes nearest to {selected}, of {classes.length}.{' '}
            <Choice
              quiet
              label="Hold against"
              value={against ?? ''}
              options={classes.map(name => ({ value: name, label: name }))}
              onChange={name => act(selectAgainst, name)}
            />
          </p>
        )}
      </PaneBody>
    </Pane>
  )
}

const shown = (value: number | null): string => (value === null ? 'unknown' : String(Math.round(100 * value)))

/** The pair of classes whose mixtures are nearest. */
function mostAlike({
  classes,
  mixtures
}: AffinityFacts): { readonly first: string; readonly second: string; readonly alike: number } | undefined {
  let best: { first: string; second: string; alike: number } | undefined
  classes.forEach((first, i) =>
    classes.forEach((second, k) => {
      const alike = mixtures[i * classes.length + k]
      if (k > i && (best === undefined || alike > best.alike)) best = { first, second, alike }
    })
  )
  return best
}

function alikeText(alike: number): string {
  if (alike >= 0.9) return 'almost coincide as mixtures: expect confusion.'
  const value = Math.round(100 * alike)
  return alike >= 0.5
    ? `are most alike as mixtures, ${value} of 100.`
    : `are most alike as mixtures, and only ${value} of 100.`
}

/** Positions of the classes that are shown, in the order wanted. */
function shownPositions(
  { classes, mixtures, byLikeness }: AffinityFacts,
  order: 'likeness' | 'file',
  selected: string
): readonly number[] {
  const all = order === 'likeness' ? byLikeness : [...classes.keys()]
  if (classes.length <= MOST_SHOWN) return all
  const from = classes.indexOf(selected) * classes.length
  const nearest = new Set(
    [...classes.keys()].sort((a, b) => mixtures[from + b] - mixtures[from + a] || a - b).slice(0, MOST_SHOWN)
  )
  return all.filter(at => nearest.has(at))
}
