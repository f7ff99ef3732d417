/** What one can do on the page Recognise. */
import type { OfferedNetwork, PhotoNews } from '../images/facts.js'
import { fetchNetwork, lookInBrowser } from '../images/network-actions.js'
import { problemOf } from '../lib/problem.js'
import { plural } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { imageOf } from '../page/address.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import type { NamedBlob } from '../worker/files.js'
import { keepPhotos } from './kept-photos.js'
import { type WaitingPhoto, shownRow, waitingIn } from './state.js'

const rowsOf = ({ session, pages }: Studio): number =>
  (session.store.getState().data?.rows ?? 0) + pages.recognise.getState().added.length

const rowNow = (studio: Studio): number =>
  shownRow(
    studio.address.store.getState().params['image'],
    studio.session.store.getState().data?.rows ?? 0,
    studio.pages.recognise.getState().added.length
  ) ??
  studio.pages.recognise.getState().first ??
  0

export const showRow: Action<number> = {
  name: 'recognise.show',
  label: 'Show an image',
  enabled: (studio, row) => row >= 0 && row < rowsOf(studio),
  perform({ address, pages }, row) {
    pages.recognise.setState({ against: undefined, shownPhoto: undefined })
    address.set({ image: imageOf(row) })
  }
}

const step = (name: string, label: string, shortcut: string, by: number): Action => ({
  name,
  label,
  shortcut,
  page: 'recognise',
  enabled: studio => rowNow(studio) + by >= 0 && rowNow(studio) + by < rowsOf(studio),
  perform: studio => showRow.perform(studio, rowNow(studio) + by)
})

export const previousImage = step('recognise.previous', 'The photo before', '[', -1)
export const nextImage = step('recognise.next', 'The next photo', ']', 1)

export const chooseAmong: Action<'unseen' | 'all'> = {
  name: 'recognise.among',
  label: 'Choose the candidates',
  perform: ({ pages }, among) => pages.recognise.setState({ among, against: undefined })
}

export const holdAgainst: Action<string> = {
  name: 'recognise.against',
  label: 'Hold the answer against another class',
  perform: ({ pages }, against) => pages.recognise.setState({ against })
}

export const choosePreset: Action<string> = {
  name: 'recognise.preset',
  label: 'Choose how images are prepared',
  perform: ({ pages }, preset) => pages.recognise.setState({ preset })
}

/** Opens the ONNX file that makes features, then looks at the photos that wait. */
export const openBackbone: Action<NamedBlob> = {
  name: 'recognise.backbone',
  label: 'Open a network for photos',
  async perform(studio, file) {
    const { pages, engine, project } = studio
    pages.recognise.setState({ refused: undefined })
    try {
      const opened = await runJob(studio, { kind: 'images', label: `Opening ${file.name}` }, () =>
        engine.added.backbone(file, pages.recognise.getState().preset, keptProject(project))
      )
      if (opened === undefined) return
      pages.recognise.setState({ backbone: opened.name, backboneKept: opened.kept })
      await readPhotos.perform(studio, undefined)
    } catch (error) {
      pages.recognise.setState({ refused: problemOf(error) })
    }
  }
}

/** Fetches the network by name, then looks at the photos that wait. */
export const fetchAndRead: Action<OfferedNetwork> = {
  name: 'recognise.fetch',
  label: 'Fetch the network, then look at the photos',
  async perform(studio, network) {
    await fetchNetwork.perform(studio, network)
    await readPhotos.perform(studio, undefined)
  }
}

/** In the order they came, also after a reload. */
let photos = 0
const newKey = (): string => `${String(Date.now()).padStart(15, '0')}-${String(photos++).padStart(6, '0')}`

/** Photos are shown at once, beside those that came before; then they are looked at. */
export const addImages: Action<readonly NamedBlob[]> = {
  name: 'recognise.images',
  label: 'Recognise photos',
  async perform(studio, images) {
    const { pages, engine, project } = studio
    const came = images.map(({ name, blob }): WaitingPhoto => ({
      key: newKey(),
      name,
      blob,
      url: URL.createObjectURL(blob),
      kept: false
    }))
    if (came.length === 0) return
    pages.recognise.setState(({ dropped, shownPhoto }) => ({
      dropped: [...dropped, ...came],
      shownPhoto: shownPhoto ?? came[0].key,
      refused: undefined,
      later: false,
      own: true
    }))
    const plain = came.map(({ key, name, blob }) => ({ key, name, blob }))
    await keepPhotos(studio)
    for (const [at, problem] of (await engine.added.unreadable(plain)).entries()) {
      if (problem === undefined) continue
      hearOf(studio, { key: plain[at].key, problem })
      await engine.added.leaveOut(plain[at].key, keptProject(project))
    }
    await readPhotos.perform(studio, undefined)
  }
}

