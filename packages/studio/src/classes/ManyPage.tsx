/** The page Classes where there are many: a tree of families, one long table, one heat map. */
import { FamilyTree } from './FamilyTree.js'
import { ManyHeat } from './ManyHeat.js'
import { ManyTable } from './ManyTable.js'
import type { AffinityFacts } from './affinity-facts.js'
import { useMany } from './use-many.js'
import type { ReactNode } from 'react'
import styles from './classes.module.css'

export function ManyPage({ affinity }: { readonly affinity: AffinityFacts }): ReactNode {
  const many = useMany(affinity)
  return (
    <div className={styles.many}>
      <FamilyTree affinity={affinity} many={many} />
      <ManyTable affinity={affinity} many={many} />
      <ManyHeat affinity={affinity} many={many} />
    </div>
  )
}
