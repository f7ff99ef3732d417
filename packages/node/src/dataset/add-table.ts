/**
 * One more table of signatures for the folder of a data set: its numbers and the names of its columns
 * become a file of their own, then dataset.json is written anew; texts and encoder stand there, for
 * people to read. Whatever happens in between, the folder stays a whole data set.
 */
import { Matrix, type NamedTable, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { writeNpz } from '@unseen/data'
import type { ArrayToWrite, ManifestTable } from '@unseen/data/internal'
import { parseManifest } from '@unseen/data/manifest'
import { changing, withLock } from '../files/lock.js'
import { writeFileWhole } from '../files/write-file.js'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MANIFEST = 'dataset.json'
const FOLDER = 'signatures/'

/** What may be replaced. */
export interface AddTableOptions {
  /** Whether it may take the place of a table of the same name. Default false. */
  readonly replace?: boolean
}

/**
 * Adds descriptions to a data set folder. Returns the name of the file with their numbers.
 *
 * @param folder with a dataset.json
 * @param table its rows follow the classes of the data set
 * @param options whether a table of the same name may be replaced
 */
export async function addTable(
  folder: string,
  table: NamedTable,
  { replace = false }: AddTableOptions = {}
): Promise<string> {
  const path = join(folder, MANIFEST)
  return withLock(
    path,
    async () => {
      const content = await readFile(path, 'utf8').catch((cause: unknown) => {
        throw new UnseenError('dataset.manifest', `${folder} is no folder with a ${MANIFEST}.`, {
          where: { file: path },
          remedy: `Make one by \`unseen data convert ${folder} FOLDER\`.`,
          cause
        })
      })
      const { signatures = [] } = parseManifest(content)
      const before = signatures.find(({ name }) => name === table.name)
      if (before !== undefined && !replace)
        throw new UnseenError('path.exists', `The data set has a table "${table.name}" already.`, {
          where: { table: table.name },
          remedy: 'Choose another name (--table), or replace it (--replace).'
        })
      const file = await freeName(folder, table.name)
      const matrix = Matrix.from(table.matrix, 'signatures')
      if (matrix.kind === 'sparse')
        throw new UnseenError(
          'format.unsupported',
          `Table "${table.name}" is sparse; tables are written dense.`
        )
      await writeFileWhole(
        join(folder, file),
        await writeNpz([
          { name: 'signatures', shape: [matrix.rows, matrix.columns], data: matrix.data },
          ...columnTexts(table)
        ])
      )
      // Not from the checked manifest but from the text, so that fields keep their order.
      const manifest = JSON.parse(content.replace(/^\ufeff/, '')) as { signatures?: ManifestTable[] }
      const entry = entryOf(table, file)
      const kept = manifest.signatures ?? []
      manifest.signatures =
        before === undefined ? [...kept, entry] : kept.map(each => (each.name === table.name ? entry : each))
      const text = `${JSON.stringify(manifest, null, 2)}\n`
      parseManifest(text)
      await writeFileWhole(path, text)
      // What was made here before goes; a file of the user's own stays.
      if (
        before?.encoder !== undefined &&
        before.file.startsWith(FOLDER) &&
        !text.includes(JSON.stringify(before.file))
      )
        await rm(join(folder, before.file), { force: true })
      return file
    },
    changing
  )
}

function entryOf(table: NamedTable, file: string): ManifestTable {
  const { name, sentences, encoder } = table
  return {
    name,
    file,
    array: 'signatures',
    ...Object.fromEntries(columnTexts(table).map(texts => [texts.name, { file, array: texts.name }])),
    ...defined({ sentences, encoder })
  }
}

/** What is known of each column: hundreds of names would hide everything else in dataset.json. */
function columnTexts({ attributes, groups, meanings }: NamedTable): ArrayToWrite[] {
  return Object.entries({ attributes, groups, meanings }).flatMap(([name, data]) =>
    data === undefined ? [] : [{ name, shape: [data.length], data }]
  )
}

/** A file that is not there yet: 'signatures/sentences.npz', 'signatures/sentences-2.npz' ... */
async function freeName(folder: string, table: string): Promise<string> {
  const stem =
    table
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'table'
  for (let number = 1; ; number++) {
    const name = `${FOLDER}${stem}${number === 1 ? '' : `-${number}`}.npz`
    if ((await stat(join(folder, name)).catch(() => undefined)) === undefined) return name
  }
}
