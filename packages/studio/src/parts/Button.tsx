/** Buttons: main (ink, one a pane), plain, quiet (a link), icon (with a spoken label). */
import { Icon, type IconName } from './Icon.js'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './parts.module.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'main' | 'plain' | 'quiet'
  readonly icon?: IconName
  readonly pressed?: boolean
}

export function Button({
  kind = 'plain',
  icon,
  pressed,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      aria-pressed={pressed}
      className={[styles.button, styles[kind], className].filter(Boolean).join(' ')}
    >
      {icon !== undefined && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconName
  readonly label: string
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    >
      <Icon name={icon} />
    </button>
  )
}
