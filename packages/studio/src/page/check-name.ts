import type { Studio } from './studio.js'

const isTaken = ({ history }: Studio, name: string): boolean =>
  history.store.getState().present.classes.some(each => each.name === name)

/** Refused as the engine would, with what to do about it. */
export async function checkName(studio: Studio, name: string): Promise<void> {
  if (isTaken(studio, name))
    throw Object.assign(new Error(`There is already a class called "${name}".`), {
      code: 'signatures.duplicate',
      where: { class: name },
      remedy: 'Choose another name.'
    })
  await studio.engine.describe.checkName(name)
}
