/** Five ways to say what a class is like. */
import { useWidth } from '../page/use-media.js'
import { useStudio } from '../page/use-studio.js'
import { Tabs } from '../parts/Tabs.js'
import { PhotosTab } from '../photos/late-views.js'
import { AttributesTab } from './AttributesTab.js'
import { MixTab } from './MixTab.js'
import { SentenceTab } from './SentenceTab.js'
import { VectorTab } from './VectorTab.js'
import type { DescribeTab } from './state.js'
import { useDescribePage } from './use-describing.js'
import { type ComponentType, Suspense, type ReactNode } from 'react'
import styles from './describe.module.css'

const views: Readonly<Record<DescribeTab, ComponentType>> = {
  attributes: AttributesTab,
  sentence: SentenceTab,
  photos: PhotosTab,
  mixture: MixTab,
  vector: VectorTab
}

export function DescriptionTabs(): ReactNode {
  const { pages } = useStudio()
  const tab = useDescribePage(page => page.tab)
  const isNarrow = useWidth() === 'narrow'
  const View = views[tab]
  return (
    <Tabs
      label="Ways to describe"
      selected={tab}
      className={styles.panel}
      onSelect={name => pages.describe.setState({ tab: name })}
      tabs={[
        { name: 'sentence', label: 'Sentence' },
        { name: 'attributes', label: 'Sliders' },
        { name: 'photos', label: 'Photos' },
        { name: 'mixture', label: isNarrow ? 'Mix' : 'Mix by hand' },
        { name: 'vector', label: 'Vector' }
      ]}
    >
      <Suspense fallback={null}>
        <View />
      </Suspense>
    </Tabs>
  )
}
