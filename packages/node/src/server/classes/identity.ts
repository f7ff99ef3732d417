/**
 * Which training a model is of, and which table its signatures belong to. Described classes outlive a
 * model that is trained anew, as long as their signatures mean the same.
 */
import { type Model, UnseenError } from '@unseen/core'
import type { Identity } from './state.js'
import { createHash } from 'node:crypto'

export function identityOf({ settings, trained, classes, notes }: Model): Identity {
  const seen = classes.slice(0, trained.seen)
  const all = createHash('sha256').update(JSON.stringify([settings, seen.map(({ name }) => name)]))
  for (const array of [trained.weights, trained.references, ...seen.map(({ signature }) => signature)])
    if (array !== undefined) all.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  return {
    fingerprint: all.digest('hex').slice(0, 32),
    table: {
      length: seen[0].signature.length,
      attributes: digest(notes.attributes),
      encoder: digest(notes.encoder)
    }
  }
}

/** Whether classes described for one model can be described for the other. */
export function checkTable(before: Identity, after: Identity, path: string): void {
  const [old, now] = [before.table, after.table]
  const refuse = (what: string): never => {
    throw new UnseenError(
      'serve.log',
      `The classes that were described are of another table than the one of ${path}: ${what}.`,
      {
        where: { file: path },
        remedy: 'Serve the model they were described for, or move the folder of their log away.'
      }
    )
  }
  if (old.length !== now.length)
    refuse(`their signatures have ${old.length} entries, the model's ${now.length}`)
  if (old.attributes !== now.attributes) refuse('its attributes are others, or in another order')
  if (old.encoder !== now.encoder) refuse('its sentences go through another encoder')
}

function digest(value: unknown): string {
  return value === undefined
    ? ''
    : createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
