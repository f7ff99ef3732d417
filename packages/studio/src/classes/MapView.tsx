/** The map itself with its tools: select a region, move, nearer and farther, a class that stands out. */
import { count } from '../lib/say.js'
import { useMarkOf } from '../page/use-classes.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Switch } from '../parts/Tabs.js'
import { type MapTool, MapCanvas } from './MapCanvas.js'
import { selectRegion } from './actions.js'
import type { ClassLook } from './map-pixels.js'
import { type Centre, type Wanted, centresOf } from './map-names.js'
import { type Size, boxBetween, rowsWithin, whole, zoomed } from './map-plane.js'
import { familiesOf } from './families.js'
import type { MapOfModel } from './state.js'
import { useClassesPage } from './use-classes-page.js'
import { type ReactNode, useMemo, useState } from 'react'
import styles from './classes.module.css'

export function MapView({ map }: { readonly map: MapOfModel }): ReactNode {
  const act = useAct()
  const labels = useSession(({ data }) => data?.labels)
  const looks = useLooks()
  const [tool, setTool] = useState<MapTool>('box')
  const [window, setWindow] = useState(whole)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [only, setOnly] = useState<number | undefined>(undefined)
  const points = useMemo(
    () => ({ x: map.x, y: map.y, labels: labels ?? new Int32Array(map.x.length) }),
    [map, labels]
  )
  const centres = useMemo(() => centresOf(points, looks.length), [points, looks])
  const names = useNames(centres, looks)
  const region = useClassesPage(page => page.region)
  const selected = useMemo(() => new Set(region), [region])
  const counts = useMemo(() => {
    const found = looks.map(() => 0)
    points.labels.forEach(label => found[label]++)
    return found
  }, [points, looks])
  return (
    <div className={styles.view}>
      <div className={styles.mapTools}>
        <Switch
          label="Dragging"
          value={tool}
          options={[
            { value: 'box', label: 'Box' },
            { value: 'lasso', label: 'Lasso' },
            { value: 'move', label: 'Move' }
          ]}
          onChange={setTool}
        />
        <span className={styles.zoom}>
          <Button aria-label="Farther" onClick={() => setWindow(zoomed(window, size, 1 / 1.5))}>
            −
          </Button>
          <output>{Math.round(100 * window.zoom)} %</output>
          <Button aria-label="Nearer" onClick={() => setWindow(zoomed(window, size, 1.5))}>
            +
          </Button>
        </span>
        <Button onClick={() => setWindow(whole)}>Whole map</Button>
        <Button
          data-action={selectRegion.name}
          onClick={() =>
            act(
              selectRegion,
              rowsWithin(
                points,
                window,
                size,
                boxBetween({ left: 0, top: 0 }, { left: size.width, top: size.height })
              )
            )
          }
        >
          Select what is in view
        </Button>
        <span className={styles.note}>hollow: described, in the colour of its largest share</span>
      </div>
      <MapCanvas
        points={points}
        looks={looks}
        window={window}
        onWindow={setWindow}
        onSize={setSize}
        tool={tool}
        only={only}
        onOnly={setOnly}
        centres={centres}
        names={names}
        selected={selected}
        onRegion={rows => act(selectRegion, rows)}
      />
      <div className={styles.legend} role="group" aria-label="Classes on the map">
        {looks.map(
          ({ name, token, hollow }, at) =>
            counts[at] > 0 && (
              <button
                key={name}
                type="button"
                aria-pressed={only === at}
                onClick={() => setOnly(only === at ? undefined : at)}
              >
                <span
                  className={styles.swatch}
                  style={
                    hollow
                      ? { boxShadow: `inset 0 0 0 1.5px var(${token})` }
                      : { background: `var(${token})` }
                  }
                />
                {name} <span className={styles.note}>{count(counts[at])}</span>
              </button>
            )
        )}
      </div>
    </div>
  )
}

const tokenOf = (colour: number | undefined): string =>
  colour === undefined ? '--edge' : `--class-${colour}`

/**
 * How classes look on the map, by label of a row: seen ones filled in their own colour, unseen ones hollow in the
 * colour they have most of.
 */
function useLooks(): readonly ClassLook[] {
  const names = useSession(({ data }) => data?.classes)
  const markOf = useMarkOf()
  return useMemo(
    () =>
      (names ?? []).map(name => {
        const { seen, colour, shares } = markOf(name)
        return { name, token: tokenOf(seen ? colour : shares.at(0)?.colour), hollow: !seen }
      }),
    [names, markOf]
  )
}

/** Names by the size of their class; where classes are many, families come first. */
function useNames(centres: readonly Centre[], looks: readonly ClassLook[]): readonly Wanted[] {
  const affinity = useClassesPage(page => page.affinity)
  return useMemo(() => {
    const bySize = [...centres].sort((a, b) => b.count - a.count || a.at - b.at)
    const classes = bySize.map(({ at, x, y }) => ({
      key: looks[at].name,
      text: looks[at].name,
      at,
      x,
      y,
      isFamily: false
    }))
    if (affinity?.families === undefined) return classes
    const positions = new Map(looks.map(({ name }, at) => [name, at]))
    const families = familiesOf(affinity)
      .map(({ name, members }) => ({
        name,
        of: members.flatMap(
          member => centres.find(({ at }) => at === positions.get(affinity.classes[member])) ?? []
        )
      }))
      .filter(({ of }) => of.length > 1)
      .sort((a, b) => b.of.length - a.of.length)
      .map(({ name, of }) => ({
        key: `family ${name}`,
        text: name,
        at: of[0].at,
        x: of.reduce((sum, { x }) => sum + x, 0) / of.length,
        y: of.reduce((sum, { y }) => sum + y, 0) / of.length,
        isFamily: true
      }))
    return [...families, ...classes]
  }, [affinity, centres, looks])
}
