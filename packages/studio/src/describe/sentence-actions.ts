/** A description as a sentence: the encoder is fetched once, then numbers follow typing. */
import { findDescribed, takeValues, withDescribed } from '../document/document.js'
import { problemOf } from '../lib/problem.js'
import { createLatest } from '../lib/latest.js'
import type { Action } from '../page/action.js'
import { describedNow } from '../page/described-now.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import { chooseTable } from '../train/table-actions.js'
import type { NamedBlob } from '../worker/files.js'
import type { EncoderFacts } from './facts.js'

/** Where the page lies: networks are beside it. */
const siteOf = ({ sampleFolder }: Studio): string => new URL('../', sampleFolder).href

async function taken(studio: Studio, encoder: EncoderFacts | undefined): Promise<void> {
  if (encoder === undefined) return
  studio.pages.describe.setState({ encoder })
  if (encoder.open) studio.notices.announce(`${encoder.model} is loaded.`)
  await useSentences.perform(studio)
}

/** Files of the encoder that made the signatures. */
export const openEncoder: Action<readonly NamedBlob[]> = {
  name: 'describe.encoder',
  label: 'I have the files',
  enabled: ({ jobs }) => jobs.running('encoder').length === 0,
  perform: async (studio, files) =>
    taken(
      studio,
      await runJob(studio, { kind: 'encoder', label: 'Loading the encoder' }, (id, tell) =>
        studio.engine.sentences.open(id, files, tell)
      )
    )
}

/** Fetched by name from where the page comes from, after somebody agreed. */
export const fetchEncoder: Action = {
  name: 'describe.fetch',
  label: 'Fetch it',
  enabled: ({ jobs }) => jobs.running('encoder').length === 0,
  perform: async studio =>
    taken(
      studio,
      await runJob(studio, { kind: 'encoder', label: 'Fetching the encoder' }, (id, tell) =>
        studio.engine.sentences.fetch(id, siteOf(studio), tell)
      )
    )
}

/** One that was fetched before is loaded without a question. */
export async function reopenEncoder(studio: Studio): Promise<void> {
  const encoder = await studio.engine.sentences.reopen('reopen', siteOf(studio))
  studio.pages.describe.setState({ encoder })
}

/** The table that the encoder made comes into use, where another one is. */
export const useSentences: Action = {
  name: 'describe.sentences',
  label: 'Describe by sentences',
  enabled: ({ pages, jobs }) =>
    pages.describe.getState().encoder?.table !== undefined && jobs.running('use').length === 0,
  async perform(studio) {
    const { encoder } = studio.pages.describe.getState()
    if (encoder?.open !== true || encoder.table === undefined) return
    await chooseTable.perform(studio, encoder.table)
    studio.pages.describe.setState({ encoder: await studio.engine.sentences.encoder() })
  }
}

/** Milliseconds without a key: then the sentence is read; and then what was typed is a step of its own. */
const READ_AFTER = 120
const STEP_AFTER = 1000

export interface Typing {
  /** Something was typed: it is read after a pause; what was typed before is not answered any more. */
  type(sentence: string): void
  /** Reads at once what waits. */
  now(): void
  end(): void
}

/** One class's sentence while it is typed. Results of older drafts are dropped. */
export function followTyping(studio: Studio, name: string): Typing {
  const { history, pages, engine, address } = studio
  let draft = 0
  let waiting: { readonly sentence: string; readonly number: number } | undefined
  let reading: ReturnType<typeof setTimeout> | undefined
  let step: ReturnType<typeof setTimeout> | undefined

  const latest = createLatest({
    answer: ({ sentence }: { readonly sentence: string; readonly number: number }) =>
      engine.sentences.encode(sentence),
    apply({ values, remarks }, { sentence, number }) {
      if (number !== draft) return
      pages.describe.setState({ remarks, sentenceProblem: undefined })
      history.change(
        `Describe by “${sentence.length > 40 ? `${sentence.slice(0, 39)}…` : sentence}”`,
        document => {
          const described = findDescribed(document, name)
          return described === undefined
            ? document
            : withDescribed(document, { ...takeValues(described, values, 'sentence'), sentence })
        },
        { drag: `${name} sentence` }
      )
      clearTimeout(step)
      step = setTimeout(() => history.settle(), STEP_AFTER)
    },
    fail: error => pages.describe.setState({ sentenceProblem: problemOf(error) })
  })
  const now = (): void => {
    clearTimeout(reading)
    if (waiting !== undefined) latest.ask(waiting)
    waiting = undefined
  }
  return {
    type(sentence) {
      draft++
      clearTimeout(reading)
      waiting = sentence.trim() === '' ? undefined : { sentence: sentence.trim(), number: draft }
      reading = setTimeout(now, READ_AFTER)
    },
    now,
    end() {
      now()
      clearTimeout(step)
      if (describedNow(studio)?.name !== name || address.store.getState().page !== 'describe') latest.drop()
      history.settle()
    }
  }
}
