/** Mark and name of a class, wherever a class is named. */
import { defined } from '@unseen/core/internal'
import { ClassMark } from '../parts/ClassMark.js'
import { useMarkOf } from './use-classes.js'
import type { ReactNode } from 'react'
import styles from './page.module.css'

export function NamedMark({
  name,
  children,
  size
}: {
  readonly name: string
  readonly children?: ReactNode
  readonly size?: number
}): ReactNode {
  const mark = useMarkOf()(name)
  return (
    <span className={styles.named}>
      <ClassMark {...mark} {...defined({ size })} />
      <span>{children ?? name}</span>
    </span>
  )
}
