/**
 * Photos that wait are kept with the project from the moment they come: by the page itself, since the worker
 * may be busy, and a reload waits for neither.
 */
import { KEPT_MEGABYTES } from '../images/facts.js'
import { waitingFiles } from '../images/waiting-files.js'
import { keptProject } from '../page/project.js'
import type { Studio } from '../page/studio.js'
import type { RecognisePage } from './state.js'

/** Those that are not kept yet, as long as there is room. */
export async function keepPhotos({ projects, project, pages, session }: Studio): Promise<void> {
  const id = keptProject(project)
  const page = pages.recognise.getState()
  const photos = withRoom(page, session.store.getState().model?.columns ?? 0)
  if (id === undefined || photos.length === 0) return
  const isWritten = await projects.addFiles(id, waitingFiles(photos)).then(
    () => true,
    () => false
  )
  if (!isWritten) return
  const keys = new Set(photos.map(({ key }) => key))
  pages.recognise.setState(({ dropped }) => ({
    dropped: dropped.map(photo => (keys.has(photo.key) ? { ...photo, kept: true } : photo))
  }))
}

/** What came while another tab kept the project is kept once this one does. */
export function followKeeping(studio: Studio): void {
  const { project } = studio
  let before = keptProject(project)
  project.subscribe(() => {
    const now = keptProject(project)
    if (now !== undefined && now !== before) void keepPhotos(studio)
    before = now
  })
}

function withRoom({ added, dropped }: RecognisePage, columns: number): RecognisePage['dropped'] {
  const features = columns * Float32Array.BYTES_PER_ELEMENT
  let room = KEPT_MEGABYTES * 2 ** 20
  for (const { kept, bytes } of added) if (kept) room -= bytes + features
  for (const { kept, blob } of dropped) if (kept) room -= blob.size
  return dropped.filter(({ kept, problem, blob }) => {
    const fits = !kept && problem === undefined && blob.size <= room
    if (fits) room -= blob.size
    return fits
  })
}
