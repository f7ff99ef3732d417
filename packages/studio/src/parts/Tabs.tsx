/** Tabs (one view of several) and the switch (one of a few choices, all in view). */
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef } from 'react'
import styles from './parts.module.css'

export interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: ReactNode }[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
  /** what the selected tab shows */
  readonly children: ReactNode
  readonly className?: string | undefined
}

export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
  className
}: TabsProps<Name>): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    const at = (tabs.findIndex(({ name }) => name === selected) + direction + tabs.length) % tabs.length
    onSelect(tabs[at].name)
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[at].focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className={className}>
        {children}
      </div>
    </>
  )
}

export interface SwitchProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly onChange: (value: Value) => void
}

export function Switch<Value extends string>({
  label,
  value,
  options,
  onChange
}: SwitchProps<Value>): ReactNode {
  return (
    <div role="group" aria-label={label} className={styles.switch}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={styles.option}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
