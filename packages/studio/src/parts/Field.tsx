/** Fields: text, number, choice, each with its label. */
import { Icon, type IconName } from './Icon.js'
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { useId } from 'react'
import styles from './parts.module.css'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** the label is spoken only */
  readonly quiet?: boolean
  readonly icon?: IconName
  readonly unit?: string
}

export function Field({ label, quiet = false, icon, unit, className, ...rest }: FieldProps): ReactNode {
  const id = useId()
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={quiet ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <span className={styles.fieldBox}>
        {icon !== undefined && <Icon name={icon} size={15} />}
        <input {...rest} id={id} className={styles.input} />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </span>
    </div>
  )
}

export interface ChoiceProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'onChange' | 'value'
> {
  readonly label: string
  readonly quiet?: boolean
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

export function Choice<Value extends string>({
  label,
  quiet = false,
  value,
  options,
  onChange,
  className,
  ...rest
}: ChoiceProps<Value>): ReactNode {
  const id = useId()
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={quiet ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <span className={styles.fieldBox}>
        <select
          {...rest}
          id={id}
          className={styles.select}
          value={value}
          onChange={event => onChange(event.currentTarget.value as Value)}
        >
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.arrow}>
          <Icon name="down" size={14} />
        </span>
      </span>
    </div>
  )
}
