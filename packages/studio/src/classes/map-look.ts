/**
 * How classes look on the map: seen ones filled in their own colour, unseen ones hollow in the colour they
 * have most of.
 */
import { useMarkOf } from '../page/use-classes.js'
import { useSession } from '../page/use-studio.js'
import type { ClassLook } from './map-pixels.js'
import { useMemo } from 'react'

const tokenOf = (colour: number | undefined): string =>
  colour === undefined ? '--edge' : `--class-${colour}`

/** By label of a row. */
export function useLooks(): readonly ClassLook[] {
  const names = useSession(({ data }) => data?.classes)
  const markOf = useMarkOf()
  return useMemo(
    () =>
      (names ?? []).map(name => {
        const { seen, colour, shares } = markOf(name)
        return { name, token: tokenOf(seen ? colour : shares.at(0)?.colour), hollow: !seen }
      }),
    [names, markOf]
  )
}
