/**
 * A slider: a native range with a spoken value, a mark where it was, accent once it was changed. A drag is
 * one step: `onEnd`.
 */
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react'
import styles from './parts.module.css'

export interface SliderProps {
  readonly label: string
  readonly value: number
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  /** where it was, drawn as a mark */
  readonly before?: number | undefined
  readonly changed?: boolean
  /** '62 per cent' */
  readonly spoken?: string
  readonly onChange: (value: number) => void
  /** let go, or left */
  readonly onEnd?: (() => void) | undefined
  readonly id?: string
  /** id of what says more about it */
  readonly describedBy?: string | undefined
}

/** With Shift, an arrow takes ten steps. */
const STRIDE = 10

export function Slider({
  label,
  value,
  minimum,
  maximum,
  step,
  before,
  changed = false,
  spoken,
  onChange,
  onEnd,
  id,
  describedBy
}: SliderProps): ReactNode {
  const part = (each: number): string =>
    `${maximum === minimum ? 0 : (100 * (each - minimum)) / (maximum - minimum)}%`
  const stride = (event: KeyboardEvent<HTMLInputElement>): void => {
    const direction =
      event.key === 'ArrowRight' || event.key === 'ArrowUp'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowDown'
          ? -1
          : 0
    if (direction === 0 || !event.shiftKey) return
    event.preventDefault()
    onChange(Math.min(maximum, Math.max(minimum, value + direction * STRIDE * step)))
  }
  /**
   * Until a move is answered the old value stands here again, rounded to a step; the browser's `change`,
   * which comes after its `input`, would take that for another move.
   */
  const move = ({ nativeEvent, currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    if (nativeEvent.type === 'input') onChange(Number(currentTarget.value))
  }
  const takeStep = (by: number): void => {
    onChange(Math.min(maximum, Math.max(minimum, value + by * step)))
    onEnd?.()
  }
  const stepper = (by: 1 | -1): ReactNode => (
    <button
      type="button"
      tabIndex={-1}
      className={styles.stepper}
      aria-label={`${label}, ${by > 0 ? 'more' : 'less'}`}
      disabled={by > 0 ? value >= maximum : value <= minimum}
      onClick={() => takeStep(by)}
    >
      {by > 0 ? '+' : '−'}
    </button>
  )
  return (
    <span className={styles.stepped}>
      {stepper(-1)}
      <span
        className={styles.slider}
        data-changed={changed || undefined}
        style={
          { '--at': part(value), '--before': before === undefined ? '0%' : part(before) } as Record<
            string,
            string
          >
        }
      >
        <span className={styles.track} />
        {before !== undefined && before !== value && (
          <span className={styles.rail}>
            <span className={styles.mark} />
          </span>
        )}
        <input
          id={id}
          type="range"
          className={styles.sliderInput}
          aria-label={label}
          aria-describedby={describedBy}
          aria-valuetext={spoken}
          min={minimum}
          max={maximum}
          step={step}
          value={value}
          onChange={move}
          onKeyDown={stride}
          onKeyUp={onEnd}
          onPointerUp={onEnd}
          onPointerCancel={onEnd}
          onBlur={onEnd}
        />
      </span>
      {stepper(1)}
    </span>
  )
}
