/** The class that is being described, and the names that another may have. */
import type { Described } from '../document/document.js'
import type { Studio } from './studio.js'

/** The class of the address, or the one that took its place. */
export function describedNow({
  history,
  address,
  pages
}: Pick<Studio, 'history' | 'address' | 'pages'>): Described | undefined {
  const { classes } = history.store.getState().present
  const wanted = address.store.getState().params['class']
  return (
    classes.find(({ name }) => name === wanted) ??
    classes[Math.min(pages.describe.getState().position, classes.length - 1)]
  )
}

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
