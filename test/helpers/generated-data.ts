// Data of one's own, made by a seed, and dropped on the page as files.
import { createRandom } from '@unseen/core'
import { writeNpy } from '@unseen/data'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export interface Generated {
  readonly rows: number
  readonly columns: number
  /** classes with rows */
  readonly known: readonly string[]
  /** classes without */
  readonly described: readonly string[]
  readonly attributes: number
  /** classes whose numbers, from the first, are the same modulo this are alike; none unless given */
  readonly families?: number
}

/** Rows around the centre of their class, seeded: paths of features.npy, labels.csv and attributes.csv. */
export async function writeGenerated(
  folder: string,
  { rows, columns, known, described, attributes, families = 0 }: Generated
): Promise<string[]> {
  const random = createRandom(1)
  const names = [...known, ...described]
  const near = (kinds: number, length: number): readonly (readonly number[])[] => {
    const centres = Array.from({ length: kinds }, () => Array.from({ length }, () => random.next()))
    return names.map((_, at) =>
      Array.from({ length }, (__, k) =>
        kinds === 0 ? random.next() : 0.8 * centres[at % kinds][k] + 0.2 * random.next()
      )
    )
  }
  const [places, values] = [near(families, columns), near(families, attributes)]
  const features = new Float32Array(rows * columns)
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < columns; k++)
      features[row * columns + k] =
        places[row % known.length][k] + (families === 0 ? 0.8 : 0.2) * random.next()
  const head = Array.from({ length: attributes }, (_, at) => `a${at + 1}`)
  const files = {
    'features.npy': writeNpy({ name: 'features', shape: [rows, columns], data: features }),
    'labels.csv': `label\n${Array.from({ length: rows }, (_, row) => known[row % known.length]).join('\n')}\n`,
    'attributes.csv': `class,${head.join(',')}\n${names.map((name, at) => [name, ...values[at].map(value => value.toFixed(3))].join(',')).join('\n')}\n`
  }
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    })
  )
}

/** Lets go of files over the page, as a person does from a folder of the system. */
export async function dropFiles(page: Page, files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  await session.detach()
}
