/** Photos of the class that is described: given, taken back, asked for. Each is one step that can be undone. */
import type { FitOptions } from '@unseen/core'
import {
  type Answer,
  type Described,
  findDescribed,
  withAnswers,
  withDescribed,
  withoutAnswer
} from '../document/document.js'
import { count, list, plural } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { describedNow } from '../page/described-now.js'
import { recogniseImages } from '../page/file-actions.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import { saveAs } from '../page/save-as.js'
import type { Studio } from '../page/studio.js'
import type { NamedBlob } from '../worker/files.js'
import { fromCsv, toCsv } from './answers-csv.js'
import { askedNow } from './state.js'

/**
 * Clouds of one shape, in which a photo has a distance, with mixtures that can be read. Square roots suit features
 * that are not negative.
 */
const COUNTING: FitOptions = { weights: 'gauss', mixture: 'simplex', normalise: 'l2-sqrt', shrinkage: 10 }

const canCount = ({ session }: Studio): boolean => session.store.getState().model?.worth !== undefined

/** A model in which photos of a described class count comes into use. */
export const learnForPhotos: Action = {
  name: 'photos.learn',
  label: 'Learn it so that photos count',
  page: 'describe',
  enabled: studio =>
    studio.session.store.getState().model !== undefined &&
    !canCount(studio) &&
    (studio.session.store.getState().data?.rows ?? 0) > 0 &&
    studio.jobs.running('use').length === 0,
  async perform(studio) {
    const { engine, session, sync, project, notices } = studio
    const opened = await runJob(
      studio,
      { kind: 'use', label: 'Learning it so that photos count' },
      (job, tell) => engine.train.fit(job, COUNTING, tell)
    )
    if (opened === undefined) return
    session.opened(session.store.getState().name, opened)
    forgetChoices(studio)
    sync.again()
    await sync.settled()
    notices.announce('Photos count now.')
    const kept = keptProject(project)
    if (kept !== undefined) await engine.project.keepModel(kept).catch(() => undefined)
  }
}

/** A bias and a margin were set for another model. */
function forgetChoices({ history, pages }: Studio): void {
  pages.train.setState({ used: undefined })
  history.change('Learn it so that photos count', now => {
    const { bias, margin, ...rest } = now
    return bias === undefined && margin === undefined ? now : rest
  })
}

/** One step on a described class; the one that is shown unless named. */
function change(
  studio: Studio,
  label: string,
  next: (described: Described) => Described,
  name = describedNow(studio)?.name
): void {
  studio.history.change(label, document => {
    const described = name === undefined ? undefined : findDescribed(document, name)
    return described === undefined ? document : withDescribed(document, next(described))
  })
}

/** Photos of the library, picked by hand. */
export const givePhotos: Action<readonly number[]> = {
  name: 'photos.give',
  label: 'Give photos of it',
  enabled: studio => canCount(studio) && describedNow(studio) !== undefined,
  perform(studio, rows) {
    const said = rows.map((row): Answer => ({ photo: row, name: `photo ${count(row + 1)}`, yes: true }))
    change(studio, `Give ${plural(rows.length, 'photo')}`, described => withAnswers(described, said))
  }
}

/** Photos of one's own: their features are made first; without a network they wait for one. */
export const giveFiles: Action<readonly NamedBlob[]> = {
  name: 'photos.files',
  label: 'Give photos of your own',
  enabled: studio => canCount(studio) && describedNow(studio) !== undefined,
  async perform(studio, files) {
    const name = describedNow(studio)?.name
    if (name === undefined || files.length === 0) return
    const { pages, address, session } = studio
    const before = pages.recognise.getState().added.length
    pages.photos.setState({ waiting: { class: name, names: files.map(each => each.name) } })
    await recogniseImages.perform(studio, files)
    if (pages.recognise.getState().added.length === before) return
    const rows = session.store.getState().data?.rows ?? 0
    await giveAdded.perform(studio, { class: name, first: rows + before })
    address.go('describe', { class: name })
  }
}

