/** The mark: three seen classes and the dashed frame of an unseen one. */
import type { ReactNode } from 'react'

export function Mark(): ReactNode {
  return (
    <svg width="20" height="16" viewBox="0 0 20 16" aria-hidden="true">
      <path fill="var(--class-5)" d="M0 0h5v16H0z" />
      <path fill="var(--class-3)" d="M6 0h3v16H6z" />
      <path fill="var(--class-8)" d="M10 0h2v16h-2z" />
      <path
        fill="none"
        stroke="var(--ink)"
        strokeWidth="1.2"
        strokeDasharray="2 1.6"
        d="M13.8.6h5.4v14.8h-5.4z"
      />
    </svg>
  )
}
