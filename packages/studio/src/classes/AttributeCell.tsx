/**
 * A value of the attribute table: a dot whose area is the value. Of a described class it is a button that
 * becomes a field; arrows go on to the next one.
 */
import { scaleOf } from '../lib/attribute-scale.js'
import { useAct } from '../page/use-studio.js'
import type { AttributeFacts } from '../worker/facts.js'
import { setValue } from './actions.js'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './classes.module.css'

/** Diameters, in pixels: of the largest dot, and of the dot for a value of 0. */
const LARGEST = 14
const NOTHING = 3

export interface AttributeCellProps {
  readonly class: string
  readonly index: number
  readonly value: number
  readonly attribute: AttributeFacts
  readonly editable: boolean
  readonly changed: boolean
}

export function AttributeCell({
  class: name,
  index,
  value,
  attribute,
  editable,
  changed
}: AttributeCellProps): ReactNode {
  const act = useAct()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const scale = scaleOf(attribute, value)
  const part = Math.min(
    1,
    Math.abs(value) / (Math.max(Math.abs(attribute.maximum), Math.abs(attribute.minimum)) || 1)
  )
  const size = part === 0 ? NOTHING : Math.max(NOTHING + 1, LARGEST * Math.sqrt(part))
  const label = `${attribute.name} of ${name}: ${scale.shown(value)}`
  const dot = (
    <span
      className={styles.dot}
      style={{ width: size, height: size }}
      data-none={part === 0 || undefined}
      data-changed={changed || undefined}
    />
  )
  if (!editable)
    return (
      <>
        {dot}
        <span className="visually-hidden">{scale.shown(value)}</span>
      </>
    )
  /** Hundredths are typed where hundredths are shown. */
  const unit = Number(scale.shown(1).replace('−', '-')) === 100 ? 100 : 1
  const close = (text?: string): void => {
    setOpen(false)
    const wanted = Number((text ?? '').replace(',', '.').replace('−', '-')) / unit
    if (text !== undefined && text.trim() !== '' && Number.isFinite(wanted))
      act(setValue, { class: name, index, value: wanted })
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen) {
    return (
      <input
        className={styles.input}
        aria-label={label}
        inputMode="decimal"
        defaultValue={scale.shown(value)}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={({ currentTarget }) => close(currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') close(event.currentTarget.value)
          else if (event.key === 'Escape') close()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
    )
  }
  return (
    <button
      ref={button}
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      onClick={() => setOpen(true)}
      onKeyDown={moveOn}
    >
      {dot}
    </button>
  )
}

/** To the button at the left or right, or in the row above or below at the same place. */
function moveOn(event: KeyboardEvent<HTMLButtonElement>): void {
  const [down, right] = [
    { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0,
    { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
  ]
  if (down === 0 && right === 0) return
  event.preventDefault()
  const row = event.currentTarget.closest('tr')
  const rows = [...(row?.parentElement?.querySelectorAll('tr') ?? [])]
    .map(each => [...each.querySelectorAll<HTMLButtonElement>('td button')])
    .filter(each => each.length > 0)
  const y = rows.findIndex(each => each.includes(event.currentTarget))
  const x = rows[y].indexOf(event.currentTarget)
  rows
    .at((y + down) % rows.length)
    ?.at((x + right) % rows[y].length)
    ?.focus()
}
