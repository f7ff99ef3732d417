/**
 * How alike the classes are: as described, as mixtures, by their images. Where the three look alike, images
 * and descriptions agree.
 */
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Choice } from '../parts/Field.js'
import { HeatLegend } from '../parts/HeatLegend.js'
import { Pane, PaneBody, Sentence } from '../parts/Pane.js'
import { Switch } from '../parts/Tabs.js'
import { HeatMap } from './HeatMap.js'
import { ViewSwitch } from './ViewSwitch.js'
import { chooseOrder, showNumbers } from './actions.js'
import type { AffinityFacts } from './affinity-facts.js'
import { useClassesPage, useSelection } from './use-classes-page.js'
import type { ReactNode } from 'react'
import styles from './classes.module.css'

/** More would not fit side by side: then one map is shown at a time. */
const SIDE_BY_SIDE = 12

export function AffinityPane({ affinity }: { readonly affinity: AffinityFacts }): ReactNode {
  const act = useAct()
  const { pages } = useStudio()
  const shown = useClassesPage(page => page.shown)
  const order = useClassesPage(page => page.order)
  const numbers = useClassesPage(page => page.numbers)
  const { selected, against } = useSelection(affinity)
  const { classes, agreement } = affinity
  const positions = order === 'likeness' ? affinity.byLikeness : [...classes.keys()]
  const isOne = classes.length > SIDE_BY_SIDE
  const most = mostAlike(affinity)
  const maps = [
    {
      name: 'signatures',
      title: 'Described',
      note: 'how alike the descriptions are',
      values: affinity.signatures,
      agrees: agreement.described
    },
    {
      name: 'mixtures',
      title: 'Made of',
      note: 'how alike they are as mixtures',
      values: affinity.mixtures,
      agrees: agreement.seen
    },
    {
      name: 'proportions',
      title: 'In photos',
      note: 'how alike their photos look',
      values: affinity.proportions,
      agrees: undefined
    }
  ] as const
  return (
    <Pane label="How alike they are">
      <header className={styles.affinityHead}>
        <h2>Alike</h2>
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
          <ViewSwitch />
          {isOne && (
            <Switch
              label="Which likeness"
              value={shown}
              options={maps.map(({ name, title }) => ({ value: name, label: title }))}
              onChange={name => pages.classes.setState({ shown: name })}
            />
          )}
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
          {maps
            .filter(({ name }) => !isOne || name === shown)
            .flatMap(({ name, title, note, values, agrees }) => [
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
              ...(name === 'proportions' || isOne
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
            `${selected} and ${against}: ${maps.map(({ title, values }) => `${title.toLowerCase()} ${said(values[classes.indexOf(selected) * classes.length + classes.indexOf(against)])}`).join(', ')} of 100.`}
        </p>
      </PaneBody>
    </Pane>
  )
}

const said = (value: number | null): string => (value === null ? 'unknown' : String(Math.round(100 * value)))

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
  if (alike >= 0.9) return 'will often be mixed up.'
  const value = Math.round(100 * alike)
  return alike >= 0.5 ? `are most alike, ${value} of 100.` : `are most alike, and only ${value} of 100.`
}
