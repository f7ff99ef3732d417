/**
 * What comes in from outside: dropped or chosen files. What becomes of them is known before they are let go.
 */
import { UnseenError } from '@unseen/core'
import { problemOf } from '../lib/problem.js'
import { count, plural } from '../lib/say.js'
import { keepFiles, newId, takeOpened } from '../project/opened.js'
import { addImages } from '../recognise/actions.js'
import type { NamedBlob } from '../worker/files.js'
import type { Action } from './action.js'
import { runJob } from './run-job.js'
import type { Studio } from './studio.js'

export type Outcome = 'image' | 'data' | 'model' | 'project'

/** By what is known while something is dragged: types of its items; names come only with the drop. */
export function outcomeOf(items: readonly { readonly name?: string; readonly type: string }[]): Outcome {
  const every = (test: (item: { readonly name?: string; readonly type: string }) => boolean): boolean =>
    items.length > 0 && items.every(test)
  if (
    every(
      ({ type, name = '' }) => type.startsWith('image/') || /\.(?:png|jpe?g|webp|gif|bmp|avif)$/i.test(name)
    )
  )
    return 'image'
  if (every(({ name = '' }) => /\.unseen$/i.test(name))) return 'model'
  if (every(({ name = '' }) => /\.unseen-project(?: \(\d+\))?\.zip$/i.test(name))) return 'project'
  return 'data'
}

export const outcomeText: Readonly<Record<Outcome, string>> = {
  image: 'Let go to recognise the photos',
  data: 'Let go and the doctor looks at the files',
  model: 'Let go to open the model',
  project: 'Let go to open the project'
}

/** Opens whatever was dropped or chosen. */
export const openFiles: Action<readonly NamedBlob[]> = {
  name: 'files.open',
  label: 'Open files',
  async perform(studio, blobs) {
    studio.overlay.dragging(undefined)
    const outcome = outcomeOf(blobs.map(({ name, blob }) => ({ name, type: blob.type })))
    if (outcome === 'image' && studio.session.store.getState().status === 'ready')
      return recogniseImages.perform(studio, blobs)
    if (outcome === 'image') return bringPhotos(studio, blobs)
    const [first] = blobs
    if (blobs.length === 1 && (outcome === 'model' || (await begins(first.blob, 8, MODEL_HEADER))))
      return openModel(studio, first)
    if (blobs.length === 1 && (await begins(first.blob, 0, 'PK')) && (await openProjectFile(studio, first)))
      return
    await examineFiles(studio, blobs)
  }
}

/** Where nothing is open yet, photos wait beside the first question. */
function bringPhotos({ pages, address }: Studio, blobs: readonly NamedBlob[]): void {
  pages.start.setState(({ photos }) => ({
    photos: [...photos, ...blobs.map(({ name, blob }) => ({ name, blob, url: URL.createObjectURL(blob) }))]
  }))
  address.go('start')
}

/** Images that were dropped anywhere are shown under Recognise. */
export const recogniseImages: Action<readonly NamedBlob[]> = {
  name: 'files.images',
  label: 'Recognise photos',
  perform(studio, blobs) {
    studio.address.go('recognise')
    return addImages.perform(studio, blobs)
  }
}

/** An image from the clipboard. */
export const pasteImages: Action = {
  name: 'files.paste',
  label: 'Recognise the photo in the clipboard',
  page: 'recognise',
  async perform(studio) {
    const items = await navigator.clipboard.read().catch((cause: unknown) => {
      throw new UnseenError('image.unreadable', 'The clipboard cannot be read.', {
        remedy: 'Allow it in the browser, or press Ctrl V, or drop the photo on the page.',
        cause
      })
    })
    const found = items.flatMap(item =>
      item.types
        .filter(type => type.startsWith('image/'))
        .slice(0, 1)
        .map(type => item.getType(type))
    )
    if (found.length === 0)
      throw new UnseenError('image.unreadable', 'There is no photo in the clipboard.', {
        remedy: 'Copy one first.'
      })
    const blobs = await Promise.all(found)
    await recogniseImages.perform(
      studio,
      blobs.map((blob, at) => ({ name: `pasted ${at + 1}`, blob }))
    )
  }
}

