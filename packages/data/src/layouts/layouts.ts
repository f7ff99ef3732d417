/** Every layout there is. Files are read by the first that recognises them. */
import { UnseenError, count } from '@unseen/core'
import type { Draft } from '../draft/draft.js'
import { listed } from './arrays.js'
import type { FileSet } from './file-set.js'
import type { Layout } from './layout.js'
import { manifestLayout } from './manifest-layout.js'
import { namedArraysLayout } from './named-arrays.js'
import { tableFilesLayout } from './table-files.js'
import { arrayFiles } from './which-files.js'
import { xlsa17Layout } from './xlsa17.js'

/** Those that cannot be mistaken come first. */
export const layouts: readonly Layout[] = [manifestLayout, xlsa17Layout, namedArraysLayout, tableFilesLayout]

/**
 * Finds out how the files are kept and reads what they hold, without believing it yet.
 *
 * @param files of `fileSet` or `openFiles`
 */
export async function readDraft(files: FileSet): Promise<Draft> {
  for (const layout of layouts) if (await layout.recognises(files)) return layout.read(files)
  throw new UnseenError(
    'dataset.layout',
    `${files.name} is no data set that is recognised. ${await inside(files)}`,
    {
      where: { path: files.name },
      remedy: `Known are: ${layouts.map(({ summary }) => summary).join('; ')}. Say which file is which with \`unseen data new\`, or in a dataset.json.`
    }
  )
}

const SHOWN = 6

/** What was found, so that people see why it was not enough. */
async function inside(files: FileSet): Promise<string> {
  const folders = [
    ...new Set(
      files.names
        .filter(name => /(?:^|\/)(?:dataset\.json|att_splits\.mat)$/.test(name))
        .map(name => name.replace(/\/?[^/]*$/, ''))
    )
  ]
  if (folders.length > 0) return `It has data sets in ${some(folders)}: open one of them.`
  const names = arrayFiles(files)
  if (names.length === 0)
    return files.names.length === 0
      ? 'It is empty.'
      : `It has ${count(files.names.length)} files, none of which holds arrays: ${some(files.names)}.`
  const said = await Promise.all(
    names.slice(0, SHOWN).map(async name =>
      files.arrays(name).then(
        ({ arrays }) => `${name} with ${listed(arrays.slice(0, SHOWN))}`,
        (error: unknown) => `${name} (${error instanceof Error ? error.message : 'unreadable'})`
      )
    )
  )
  return `It has ${said.join('; ')}${names.length > SHOWN ? `; and ${count(names.length - SHOWN)} more` : ''}.`
}

function some(names: readonly string[]): string {
  return (
    names.slice(0, SHOWN).join(', ') +
    (names.length > SHOWN ? ` and ${count(names.length - SHOWN)} more` : '')
  )
}
