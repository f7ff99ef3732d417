/** Classes as parts draw them: names, shares and colours. */
import type { ShareOfClass } from '../parts/ClassMark.js'
import { colourOf } from './colours.js'
import { useProject, useSession } from './use-studio.js'
import { useMemo } from 'react'

/** From a mixture (one number for each seen class) to its shares, largest first unless `inOrder`. */
export function useShares(): (
  mixture: readonly number[],
  options?: { readonly inOrder?: boolean }
) => readonly ShareOfClass[] {
  const seen = useSession(({ model }) => model?.seen)
  const colours = useProject(project => project.colours)
  return useMemo(
    () =>
      (mixture, { inOrder = false } = {}) => {
        const shares = mixture.map((share, s) => ({
          name: seen?.[s] ?? '',
          share,
          colour: colourOf(colours, seen?.[s] ?? '')
        }))
        return inOrder ? shares : shares.sort((a, b) => b.share - a.share)
      },
    [seen, colours]
  )
}

/** What ClassMark wants to know of a class. */
export function useMarkOf(): (name: string) => {
  readonly seen: boolean
  readonly colour: number | undefined
  readonly shares: readonly ShareOfClass[]
} {
  const classes = useSession(session => session.classes)
  const colours = useProject(project => project.colours)
  const sharesOf = useShares()
  return useMemo(
    () => name => {
      const facts = classes.find(each => each.name === name)
      return {
        seen: facts?.seen ?? true,
        colour: colourOf(colours, name),
        shares: facts === undefined || facts.seen ? [] : sharesOf(facts.mixture)
      }
    },
    [classes, colours, sharesOf]
  )
}
