/** What one can do on the page Recognise. */
import { problemOf } from '../lib/problem.js'
import type { Action } from '../page/action.js'
import { imageOf } from '../page/address.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import type { NamedBlob } from '../worker/files.js'
import { shownRow } from './state.js'

const rowsOf = ({ session, pages }: Studio): number =>
  (session.store.getState().data?.rows ?? 0) + pages.recognise.getState().added.length

const rowNow = (studio: Studio): number =>
  shownRow(
    studio.address.store.getState().params['image'],
    studio.session.store.getState().data,
    studio.pages.recognise.getState().added.length
  )

export const showRow: Action<number> = {
  name: 'recognise.show',
  label: 'Show an image',
  enabled: (studio, row) => row >= 0 && row < rowsOf(studio),
  perform({ address, pages }, row) {
    pages.recognise.setState({ against: undefined })
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

export const previousImage = step('recognise.previous', 'The image before', '[', -1)
export const nextImage = step('recognise.next', 'The next image', ']', 1)

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

/** Opens the ONNX file that makes features, then recognises the images that wait. */
export const openBackbone: Action<NamedBlob> = {
  name: 'recognise.backbone',
  label: 'Open a network for images',
  async perform(studio, file) {
    const { pages, engine, project } = studio
    pages.recognise.setState({ refused: undefined })
    try {
      const opened = await runJob(studio, { kind: 'images', label: `Opening ${file.name}` }, () =>
        engine.added.backbone(file, pages.recognise.getState().preset, keptProject(project))
      )
      if (opened === undefined) return
      pages.recognise.setState({ backbone: opened.name, backboneKept: opened.kept })
      await addImages.perform(studio, pages.recognise.getState().dropped)
    } catch (error) {
      pages.recognise.setState({ refused: problemOf(error) })
    }
  }
}

/** Makes features of images and shows the first; without a network they wait for one. */
export const addImages: Action<readonly NamedBlob[]> = {
  name: 'recognise.images',
  label: 'Recognise images',
  async perform(studio, images) {
    const { pages, engine, address, project } = studio
    pages.recognise.setState({ dropped: images, refused: undefined })
    const kept = await engine.added.wait(images, keptProject(project))
    pages.recognise.setState({ unkept: images.filter((_, at) => !kept[at]).map(({ name }) => name) })
    if (pages.recognise.getState().backbone === undefined || images.length === 0) return
    try {
      const done = await runJob(studio, { kind: 'images', label: 'Making features' }, (id, tell) =>
        engine.added.images(id, images, keptProject(project), tell)
      )
      if (done === undefined) return
      const shown = done.kept.map((kept, at) => ({
        name: images[at].name,
        url: URL.createObjectURL(images[at].blob),
        kept
      }))
      pages.recognise.setState(({ added }) => ({
        added: [...added, ...shown],
        dropped: [],
        against: undefined
      }))
      if (shown.length > 0) address.set({ image: imageOf(done.first) })
    } catch (error) {
      pages.recognise.setState({ refused: problemOf(error) })
    }
  }
}

/** "None of these" is overruled: no margin is asked for. */
export const answerAnyway: Action = {
  name: 'recognise.anyway',
  label: 'Answer anyway: ask for no margin',
  page: 'recognise',
  enabled: ({ pages }) => pages.recognise.getState().answer?.none === true,
  perform: ({ history }) => history.change('Answer anyway', now => ({ ...now, margin: 0 }))
}

export const recogniseActions: readonly Action[] = [previousImage, nextImage, answerAnyway]
