/**
 * How alike many classes are: one heat map in the order of the tree, a cell of a few pixels each, and a part
 * of it magnified with its figures. The magnified table is the map's twin in text.
 */
import { count } from '../lib/say.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { HEAT_STEPS, HeatLegend, heat } from '../parts/HeatLegend.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { magnify, selectClass } from './actions.js'
import type { AffinityFacts } from './affinity-facts.js'
import { shadesOf } from './heat-pixels.js'
import { useClassesPage, useSelection } from './use-classes-page.js'
import type { Many } from './use-many.js'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import styles from './classes.module.css'

/** Classes that are magnified at once. */
export const MAGNIFIED = 12
/** Pixels: of the map where it has room, of a cell at least, and between the names of two families. */
const [SIDE, CELL, NAME] = [500, 2.5, 15]

export function ManyHeat({
  affinity,
  many: { families, known }
}: {
  readonly affinity: AffinityFacts
  readonly many: Many
}): ReactNode {
  const { classes, byLikeness, mixtures } = affinity
  const act = useAct()
  const shade = useStore(useStudio().theme.store, theme => theme.shade)
  const chosen = useClassesPage(page => page.family)
  const { selected } = useSelection(affinity)
  const length = Math.min(MAGNIFIED, classes.length)
  const start = Math.min(
    useClassesPage(page => page.magnified),
    classes.length - length
  )
  const canvas = useRef<HTMLCanvasElement>(null)
  const side = Math.max(SIDE, CELL * classes.length)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined || canvas.current === null) return
    const tokens = getComputedStyle(canvas.current)
    const scale = Array.from({ length: HEAT_STEPS }, (_, step) =>
      tokens.getPropertyValue(`--heat-${step + 1}`).trim()
    )
    const pixels = shadesOf(mixtures, byLikeness, scale)
    context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), classes.length), 0, 0)
  }, [mixtures, byLikeness, classes, shade])
  // The class in hand is magnified.
  const place = byLikeness.indexOf(classes.indexOf(selected))
  useEffect(() => {
    if (place >= 0) act(magnify, place - Math.floor(length / 2))
  }, [act, place, length])
  const part = (at: number): string => `${(100 * at) / classes.length}%`
  const starts = families.map((_, at) =>
    families.slice(0, at).reduce((sum, { members }) => sum + members.length, 0)
  )
  let last = -Infinity
  const named = families.flatMap(({ name, members }, at) => {
    const middle = ((starts[at] + members.length / 2) / classes.length) * SIDE
    if (middle - last < NAME) return []
    last = middle
    return [{ name, middle: part(starts[at] + members.length / 2) }]
  })
  const shown = byLikeness.slice(start, start + length)
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    act(magnify, start + by * (event.shiftKey ? length : 1))
  }
  return (
    <Pane label="How alike they are">
      <PaneHeader
        title="How alike they are"
        note={`${count(classes.length)} × ${count(classes.length)}, in the order of the tree`}
      >
        <HeatLegend />
      </PaneHeader>
      <PaneBody label="Heat map">
        <div className={styles.heat} style={{ '--side': `${side}px` } as CSSProperties}>
          <ol className={styles.heatNames} aria-hidden>
            {named.map(({ name, middle }) => (
              <li key={name} style={{ top: middle }} data-on={name === chosen || undefined} title={name}>
                {name}
              </li>
            ))}
          </ol>
          <div className={styles.heatStage}>
            <canvas
              ref={canvas}
              width={classes.length}
              height={classes.length}
              role="img"
              aria-label={`How alike ${count(classes.length)} classes are, as mixtures. The table below magnifies a part.`}
              onClick={({ nativeEvent: { offsetY }, currentTarget: { clientHeight } }) =>
                act(magnify, Math.floor((classes.length * offsetY) / clientHeight) - Math.floor(length / 2))
              }
            />
            {families.map(({ name, members }, at) => (
              <span
                key={name}
                className={styles.heatFamily}
                data-on={name === chosen || undefined}
                style={{
                  left: part(starts[at]),
                  top: part(starts[at]),
                  width: part(members.length),
                  height: part(members.length)
                }}
              />
            ))}
            <span
              className={styles.heatGlass}
              style={{ left: part(start), top: part(start), width: part(length), height: part(length) }}
            />
          </div>
        </div>
        <div className={styles.magnified}>
          <p>
            <b>Magnified</b> {count(start + 1)} to {count(start + length)} of {count(classes.length)}
            <span>arrow keys move it</span>
          </p>
          <table
            tabIndex={0}
            aria-label={`How alike ${length} classes are, of 100. Arrow keys move on.`}
            onKeyDown={move}
          >
            <thead>
              <tr>
                <td />
                {shown.map((at, k) => (
                  <th key={at} scope="col" title={classes[at]}>
                    <span aria-hidden>{k + 1}</span>
                    <span className="visually-hidden">{classes[at]}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row, k) => (
                <tr key={row}>
                  <th scope="row" data-described={!known[row] || undefined} title={classes[row]}>
                    <button type="button" tabIndex={-1} onClick={() => act(selectClass, classes[row])}>
                      <span>{classes[row]}</span> <b aria-hidden>{k + 1}</b>
                    </button>
                  </th>
                  {shown.map(column => {
                    const value = mixtures[row * classes.length + column]
                    return (
                      <td
                        key={column}
                        className={styles.heatMapCell}
                        style={{ '--cell': heat(value) } as CSSProperties}
                      >
                        {row === column ? '' : Math.round(100 * value)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </PaneBody>
    </Pane>
  )
}
