/** What the find box finds: actions that can be done now, classes, images by their number. */
import { defined } from '@unseen/core/internal'
import { isEnabled, labelOf, perform } from '../page/action.js'
import { describeNamed } from '../describe/class-actions.js'
import { goToClass, goToImage } from '../page/address-actions.js'
import type { Studio } from '../page/studio.js'
import { actions } from './actions.js'

export interface Hit {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly shortcut?: string
  /** of a class */
  readonly className?: string
  readonly run: () => void
}

const MOST = 50

/** 'teach elk', 'describe an elk', 'new class elk': the name that is meant. */
const taught = /^(?:teach|describe|learn|add|new(?: class)?)\s+(?:me\s+)?(?:an?\s+|the\s+)?(\S.*)$/i

/** Words may come in any order; a name that begins with what was typed comes first. */
export function find(studio: Studio, text: string): readonly Hit[] {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const fits = (label: string): boolean => words.every(word => label.toLowerCase().includes(word))
  const { classes, data } = studio.session.store.getState()
  const doing = actions
    .filter(action => action.hidden !== true && isEnabled(action, studio, undefined))
    .map((action): Hit => ({
      key: action.name,
      label: labelOf(action, studio),
      kind: 'action',
      ...defined({ shortcut: action.shortcut }),
      run: () => void perform(studio, action, undefined)
    }))
  const named = classes.map((facts): Hit => ({
    key: `class ${facts.name}`,
    label: facts.name,
    kind: facts.seen ? 'known class' : 'described class',
    className: facts.name,
    run: () => void perform(studio, goToClass, facts)
  }))
  const number = /^\d+$/.test(text.trim()) ? Number(text.trim()) : 0
  const images: Hit[] =
    number >= 1 && number <= (data?.rows ?? 0)
      ? [
          {
            key: 'image',
            label: `Photo ${number}`,
            kind: 'photo',
            run: () => void perform(studio, goToImage, number - 1)
          }
        ]
      : []
  const wanted = taught.exec(text.trim())?.[1]
  const known = classes.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase())
  const teaching: Hit[] =
    wanted === undefined || known?.seen === true || !isEnabled(describeNamed, studio, wanted)
      ? []
      : [
          {
            key: 'teach',
            label: known === undefined ? `Describe a class: ${wanted}` : `Describe ${known.name} further`,
            kind: known === undefined ? 'new class' : 'described class',
            run: () => void perform(studio, describeNamed, known?.name ?? wanted)
          }
        ]
  const hits = [...named, ...doing].filter(({ label }) => fits(label))
  const begins = ({ label }: Hit): number => (label.toLowerCase().startsWith(words.at(0) ?? '') ? 0 : 1)
  const sorted = words.length === 0 ? [...doing, ...named] : hits.sort((a, b) => begins(a) - begins(b))
  return [...images, ...teaching, ...sorted].slice(0, MOST)
}
