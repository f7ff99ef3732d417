/** Rows that were brought along, as the project keeps them: name, features and picture of each, up to a limit. */
import type { Projects } from '../storage/projects.js'
import type { AddedRow } from './added.js'
import { KEPT_MEGABYTES } from './recognise-facts.js'

const FOLDER = 'added/'

type Files = ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>

const bytesOf = ({ features, picture }: AddedRow): number => features.byteLength + (picture?.size ?? 0)

/** Is there room for it beside those that are kept? */
export const hasRoom = (added: readonly AddedRow[], row: AddedRow): boolean =>
  added.filter(({ kept }) => kept).reduce((sum, each) => sum + bytesOf(each), bytesOf(row)) <= KEPT_MEGABYTES * 2 ** 20

/** Puts one into the database; false where the browser has no room for it. */
export async function keepRow(projects: Projects, project: string, at: number, { name, features, picture }: AddedRow): Promise<boolean> {
  const folder = `${FOLDER}${String(at).padStart(6, '0')}/`
  const files = new Map<string, Blob | Uint8Array<ArrayBuffer>>([
    [`${folder}features`, new Uint8Array(Float32Array.from(features).buffer)],
    [`${folder}name`, new TextEncoder().encode(name)],
    ...(picture === undefined ? [] : [[`${folder}picture`, picture] as const]),
  ])
  return projects.addFiles(project, files).then(() => true, () => false)
}

/** Those of a project, in the order they came. */
export function readRows(files: Files): AddedRow[] {
  const folders = [...new Set([...files.keys()].filter((name) => name.startsWith(FOLDER)).map((name) => name.slice(0, name.lastIndexOf('/') + 1)))].sort()
  return folders.flatMap((folder) => {
    const [features, name, picture] = ['features', 'name', 'picture'].map((part) => files.get(folder + part))
    if (!(features instanceof Uint8Array) || !(name instanceof Uint8Array)) return []
    return [{ name: new TextDecoder().decode(name), features: new Float32Array(features.slice().buffer), kept: true, ...(picture instanceof Blob && { picture }) }]
  })
}