/** Photos that were brought along, once they have features. */
export const giveAdded: Action<{ readonly class: string; readonly first: number }> = {
  name: 'photos.added',
  label: 'Give the photos that waited',
  async perform(studio, { class: name, first }) {
    const { engine, pages, session } = studio
    const rows = session.store.getState().data?.rows ?? 0
    const { added } = pages.recognise.getState()
    const fresh = added.slice(first - rows)
    const ids = await Promise.all(fresh.map((_, at) => engine.photos.id(first + at)))
    pages.photos.setState({ waiting: undefined })
    change(
      studio,
      `Give ${plural(fresh.length, 'photo')}`,
      described =>
        withAnswers(
          described,
          fresh.map((each, at): Answer => ({ photo: ids[at], name: each.name, yes: true }))
        ),
      name
    )
  }
}

export const takeBackPhoto: Action<Pick<Answer, 'photo' | 'name'>> = {
  name: 'photos.back',
  label: 'Take the photo back',
  perform: (studio, { photo, name }) =>
    change(studio, `Take back ${name}`, described => withoutAnswer(described, photo))
}

const asked = ({ pages }: Studio) =>
  askedNow(pages.photos.getState().effect, pages.photos.getState().skipped).at(0)

function answer(name: string, label: string, shortcut: string, yes: boolean): Action {
  return {
    name,
    label,
    shortcut,
    page: 'describe',
    enabled: studio => canAnswer(studio),
    perform(studio) {
      const row = asked(studio)?.row
      if (row === undefined) return
      change(studio, `Answer ${yes ? 'yes' : 'no'}`, described =>
        withAnswers(described, [{ photo: row, name: `photo ${count(row + 1)}`, yes, asked: true }])
      )
    }
  }
}

const canAnswer = (studio: Studio): boolean =>
  canCount(studio) &&
  studio.pages.describe.getState().tab === 'photos' &&
  studio.pages.photos.getState().effect?.class === describedNow(studio)?.name &&
  asked(studio) !== undefined

export const answerYes = answer('photos.yes', 'Yes, it is one', 'y', true)
export const answerNo = answer('photos.no', 'No, it is not', 'n', false)
export const skipPhoto: Action = {
  name: 'photos.skip',
  label: 'Skip this photo',
  shortcut: 's',
  page: 'describe',
  enabled: canAnswer,
  perform(studio) {
    const row = asked(studio)?.row
    if (row !== undefined) studio.pages.photos.setState(({ skipped }) => ({ skipped: [...skipped, row] }))
  }
}

export const askOn: Action = {
  name: 'photos.on',
  label: 'Ask on',
  perform: ({ pages }) => pages.photos.setState({ asksOn: true })
}

/** Hides known classes, shows some of their photos and counts. */
export const testPhotos: Action = {
  name: 'photos.test',
  label: 'How many are enough?',
  page: 'describe',
  enabled: studio => canCount(studio) && studio.jobs.running('photos').length === 0,
  async perform(studio) {
    const { engine, pages, session } = studio
    const { trainedAt } = session.store.getState().model ?? {}
    const found = await runJob(studio, { kind: 'photos', label: 'Testing with photos' }, (job, tell) =>
      engine.photos.test(job, tell)
    )
    if (found !== undefined) pages.photos.setState({ test: { trainedAt, found } })
  }
}

export const saveAnswers: Action = {
  name: 'photos.save',
  label: 'Save the answers as CSV',
  page: 'describe',
  enabled: ({ history }) =>
    history.store.getState().present.classes.some(({ answers = [] }) => answers.length > 0),
  perform: ({ history, session }) =>
    saveAs(
      new Blob([toCsv(history.store.getState().present)], { type: 'text/csv' }),
      `${session.store.getState().name} answers.csv`
    )
}

export const loadAnswers: Action<Blob> = {
  name: 'photos.load',
  label: 'Load answers from CSV',
  async perform({ history, notices }, file) {
    const { document, taken, unknown } = fromCsv(history.store.getState().present, await file.text())
    history.change(`Load ${plural(taken, 'answer')}`, () => document)
    notices.undoable(
      `${plural(taken, 'answer')} loaded${unknown.length === 0 ? '' : `; not here: ${list(unknown)}`}`
    )
  }
}

export const photoActions: readonly Action[] = [
  learnForPhotos,
  answerYes,
  answerNo,
  skipPhoto,
  testPhotos,
  saveAnswers
]
