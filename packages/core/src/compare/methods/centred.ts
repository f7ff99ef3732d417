/** The centred rows of a material, made once for all methods that are given it. */
import type { Material } from '../method.js'
import { CentredRows } from '../solvers/centred-rows.js'

/** Columns a product may have, at least; as many as the seen classes in any case. */
export const SHARED_WIDTH = 64

const known = new WeakMap<Material, CentredRows>()

export function centredRows(material: Material): CentredRows {
  let rows = known.get(material)
  if (rows === undefined) {
    rows = new CentredRows(material.features, Math.max(SHARED_WIDTH, material.seen))
    known.set(material, rows)
  }
  return rows
}
