/** One of a few, each with a line that explains it. */
import { useId, type ReactNode } from 'react'
import styles from './train.module.css'

export interface RadiosProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly note: string }[]
  readonly onChange: (value: Value) => void
}

export function Radios<Value extends string>({
  legend,
  value,
  options,
  onChange
}: RadiosProps<Value>): ReactNode {
  const name = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.list}>
        {options.map(option => (
          <label
            key={option.value}
            className={styles.option}
            data-selected={option.value === value || undefined}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              <b>{option.label}</b>
              <small>{option.note}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
