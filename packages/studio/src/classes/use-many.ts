/** Of a page with many classes: families, what is right of each class, and what search and choices leave. */
import { useDocument, useSession, useStudio } from '../page/use-studio.js'
import type { AffinityFacts } from './affinity-facts.js'
import { type Family, type Right, familiesOf, rightOf } from './families.js'
import { useClassesPage } from './use-classes-page.js'
import { useEffect, useMemo } from 'react'

export interface Many {
  readonly families: readonly Family[]
  /** of every class, by position; undefined until the images are named */
  readonly right: readonly Right[] | undefined
  /** whether a class has images, by position */
  readonly known: readonly boolean[]
  /** families with those of their classes that are looked for */
  readonly found: readonly Family[]
}

export function useMany(affinity: AffinityFacts): Many {
  const { engine, pages } = useStudio()
  const data = useSession(session => session.data)
  const classes = useSession(session => session.classes)
  const revision = useSession(session => session.revision)
  const bias = useDocument(document => document.bias)
  const answers = useClassesPage(page => page.answers)
  const find = useClassesPage(page => page.findClass)
  const which = useClassesPage(page => page.which)
  const chosen = useClassesPage(page => page.family)
  useEffect(() => {
    let isLate = false
    void engine.affinity.answers(bias).then(found => {
      if (!isLate) pages.classes.setState({ answers: found })
    })
    return () => {
      isLate = true
    }
  }, [engine, pages, revision, bias])
  const families = useMemo(() => familiesOf(affinity), [affinity])
  const positions = useMemo(() => new Map(affinity.classes.map((name, at) => [name, at])), [affinity])
  const right = useMemo(() => {
    if (answers === undefined || data === undefined) return undefined
    const ofLabel = data.classes.map(name => positions.get(name) ?? -1)
    return rightOf(
      affinity.classes.length,
      answers,
      data.labels.map(label => ofLabel[label]),
      families
    )
  }, [answers, data, positions, affinity, families])
  const known = useMemo(() => {
    const seen = new Map(classes.map(each => [each.name, each.seen]))
    return affinity.classes.map(name => seen.get(name) ?? true)
  }, [affinity, classes])
  const found = useMemo(() => {
    const words = find.trim().toLowerCase()
    const fits = (at: number, family: Family): boolean =>
      (words === '' || `${affinity.classes[at]} ${family.name}`.toLowerCase().includes(words)) &&
      (which === 'all' ||
        (which === 'known' && known[at]) ||
        (which === 'described' && !known[at]) ||
        (which === 'alike' && affinity.nearest[at]?.warn === true))
    return families
      .filter(({ name }) => chosen === undefined || name === chosen)
      .map(family => ({ ...family, members: family.members.filter(at => fits(at, family)) }))
      .filter(({ members }) => members.length > 0)
  }, [families, affinity, find, which, chosen, known])
  return { families, right, known, found }
}
