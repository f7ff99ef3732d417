/** A button that is an action: label, state and what it does come from the one object. */
import { Button, type ButtonProps } from '../parts/Button.js'
import { type Action, isEnabled, labelOf, perform } from './action.js'
import { useStudio } from './use-studio.js'
import type { ReactNode } from 'react'

export interface ActionButtonProps<Argument> extends Omit<ButtonProps, 'onClick'> {
  readonly action: Action<Argument>
  readonly argument: Argument
}

export function ActionButton<Argument>({
  action,
  argument,
  children,
  disabled = false,
  ...rest
}: ActionButtonProps<Argument>): ReactNode {
  const studio = useStudio()
  return (
    <Button
      {...rest}
      data-action={action.name}
      disabled={disabled || !isEnabled(action, studio, argument)}
      onClick={() => void perform(studio, action, argument)}
    >
      {children ?? labelOf(action, studio)}
    </Button>
  )
}
