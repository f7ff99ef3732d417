/** The described classes of the document, as the model has them. */
import type { ClassFacts } from './facts.js'
import { classFacts } from './gather-facts.js'
import { type Session, modelOf } from './session.js'

export interface DescribedValues {
  readonly name: string
  readonly values: readonly number[]
}

export function createClasses(session: Session) {
  return {
    /**
     * Makes the model know exactly these classes besides the seen ones; those that are as they were cost
     * nothing. Returns the facts of those that changed, and all names in order; nothing where another table
     * came into use meanwhile.
     */
    describe(
      described: readonly DescribedValues[],
      table?: string
    ): { readonly changed: readonly ClassFacts[]; readonly names: readonly string[] } | undefined {
      const inUse = session.data?.taken.table.name
      if (table !== undefined && inUse !== undefined && table !== inUse) return undefined
      let model = modelOf(session)
      const wanted = new Set(described.map(({ name }) => name))
      for (const name of model.unseen) if (!wanted.has(name)) model = model.forget(name)
      const before = model
      const changed = described.filter(({ name, values }) => {
        const known = before.classes.find(each => each.name === name)
        return (
          known === undefined ||
          values.length !== known.signature.length ||
          values.some((value, at) => value !== known.signature[at])
        )
      })
      session.model =
        changed.length === 0
          ? model
          : model.describeAll(changed.map(({ name, values }) => ({ name, signature: values })))
      session.revision++
      return {
        changed: classFacts(
          session,
          changed.map(({ name }) => name)
        ),
        names: session.model.classes.map(({ name }) => name)
      }
    }
  }
}
