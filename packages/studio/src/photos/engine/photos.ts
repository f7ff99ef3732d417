/**
 * Photos of described classes: their features are read once, then shown to the model, which moves the class
 * (`Model.show`). A model without distances leaves them alone.
 */
import type { Matrix } from '@unseen/core'
import { type Model, UnseenError } from '@unseen/core'
import { Hash } from '@unseen/core/internal'
import type { ShownPhoto } from '../../document/document.js'
import { type AddedRow, featuresOf, rowCount } from '../../images/engine/added.js'
import type { Session } from '../../worker/session.js'

/** A class and the photos that show it. */
export interface ShownClass {
  readonly name: string
  readonly shown?: readonly ShownPhoto[] | undefined
}

/** Rows of features by photo, as far as they are there. */
export type PhotoRows = ReadonlyMap<ShownPhoto['photo'], Matrix>

/** By what a photo of one's own is known, wherever it stands among the rows. */
export const photoId = ({ features }: Pick<AddedRow, 'features'>): string =>
  new Hash().add(Float32Array.from(features)).digest()

export async function readPhotos(
  session: Session,
  described: readonly Pick<ShownClass, 'shown'>[]
): Promise<PhotoRows> {
  const rows = new Map<ShownPhoto['photo'], Matrix>()
  for (const { photo } of described.flatMap(({ shown = [] }) => shown)) {
    if (rows.has(photo)) continue
    const row = rowOf(session, photo)
    if (row !== undefined) rows.set(photo, await featuresOf(session, row))
  }
  return rows
}

/** The number of a photo's row; undefined where it is not there (any more). */
export function rowOf(session: Session, photo: ShownPhoto['photo']): number | undefined {
  const own = session.data?.dataset.features?.rows ?? 0
  if (typeof photo === 'number') return photo >= 0 && photo < own ? photo : undefined
  const at = session.added.findIndex(row => photoId(row) === photo)
  return at < 0 ? undefined : own + at
}

/** What a photo of one's own is called in a document. */
export function ownPhoto(session: Session, row: number): string {
  const added = session.added.at(row - (session.data?.dataset.features?.rows ?? 0))
  if (added !== undefined) return photoId(added)
  throw new UnseenError('dataset.name', `There is no photo ${row + 1}: there are ${rowCount(session)}.`, {
    where: { row }
  })
}

const nameOf = ({ photo, name }: ShownPhoto): string => `${photo} ${name}`

/** Whether the model was shown exactly these photos of a class; one that has no distances is shown none. */
export function hasPhotos(model: Model, { name, shown = [] }: ShownClass): boolean {
  if (!model.hasShape) return true
  const ids = model.knows(name) ? (model.find(name).examples?.ids ?? []) : []
  return (
    ids.length === shown.length && ids.every((id, at) => id.slice(id.indexOf(' ') + 1) === nameOf(shown[at]))
  )
}

/** The model after it was shown these photos of each class, and no others. */
export function showPhotos(model: Model, described: readonly ShownClass[], rows: PhotoRows): Model {
  if (!model.hasShape) return model
  let shownModel = model
  for (const each of described) {
    if (hasPhotos(shownModel, each)) continue
    if (shownModel.find(each.name).examples !== undefined) shownModel = shownModel.takeBack(each.name)
    for (const photo of each.shown ?? []) {
      const row = rows.get(photo.photo)
      if (row !== undefined) shownModel = shownModel.show(each.name, row, { names: [nameOf(photo)] })
    }
  }
  return shownModel
}
