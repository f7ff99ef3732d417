/** What the views of photos have in common: the class, and the newest answer about its photos. */
import type { Answer } from '../document/document.js'
import { problemOf } from '../lib/problem.js'
import { describedNow } from '../page/described-now.js'
import { useAddress, useDocument, useSession, useStudio } from '../page/use-studio.js'
import type { PhotosEffect } from './facts.js'
import type { PhotosPage } from './state.js'
import { useEffect } from 'react'
import { useStore } from 'zustand'

export const usePhotosPage = <Selected>(select: (state: PhotosPage) => Selected): Selected =>
  useStore(useStudio().pages.photos, select)

/** The tab Photos is shown, and photos count. */
export function usePhotosShown(): boolean {
  const { pages } = useStudio()
  const isTab = useStore(pages.describe, ({ tab }) => tab === 'photos')
  return useSession(({ model }) => model?.worth !== undefined) && isTab
}

const NONE: readonly Answer[] = []

export function useAnswers(): { readonly name: string | undefined; readonly answers: readonly Answer[] } {
  const studio = useStudio()
  useAddress(({ params }) => params['class'])
  useDocument(({ classes }) => classes)
  const described = describedNow(studio)
  return { name: described?.name, answers: described?.answers ?? NONE }
}

/** Asks what the photos change, whenever they, the model or the competing classes do. */
export function useFollowPhotos(): void {
  const studio = useStudio()
  const { name, answers } = useAnswers()
  const revision = useSession(session => session.revision)
  const among = useStore(studio.pages.describe, page => page.among)
  const bias = useDocument(document => document.bias)
  const isShown = usePhotosShown()
  useEffect(() => {
    if (!isShown || name === undefined) return
    let isNewest = true
    void (async () => {
      try {
        await studio.sync.settled()
        if (!isNewest) return
        const effect = await studio.engine.photos.effect({ class: name, among, bias, answers, most: 24 })
        if (isNewest) studio.pages.photos.setState({ effect, problem: undefined })
      } catch (error) {
        if (isNewest) studio.pages.photos.setState({ problem: problemOf(error) })
      }
    })()
    return () => {
      isNewest = false
    }
  }, [studio, isShown, name, answers, revision, among, bias])
}

/** The newest answer, where it is about the class that is shown. */
export function useEffectOfPhotos(): PhotosEffect | undefined {
  const { name } = useAnswers()
  return usePhotosPage(({ effect }) => (effect?.class === name ? effect : undefined))
}
