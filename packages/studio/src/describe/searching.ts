/**
 * While the results of a search are shown: asks the server for the rows of its library that are most likely
 * of the class being described, as its draft is now. Only the newest question is asked, late answers are
 * dropped.
 */
import { defined } from '@unseen/core/internal'
import { saysSomething } from '../document/versions.js'
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import { describedNow } from '../page/described-now.js'
import type { Studio } from '../page/studio.js'
import type { LibrarySummary } from '../server/state.js'
import type { SearchPage } from './search-state.js'

export const TOP = 50
/** Pictures that are kept; more, and all are forgotten. */
const MOST_PICTURES = 2000

/** The library that is searched, where the server has one of the model's training. */
export function libraryNow({ server, pages }: Pick<Studio, 'server' | 'pages'>): LibrarySummary | undefined {
  const { libraries = [] } = server.store.getState()
  return libraries.find(({ name }) => name === pages.search.getState().library) ?? libraries.at(0)
}

interface Question {
  readonly class: string
  readonly values: readonly number[]
  readonly library: string
  readonly model: string
  readonly where: string
  readonly background: 'unseen' | 'all'
}

export function followSearch(studio: Studio): () => void {
  const { history, address, pages, project, server } = studio
  const page = pages.search
  const fail = (error: unknown): void => page.setState({ problem: problemOf(error) })
  const search = createLatest({
    async answer({ class: name, values, library, model, where, background }: Question) {
      const started = performance.now()
      const found = await server.client().search(library, {
        class: name,
        model,
        description: { signature: [...values] },
        top: TOP,
        background,
        ...defined({ where: where !== '' ? where : undefined })
      })
      return { found, took: performance.now() - started }
    },
    apply(answer, { library }) {
      page.setState({ ...answer, problem: undefined })
      const missing = answer.found.hits
        .map(({ row }) => row)
        .filter(row => !page.getState().pictures.has(row))
      if (missing.length > 0) pictures.ask({ library, rows: missing })
    },
    fail
  })
  const pictures = createLatest({
    answer: ({ library, rows }: { readonly library: string; readonly rows: readonly number[] }) =>
      server.client().pictures(library, rows),
    apply: ({ pictures: came }) =>
      page.setState(({ pictures: there }) => ({
        pictures: new Map([
          ...(there.size > MOST_PICTURES ? [] : there),
          ...came.map(({ row, image }) => [row, image] as const)
        ])
      })),
    fail
  })

  let asked = ''
  const update = (): void => {
    const now = describedNow(studio)
    const library = libraryNow(studio)
    const link = project.getState().server
    if (now === undefined || library === undefined || link === undefined || !saysSomething(now.values)) return
    const question: Question = {
      class: now.name,
      values: now.values,
      library: library.name,
      model: link.model,
      where: page.getState().where,
      background: pages.describe.getState().among
    }
    // The other classes count as the server has them: with each of their versions it is another question.
    const key = JSON.stringify([
      question,
      link.known.map(({ name, version }) => (name === now.name ? '' : `${name} ${version}`)).sort()
    ])
    if (key === asked) return
    asked = key
    if (page.getState().found?.class !== now.name) page.setState({ found: undefined, row: undefined })
    search.ask(question)
  }
  /** Another library has other rows. */
  const forget = (now: SearchPage, then: SearchPage): void => {
    if (now.library !== then.library) page.setState({ pictures: new Map(), found: undefined, row: undefined })
  }

  update()
  const ends = [
    history.store.subscribe(update),
    address.store.subscribe(update),
    project.subscribe(update),
    server.store.subscribe((now, then) => {
      // What failed because nobody answered is asked again once somebody does.
      if (then.problem !== undefined && now.problem === undefined) asked = ''
      update()
    }),
    pages.describe.subscribe((now, then) => {
      if (now.among !== then.among) update()
    }),
    page.subscribe((now, then) => {
      forget(now, then)
      if (now.where !== then.where || now.library !== then.library) update()
    })
  ]
  return () => {
    for (const end of ends) end()
    search.drop()
    pictures.drop()
  }
}
