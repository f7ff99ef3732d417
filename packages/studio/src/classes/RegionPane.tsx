/**
 * The images of the region that was selected on the map, and how many of each class: the map's twin in text.
 */
import { count, percent, plural } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { goToImage } from '../page/address-actions.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Pane, PaneBody, PaneHeader, Sentence } from '../parts/Pane.js'
import { EmptyState } from '../parts/States.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { selectRegion } from './actions.js'
import { useClassesPage } from './use-classes-page.js'
import { useState, type ReactNode } from 'react'
import styles from './classes.module.css'

/** Images that are shown at once. */
const PAGE = 120

export function RegionPane(): ReactNode {
  const act = useAct()
  const region = useClassesPage(page => page.region)
  const data = useSession(session => session.data)
  const sheet = useSession(session => session.sheet)
  const [pages, setPages] = useState(1)
  if (data === undefined || region.length === 0) {
    return (
      <Pane label="Selected photos">
        <PaneHeader title="Selected photos" />
        <PaneBody label="Selected photos" className={styles.body}>
          <EmptyState title="Nothing is selected.">
            Draw a box on the map, or a line around a part of it with the lasso, and its photos stand here; or
            bring the part you want into view and select that.
          </EmptyState>
        </PaneBody>
      </Pane>
    )
  }
  const counts = new Map<number, number>()
  for (const row of region) counts.set(data.labels[row], (counts.get(data.labels[row]) ?? 0) + 1)
  const totals = new Map<number, number>()
  for (const label of data.labels) totals.set(label, (totals.get(label) ?? 0) + 1)
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || a - b)
  const shown = region.slice(0, pages * PAGE)
  const [[most, mostCount]] = sorted
  return (
    <Pane label="Selected photos">
      <PaneHeader title="Selected photos" note={count(region.length)}>
        <Button kind="quiet" onClick={() => act(selectRegion, [])}>
          Clear
        </Button>
      </PaneHeader>
      <PaneBody label="Selected photos" className={styles.body}>
        <Sentence small>
          <b>{percent(mostCount / region.length)}</b> of these {plural(region.length, 'photo')}{' '}
          {mostCount === 1 ? 'is' : 'are'} <b>{data.classes[most]}</b>.
        </Sentence>
        <table className={styles.regionTable}>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">Selected</th>
              <th scope="col">of its photos</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(([label, found]) => (
              <tr key={label}>
                <th scope="row">
                  <NamedMark name={data.classes[label]} />
                </th>
                <td>{count(found)}</td>
                <td>{percent(found / (totals.get(label) ?? found))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.images}>
          {shown.map(row => (
            <Thumbnail
              key={row}
              sheet={sheet}
              row={row}
              size={44}
              label={`photo ${count(row + 1)}, labelled ${data.classes[data.labels[row]]}`}
              onClick={() => act(goToImage, row)}
            />
          ))}
        </div>
        {shown.length < region.length && (
          <p className={styles.regionNote}>
            The first {count(shown.length)} of {count(region.length)} are shown.{' '}
            <Button kind="quiet" onClick={() => setPages(pages + 1)}>
              Show more
            </Button>
          </p>
        )}
      </PaneBody>
    </Pane>
  )
}