/** Whether the network that looks at photos is here: one's own file, or the one by name. */
async function hasNetwork(studio: Studio): Promise<boolean> {
  const wanted = studio.session.store.getState().model?.network
  if (studio.pages.recognise.getState().backbone !== undefined) return true
  return wanted !== undefined && lookInBrowser(studio, wanted.digest)
}

/** Makes features of the photos that wait, until none does; without a network they wait for one. */
export const readPhotos: Action = {
  name: 'recognise.read',
  label: 'Look at the photos that wait',
  page: 'recognise',
  enabled: ({ pages, jobs }) =>
    waitingIn(pages.recognise.getState()).length > 0 && jobs.running('images').length === 0,
  async perform(studio) {
    const { pages, engine, project, session, jobs, callback } = studio
    if (session.store.getState().model === undefined || !(await hasNetwork(studio))) return
    // Whoever is at work takes those that came meanwhile, too.
    if (jobs.running('images').length > 0) return
    try {
      for (;;) {
        const waiting = waitingIn(pages.recognise.getState())
        if (waiting.length === 0) return
        pages.recognise.setState(({ shownPhoto }) => ({
          shownPhoto: shownPhoto ?? waiting[0].key,
          own: true,
          later: false
        }))
        const done = await runJob(
          studio,
          { kind: 'images', label: `Looking at ${plural(waiting.length, 'photo')}` },
          (id, tell) =>
            engine.added.images(
              id,
              waiting.map(({ key, name, blob }) => ({ key, name, blob })),
              keptProject(project),
              tell,
              callback(news => hearOf(studio, news))
            )
        )
        // What is told on the way may come later than the end.
        for (const news of done?.news ?? []) hearOf(studio, news)
        if (done?.isWhole !== true) return
      }
    } catch (error) {
      pages.recognise.setState({ refused: problemOf(error) })
    }
  }
}

/** One photo has features, or cannot be read; what was heard before changes nothing. */
function hearOf({ pages, address }: Studio, news: PhotoNews): void {
  const { dropped, shownPhoto } = pages.recognise.getState()
  const photo = dropped.find(({ key }) => key === news.key)
  if (photo === undefined) return
  const isShown = shownPhoto === news.key
  if ('problem' in news) {
    const marked = dropped.map(each => (each.key === news.key ? { ...each, problem: news.problem } : each))
    pages.recognise.setState({
      dropped: marked,
      shownPhoto: isShown ? waitingIn({ dropped: marked }).at(0)?.key : shownPhoto
    })
    return
  }
  const { name, url, blob } = photo
  pages.recognise.setState(({ added }) => ({
    added: [...added, { name, url, kept: news.kept, bytes: blob.size }],
    dropped: dropped.filter(({ key }) => key !== news.key),
    ...(isShown && { shownPhoto: undefined, against: undefined })
  }))
  if (isShown) address.set({ image: imageOf(news.row) })
}

/** A photo that cannot be read, or need not be. */
export const leaveOut: Action<string> = {
  name: 'recognise.leaveOut',
  label: 'Leave a photo out',
  async perform({ pages, engine, project }, key) {
    const { dropped, shownPhoto } = pages.recognise.getState()
    const photo = dropped.find(each => each.key === key)
    if (photo === undefined) return
    URL.revokeObjectURL(photo.url)
    pages.recognise.setState({
      dropped: dropped.filter(each => each.key !== key),
      shownPhoto: shownPhoto === key ? undefined : shownPhoto
    })
    await engine.added.leaveOut(key, keptProject(project))
  }
}

/** Photos wait, and the library is shown; or back to them. */
export const waitLater: Action<boolean> = {
  name: 'recognise.later',
  label: 'Let the photos wait',
  perform: ({ pages }, later) =>
    pages.recognise.setState({ later, refused: undefined, shownPhoto: undefined, own: !later })
}

export const showStrip: Action<'own' | 'library'> = {
  name: 'recognise.strip',
  label: 'Choose what the strip shows',
  perform: ({ pages }, which) => pages.recognise.setState({ own: which === 'own' })
}

export const showPhoto: Action<string> = {
  name: 'recognise.photo',
  label: 'Show a photo that waits',
  perform: ({ pages }, key) => pages.recognise.setState({ shownPhoto: key })
}

export const recogniseActions: readonly Action[] = [previousImage, nextImage, readPhotos]
