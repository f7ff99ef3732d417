// A small data set of one's own: four seen classes with images, zebra with a description alone.
import { perform } from '../../src/page/action.js'
import { openFiles, takeFiles } from '../../src/page/file-actions.js'
import type { Studio } from '../../src/page/studio.js'
import type { Locks } from '../../src/project/one-tab.js'
import type { Projects } from '../../src/storage/projects.js'
import type { NamedBlob } from '../../src/worker/files.js'
import { emptyStudio } from './studio.js'

export const zooClasses = ['horse', 'tiger', 'panda', 'whale']
export const zooAttributes =
  'class,stripes,big,water\nhorse,0,1,0\ntiger,1,1,0\npanda,0.1,0.6,0.1\nwhale,0,1,1\nzebra,1,0.9,0\n'

/** Twelve rows of each class around a corner of its own. */
export function zooFeatures(rename: (name: string) => string = name => name): string {
  const rows = Array.from({ length: 48 }, (_, row) => {
    const at = row % zooClasses.length
    return [
      rename(zooClasses[at]),
      ...zooClasses.map((__, k) => (k === at ? 1 : 0.1) + 0.01 * ((row * 7 + k * 3) % 5))
    ].join(',')
  })
  return `label,f1,f2,f3,f4\n${rows.join('\n')}\n`
}

export const textFile = (name: string, content: string): NamedBlob => ({
  name,
  blob: new Blob([content], { type: 'text/csv' })
})

export const zooFiles = (): readonly NamedBlob[] => [
  textFile('zoo/features.csv', zooFeatures()),
  textFile('zoo/attributes.csv', zooAttributes)
]

/** With the zoo open and a first model: quicker than the sample. */
export async function zooStudio(options?: { projects?: Projects; locks?: Locks }): Promise<Studio> {
  const studio = emptyStudio(options)
  await perform(studio, openFiles, zooFiles())
  await perform(studio, takeFiles, undefined)
  const problem = studio.notices.store.getState().problem ?? studio.pages.start.getState().problem
  if (problem !== undefined) throw new Error(problem.what)
  return studio
}
