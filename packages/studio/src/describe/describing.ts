/**
 * While Describe is shown: what it wants to know goes along with every step that the engine is told of
 * (page/sync.ts). An answer about another class, version or model than is shown by then is dropped.
 */
import { defined } from '@unseen/core/internal'
import { baselineOf, saysSomething, sidesOf, valuesOf } from '../document/versions.js'
import { count } from '../lib/say.js'
import { describedNow } from '../page/described-now.js'
import type { Studio } from '../page/studio.js'
import type { Look } from '../page/sync.js'
import type { Focus, Stepped, Values } from './facts.js'

/** Images that are asked for; a pane shows as many as it has room for. */
const IMAGES = { surest: 64, border: 24, changed: 24 }

export function followDescribing(studio: Studio): () => void {
  const { session, history, address, pages, sync, notices } = studio
  const page = pages.describe

  /** undefined where there is nothing to ask: no class, or none of its numbers */
  const focus = (): Focus | undefined => {
    const now = describedNow(studio)
    if (now === undefined || !saysSomething(now.values)) return undefined
    const { among, holding } = page.getState()
    const said = (values: Values | undefined): Values | undefined =>
      values !== undefined && saysSomething(values) ? values : undefined
    const before = said(baselineOf(now)?.values)
    const { classes } = session.store.getState()
    const [first, second] = sidesOf(now, address.store.getState().params['versions']).map(side =>
      said(valuesOf(side, now, classes))
    )
    return {
      class: now.name,
      among,
      images: IMAGES,
      ...defined({
        bias: history.store.getState().present.bias,
        shown: holding ? before : undefined,
        before,
        sides: first === undefined || second === undefined ? undefined : ([first, second] as const)
      })
    }
  }

  const apply = ({ claims, meaning, before, comparison, advice, problem }: Stepped): void => {
    if (problem !== undefined) return page.setState({ problem })
    page.setState({
      claims,
      meaning,
      before,
      comparison,
      problem: undefined,
      // While something moves the advice stays that was given last.
      ...defined({ advice })
    })
    if (advice !== undefined && claims !== undefined && meaning !== undefined)
      notices.announce(`${count(claims.claimed)} of ${count(claims.rows)} photos are now ${claims.class}’s.`)
  }

  /** What an answer is about: with another of these it is about something else. */
  const subject = (): string => {
    const now = describedNow(studio)
    return JSON.stringify([
      now?.name,
      now && baselineOf(now)?.time,
      session.store.getState().model?.trainedAt
    ])
  }
  const look = (): Look | undefined => {
    const wanted = focus()
    const about = subject()
    return (
      wanted && {
        focus: wanted,
        apply: stepped => {
          if (about === subject()) apply(stepped)
        }
      }
    )
  }

  let shown = ''
  const check = (): void => {
    const name = describedNow(studio)?.name
    const position = history.store.getState().present.classes.findIndex(each => each.name === name)
    if (position >= 0 && position !== page.getState().position) page.setState({ position })
    const next = subject()
    if (next === shown) return
    shown = next
    if (page.getState().meaning?.class !== name)
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
    sync.again()
  }

  check()
  const ends = [
    sync.look(look),
    session.store.subscribe((now, then) => {
      check()
      if (now.rehearsal !== then.rehearsal) sync.again()
    }),
    address.store.subscribe((now, then) => {
      check()
      if (now.params['versions'] !== then.params['versions']) sync.again()
    }),
    history.store.subscribe((now, then) => {
      check()
      const isLetGo = now.drag === undefined && then.drag !== undefined
      if (isLetGo || now.present.bias !== then.present.bias) sync.again()
    }),
    page.subscribe((now, then) => {
      if (now.among !== then.among || now.holding !== then.holding) sync.again()
    })
  ]
  return () => {
    for (const end of ends) end()
  }
}
