/**
 * Fields of core's table of options: names, ranges, choices and summaries are the command line's. What is
 * empty is at its default.
 */
import type { FitOptions, OptionSpec } from '@unseen/core'
import { Choice, Field } from '../parts/Field.js'
import { type RunPlan, defaultOf } from './engine/plans.js'
import type { ReactNode } from 'react'
import styles from './train.module.css'

export interface OptionFieldsProps {
  readonly plan: RunPlan
  readonly fields: readonly OptionSpec[]
  readonly onChange: (options: FitOptions) => void
}

export function OptionFields({ plan, fields, onChange }: OptionFieldsProps): ReactNode {
  const { options } = plan
  const set = (name: string, value: string | number | undefined): void =>
    onChange(
      Object.fromEntries([
        ...Object.entries(options).filter(([each]) => each !== name),
        ...(value === undefined ? [] : [[name, value] as const])
      ])
    )
  return (
    <div className={styles.fields}>
      {fields.map(spec => {
        const standard = defaultOf(plan, spec)
        return (
          <div key={spec.name}>
            {spec.kind === 'choice' ? (
              <Choice
                label={labelOf(spec)}
                value={String(options[spec.name] ?? standard)}
                options={spec.choices.map(choice => ({
                  value: choice,
                  label: choice === standard ? `${choice} (default)` : choice
                }))}
                onChange={value => set(spec.name, value === standard ? undefined : value)}
              />
            ) : (
              <Field
                label={labelOf(spec)}
                type="number"
                min={spec.minimum}
                step={spec.kind === 'integer' ? 1 : 'any'}
                placeholder={String(standard)}
                value={options[spec.name] ?? ''}
                onChange={({ currentTarget: { value, valueAsNumber } }) =>
                  set(
                    spec.name,
                    value === '' ||
                      !(valueAsNumber >= spec.minimum) ||
                      (spec.kind === 'integer' && !Number.isInteger(valueAsNumber))
                      ? undefined
                      : valueAsNumber
                  )
                }
              />
            )}
            <p className={styles.summary}>{spec.summary}</p>
          </div>
        )
      })}
    </div>
  )
}

const labelOf = ({ name, symbol }: OptionSpec): string =>
  symbol === undefined || symbol === name ? name : `${name}, ${symbol}`
