/** Mark and name of a class, wherever a class is named. */
import { defined } from '@unseen/core'
import type { ReactNode } from 'react'
import { ClassMark } from '../parts/ClassMark.js'
import styles from './NamedMark.module.css'
import { useMarkOf } from './classes.js'

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
