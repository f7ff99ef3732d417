/**
 * One heat map as a real table: every cell holds its number, written out in the row in hand (and everywhere
 * with "Numbers"). Arrow keys move.
 */
import { useAct } from '../page/use-studio.js'
import { heat } from '../parts/HeatLegend.js'
import { selectAgainst, selectClass } from './actions.js'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import styles from './classes.module.css'

export interface HeatMapProps {
  readonly title: string
  readonly note: string
  readonly classes: readonly string[]
  /** which of them are shown, in order */
  readonly positions: readonly number[]
  readonly values: readonly (number | null)[]
  readonly selected: string
  readonly against: string | undefined
  readonly numbers: boolean
}

export function HeatMap({
  title,
  note,
  classes,
  positions,
  values,
  selected,
  against,
  numbers
}: HeatMapProps): ReactNode {
  const act = useAct()
  const names = positions.map(at => classes[at])
  const move = (event: KeyboardEvent): void => {
    const [down, right] = [
      { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0,
      { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
    ]
    if (down === 0 && right === 0) return
    event.preventDefault()
    const step = (from: string | undefined, by: number): string =>
      names[(names.indexOf(from ?? '') + by + names.length) % names.length]
    if (down !== 0) act(selectClass, step(selected, down))
    // With itself a class is not compared.
    else act(selectAgainst, step(against, step(against, right) === selected ? 2 * right : right))
  }
  const choose = (row: string, column: string): void => {
    act(selectClass, row)
    act(selectAgainst, column)
  }
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        <b>{title}</b> {note}
      </figcaption>
      <table
        className={styles.heatMapTable}
        tabIndex={0}
        aria-label={`${title}: ${note}, of 100. Arrow keys choose two classes.`}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <td />
            {names.map(name => (
              <th
                key={name}
                scope="col"
                className={styles.column}
                data-on={name === against || name === selected || undefined}
                onClick={() => act(selectAgainst, name)}
              >
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {positions.map(row => (
            <tr key={row}>
              <th
                scope="row"
                className={styles.heatMapName}
                data-on={classes[row] === selected || undefined}
                onClick={() => act(selectClass, classes[row])}
              >
                {classes[row]}
              </th>
              {positions.map(column => {
                const value = values[row * classes.length + column]
                const isRow = classes[row] === selected
                const isWritten = numbers || (isRow && row !== column)
                return (
                  <td
                    key={column}
                    className={[styles.heatMapCell, value === null ? styles.none : ''].join(' ')}
                    style={value === null ? undefined : ({ '--cell': heat(value) } as CSSProperties)}
                    data-row={isRow || undefined}
                    data-column={classes[column] === against || undefined}
                    title={`${classes[row]} and ${classes[column]}: ${said(value)}`}
                    onClick={() => choose(classes[row], classes[column])}
                  >
                    <span className={isWritten ? undefined : 'visually-hidden'}>{said(value)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

const said = (value: number | null): string => (value === null ? '?' : String(Math.round(100 * value)))
