/**
 * Rows that were brought along, as the project keeps them: name, features and picture of each, up to a limit.
 */
import { defined } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import { KEPT_MEGABYTES } from '../facts.js'
import type { AddedRow } from './added.js'

const FOLDER = 'added/'

type Files = ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>

const bytesOf = ({ features, picture }: AddedRow): number => features.byteLength + (picture?.size ?? 0)

export const bytesKept = (added: readonly AddedRow[]): number =>
  added.filter(({ kept }) => kept).reduce((sum, each) => sum + bytesOf(each), 0)

/** Is there room for it beside those that are kept? */
export const hasRoom = (added: readonly AddedRow[], row: AddedRow): boolean =>
  bytesKept(added) + bytesOf(row) <= KEPT_MEGABYTES * 2 ** 20

/** Those for which there is room are to be kept. */
export function withRoom(added: readonly AddedRow[]): AddedRow[] {
  return added.reduce<AddedRow[]>((before, row) => [...before, { ...row, kept: hasRoom(before, row) }], [])
}

/** Puts one into the database; false where the browser has no room for it. */
export async function keepRow(
  projects: Projects,
  project: string,
  at: number,
  row: AddedRow
): Promise<boolean> {
  return projects.addFiles(project, rowFiles([row], at)).then(
    () => true,
    () => false
  )
}

/** As files of the project, those that are to be kept. */
export function rowFiles(added: readonly AddedRow[], first = 0): Map<string, Blob | Uint8Array<ArrayBuffer>> {
  return new Map(
    added.flatMap(({ name, features, picture, kept }, at): [string, Blob | Uint8Array<ArrayBuffer>][] => {
      const folder = `${FOLDER}${String(first + at).padStart(6, '0')}/`
      return kept
        ? [
            [`${folder}features`, new Uint8Array(Float32Array.from(features).buffer)],
            [`${folder}name`, new TextEncoder().encode(name)],
            ...(picture === undefined ? [] : [[`${folder}picture`, picture] as [string, Blob]])
          ]
        : []
    })
  )
}

/** Those of a project, in the order they came. */
export function readRows(files: Files): AddedRow[] {
  const folders = [
    ...new Set(
      [...files.keys()]
        .filter(name => name.startsWith(FOLDER))
        .map(name => name.slice(0, name.lastIndexOf('/') + 1))
    )
  ].sort()
  return folders.flatMap(folder => {
    const [features, name, picture] = ['features', 'name', 'picture'].map(part => files.get(folder + part))
    if (!(features instanceof Uint8Array) || !(name instanceof Uint8Array)) return []
    return [
      {
        name: new TextDecoder().decode(name),
        features: new Float32Array(features.slice().buffer),
        kept: true,
        ...defined({ picture: picture instanceof Blob ? picture : undefined })
      }
    ]
  })
}