async function openModel(studio: Studio, { name, blob }: NamedBlob): Promise<void> {
  await onCard(studio, 'file', async () => {
    const opened = await runJob(studio, { kind: 'open', label: `Opening ${name}` }, () =>
      studio.engine.open.model(blob)
    )
    if (opened === undefined) return
    const id = newId()
    takeOpened(studio, opened, { id, name: name.replace(/\.unseen$/i, ''), source: 'model' })
    await keepFiles(studio, id, 'model')
  })
}

/** False where the archive is no project. */
async function openProjectFile(studio: Studio, { name, blob }: NamedBlob): Promise<boolean> {
  let isProject = true
  await onCard(studio, 'file', async () => {
    const read = await runJob(studio, { kind: 'open', label: `Opening ${name}` }, (id, tell) =>
      studio.engine.project.read(id, blob, name, tell)
    )
    isProject = read !== undefined
    if (read === undefined) return
    const { content, opened, hasData } = read
    const id = newId()
    const source = hasData ? 'files' : 'model'
    takeOpened(studio, opened, { ...content, id, source })
    await keepFiles(studio, id, source)
  })
  return isProject
}

async function examineFiles(studio: Studio, blobs: readonly NamedBlob[]): Promise<void> {
  const { pages, address } = studio
  const folder = /^[^/]+(?=\/)/.exec(blobs[0].name)?.[0]
  pages.start.setState({
    dropped: `${folder ?? blobs[0].name}, ${blobs.length === 1 ? `${count(Math.ceil(blobs[0].blob.size / 1024))} kB` : plural(blobs.length, 'file')}`,
    examination: undefined,
    unseen: []
  })
  address.go('start')
  await onCard(studio, 'data', async () => {
    const examination = await runJob(
      studio,
      { kind: 'open', label: 'The doctor looks at the files' },
      (id, tell) => studio.engine.open.examine(id, blobs, tell)
    )
    pages.start.setState({ examination })
  })
}

/** Problems of opening are shown on the card where they came up. */
async function onCard(studio: Studio, card: 'data' | 'file', body: () => Promise<void>): Promise<void> {
  studio.pages.start.setState({ problem: undefined, card })
  try {
    await body()
  } catch (error) {
    studio.pages.start.setState({ problem: problemOf(error) })
    studio.address.go('start')
  }
}

export const fixFinding: Action<string> = {
  name: 'files.fix',
  label: 'Mend a finding',
  perform: (studio, id) =>
    onCard(studio, 'data', async () => {
      const examination = await runJob(studio, { kind: 'open', label: 'Mending' }, (job, tell) =>
        studio.engine.open.fix(job, id, tell)
      )
      if (examination !== undefined) studio.pages.start.setState({ examination })
    })
}

export const toggleUnseen: Action<string> = {
  name: 'files.unseen',
  label: 'Let a class play unseen',
  perform: ({ pages }, name) =>
    pages.start.setState(({ unseen }) => ({
      unseen: unseen.includes(name) ? unseen.filter(each => each !== name) : [...unseen, name]
    }))
}

export const takeFiles: Action = {
  name: 'files.take',
  label: 'Continue with these files',
  enabled: ({ pages, jobs }) =>
    pages.start.getState().examination?.usable === true && jobs.running('open').length === 0,
  perform: studio =>
    onCard(studio, 'data', async () => {
      const { examination, unseen } = studio.pages.start.getState()
      const opened = await runJob(studio, { kind: 'open', label: 'Training a first model' }, (id, tell) =>
        studio.engine.open.take(id, examination?.choose === undefined ? {} : { unseen }, tell)
      )
      if (opened === undefined) return
      const id = newId()
      takeOpened(studio, opened, { id, name: examination?.name ?? 'my data', source: 'files' })
      studio.pages.start.setState({ examination: undefined, dropped: undefined })
      await keepFiles(studio, id, 'files')
    })
}

/** What a model file has after the length of its header (docs/model-file.md). */
const MODEL_HEADER = '{"__metadata__":{"format":"unseen-model"'

async function begins(blob: Blob, at: number, text: string): Promise<boolean> {
  return new TextDecoder('latin1').decode(await blob.slice(at, at + text.length).arrayBuffer()) === text
}

export const fileActions: readonly Action[] = [takeFiles, pasteImages]
