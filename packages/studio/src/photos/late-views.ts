/** The views of photos as pages use them: fetched when the tab Photos is first shown. */
import { lazy } from 'react'

export const PhotosTab = lazy(async () => ({ default: (await import('./photo-views.js')).PhotosTab }))
export const PhotosMeaning = lazy(async () => ({ default: (await import('./photo-views.js')).PhotosMeaning }))
export const PhotosFound = lazy(async () => ({ default: (await import('./photo-views.js')).PhotosFound }))
export const AskPane = lazy(async () => ({ default: (await import('./photo-views.js')).AskPane }))
