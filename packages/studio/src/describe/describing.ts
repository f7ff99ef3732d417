/**
 * While Describe is shown: asks what the draft means, in the order a person looks: first the images it claims
 * (the mixture came with the session), then what they add up to, and once the slider rests, advice. Each
 * question is asked only in its newest form; answers about another class or an older draft are dropped.
 */
import { defined } from '@unseen/core/internal'
import type { Described } from '../document/document.js'
import { baselineOf, saysSomething, sidesOf, valuesOf } from '../document/versions.js'
import { type Latest, createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import { count } from '../lib/say.js'
import { describedNow } from '../page/described-now.js'
import { classFactsOf } from '../page/session.js'
import type { Studio } from '../page/studio.js'
import type { DescribePage } from './state.js'

/** Images that are asked for; a pane shows as many as it has room for. */
const IMAGES = { surest: 64, border: 24, changed: 24 }

export function followDescribing(studio: Studio): () => void {
  const { engine, session, history, places, pages, notices } = studio
  const page = pages.describe
  const set = (change: Partial<DescribePage>): void => page.setState({ ...change, problem: undefined })
  const fail = (error: unknown): void => page.setState({ problem: problemOf(error) })
  const bias = (): number | undefined => history.store.getState().present.bias
  /**
   * undefined where there is nothing to ask: no class, none of its numbers, or the engine does not know it
   * yet
   */
  const subject = (): Described | undefined => {
    const now = describedNow(studio)
    return now !== undefined &&
      saysSomething(now.values) &&
      classFactsOf(session.store.getState(), now.name) !== undefined
      ? now
      : undefined
  }
  const latest = <Answer extends Partial<DescribePage>>(
    answer: (now: Described) => Promise<Answer>,
    then: () => void = () => undefined
  ): Latest<Described> =>
    createLatest({
      answer,
      apply: found => {
        set(found)
        then()
      },
      fail
    })
  const ask = (question: Latest<Described>): void => {
    const now = subject()
    if (now !== undefined) question.ask(now)
  }

  const claims = latest(
    async now => {
      const { among, holding } = page.getState()
      const before = baselineOf(now)?.values
      const known = before !== undefined && saysSomething(before) ? before : undefined
      return {
        claims: await engine.describe.claims({
          class: now.name,
          among,
          before: known,
          bias: bias(),
          ...defined({ values: holding && known !== undefined ? known : undefined }),
          surest: IMAGES.surest,
          border: IMAGES.border
        })
      }
    },
    () => ask(meaning)
  )
  const meaning = latest(
    async now => {
      const { classes } = session.store.getState()
      const found = await engine.describe.meaning(now.name)
      const [before, after] = sidesOf(now, places.store.getState().params['versions']).map(side =>
        valuesOf(side, now, classes)
      )
      const can = before !== undefined && after !== undefined && saysSomething(before) && saysSomething(after)
      const comparison = can
        ? await engine.describe.compare({
            class: now.name,
            before,
            after,
            among: page.getState().among,
            bias: bias(),
            other: found.nearest?.class,
            images: IMAGES.changed
          })
        : undefined
      return { meaning: found, comparison }
    },
    () => settle()
  )
  const before = latest(async now => {
    const values = baselineOf(now)?.values
    return {
      before:
        values === undefined || !saysSomething(values)
          ? undefined
          : await engine.describe.meaning(now.name, values)
    }
  })
  const advice = latest(
    async now => ({ advice: await engine.describe.advice(now.name) }),
    () => {
      const { claims: found, meaning: means } = page.getState()
      if (found !== undefined && means !== undefined)
        notices.announce(
          `The known classes express ${Math.round(100 * means.expressed)} per cent of ${means.class}. ${count(found.claimed)} of ${count(found.rows)} images are now ${found.class}.`
        )
    }
  )
  const settle = (): void => {
    if (history.store.getState().drag === undefined) ask(advice)
  }
  const update = (): void => ask(session.store.getState().data === undefined ? meaning : claims)

  let key = ''
  /** Another class, version or model: what is there is about something else. */
  const check = (): void => {
    const now = describedNow(studio)
    const { model, revision } = session.store.getState()
    const position = history.store.getState().present.classes.findIndex(({ name }) => name === now?.name)
    if (position >= 0 && position !== page.getState().position) page.setState({ position })
    const next = [
      now?.name,
      baselineOf(now ?? { name: '', values: [], how: 'attributes', versions: [] })?.time,
      model?.trainedAt,
      classFactsOf(session.store.getState(), now?.name) === undefined
    ].join(' ')
    if (next === key) return
    key = next
    for (const each of [claims, meaning, advice, before]) each.drop()
    const isOther = page.getState().meaning?.class !== now?.name
    if (isOther)
      page.setState({
        claims: undefined,
        meaning: undefined,
        advice: undefined,
        comparison: undefined,
        before: undefined,
        problem: undefined,
        row: undefined,
        helping: false
      })
    ask(before)
    if (revision > 0) update()
  }

  check()
  const ends = [
    session.store.subscribe((now, then) => {
      check()
      if (now.revision !== then.revision) update()
    }),
    places.store.subscribe((now, then) => {
      check()
      if (now.params['versions'] !== then.params['versions']) ask(meaning)
    }),
    history.store.subscribe((now, then) => {
      check()
      if (now.present.bias !== then.present.bias) update()
      else if (now.drag === undefined && then.drag !== undefined) ask(meaning)
    }),
    page.subscribe((now, then) => {
      if (now.among !== then.among || now.holding !== then.holding) update()
    })
  ]
  return () => {
    for (const end of ends) end()
    for (const each of [claims, meaning, advice, before]) each.drop()
  }
}
