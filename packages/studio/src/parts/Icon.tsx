/** The few pictures there are. Only undo, redo, swap, theme and help may stand without a word beside them. */
import type { ReactNode } from 'react'

const paths = {
  undo: 'M4 7h7a4 4 0 0 1 0 8H6M4 7l3-3M4 7l3 3',
  redo: 'M14 7H7a4 4 0 0 0 0 8h5M14 7l-3-3M14 7l-3 3',
  swap: 'M4 6h9M11 4l2 2-2 2M14 12H5M7 10l-2 2 2 2',
  moon: 'M14.5 10.6A6 6 0 0 1 7.4 3.5a6 6 0 1 0 7.1 7.1z',
  sun: 'M9 5.7a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6zM9 1.5v2M9 14.5v2M1.5 9h2M14.5 9h2M3.7 3.7l1.4 1.4M12.9 12.9l1.4 1.4M14.3 3.7l-1.4 1.4M5.1 12.9l-1.4 1.4',
  help: 'M9 2a7 7 0 1 1 0 14A7 7 0 0 1 9 2zM6.9 7.2a2.1 2.1 0 1 1 3 1.9c-.6.3-.9.7-.9 1.4M9 12.7v.1',
  find: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3zM11.7 11.7 15 15',
  lock: 'M5 8h8v7H5zM6.5 8V6a2.5 2.5 0 0 1 5 0v2',
  down: 'M5.5 7.5 9 11l3.5-3.5',
  right: 'M7.5 5.5 11 9l-3.5 3.5',
  tick: 'M4 9.5 7.5 13 14 5.5',
  cross: 'M5 5l8 8M13 5l-8 8',
  warning: 'M9 3 16 15H2zM9 7.5v3.5M9 13v.1',
  reset: 'M5.2 6.2A5 5 0 1 1 4 9.5M5 3v3.5h3.5',
  folder: 'M2.5 5h4l1.5 1.5h7.5V14h-13z',
  file: 'M5 2.5h5L13.5 6v9.5H5zM10 2.5V6h3.5',
  paste: 'M6 4H4v12h10V4h-2M6.5 2.5h5v3h-5z',
  camera: 'M2.5 5.5h3l1-2h5l1 2h3V14h-13zM9 7.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2z',
  plus: 'M9 4v10M4 9h10',
  describe:
    'M2 6h5M11 6h5M2 12h3M9 12h7M9 4.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4zM7 10.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z',
  recognise:
    'M2.5 6V2.5H6M12 2.5h3.5V6M15.5 12v3.5H12M6 15.5H2.5V12M9 6.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  classes: 'M3 3h5v5H3zM10.5 3h4.5v5h-4.5zM3 10.5h5V15H3zM10.5 10.5h2v2h-2zM13 13h2v2h-2z',
  train: 'M3 2.5V15h12.5M5 4.5c1 5 3 7.5 9.5 8',
  evaluate: 'M3 2.5V15h12.5M5 5c5 0 8 3 9 8M9 6.2a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z'
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
