/** The page Classes: how alike they are, all of them with their attributes; or the map of all images. */
import { useAddress, useSession } from '../page/use-studio.js'
import { Pane } from '../parts/Pane.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { AffinityPane } from './AffinityPane.js'
import { ClassTable } from './ClassTable.js'
import { ManyPage } from './ManyPage.js'
import { MapPane } from './MapPane.js'
import { RegionPane } from './RegionPane.js'
import { MANY } from './affinity-facts.js'
import { useAffinity, useClassesPage } from './use-classes-page.js'
import type { ReactNode } from 'react'
import styles from './classes.module.css'

export function ClassesPage(): ReactNode {
  useAffinity()
  const view = useAddress(({ params }) => params['view'])
  const hasModel = useSession(({ model }) => model !== undefined)
  const affinity = useClassesPage(page => page.affinity)
  const problem = useClassesPage(page => page.problem)
  const isOfNow = useSession(
    ({ classes }) => affinity?.classes.every(name => classes.some(each => each.name === name)) ?? false
  )
  if (view === 'map')
    return (
      <div className={styles.map}>
        <MapPane />
        <RegionPane />
      </div>
    )
  if (!hasModel)
    return (
      <Pane label="Classes" className={styles.alone} isPage>
        <EmptyState title="There are no classes yet.">Open the sample or a data set, or train.</EmptyState>
      </Pane>
    )
  if (problem !== undefined)
    return (
      <Pane label="Classes" className={styles.alone} isPage>
        <ErrorState problem={problem} />
      </Pane>
    )
  if (affinity === undefined || !isOfNow)
    return (
      <Pane label="Classes" className={styles.alone} isPage>
        <EmptyState title="Comparing the classes." />
      </Pane>
    )
  if (affinity.classes.length >= MANY)
    return view === 'attributes' ? (
      <div className={styles.only}>
        <ClassTable affinity={affinity} />
      </div>
    ) : (
      <ManyPage affinity={affinity} />
    )
  return (
    <div className={styles.page}>
      <AffinityPane affinity={affinity} />
      <ClassTable affinity={affinity} />
    </div>
  )
}
