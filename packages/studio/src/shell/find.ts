/** What the find box finds: actions that can be done now, classes, images by their number. */
import { defined } from '@unseen/core/internal'
import { isEnabled, labelOf, perform } from '../page/action.js'
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
    kind: facts.seen ? 'seen class' : 'unseen class',
    className: facts.name,
    run: () => void perform(studio, goToClass, facts)
  }))
  const number = /^\d+$/.test(text.trim()) ? Number(text.trim()) : 0
  const images: Hit[] =
    number >= 1 && number <= (data?.rows ?? 0)
      ? [
          {
            key: 'image',
            label: `Image ${number}`,
            kind: 'image',
            run: () => void perform(studio, goToImage, number - 1)
          }
        ]
      : []
  const hits = [...named, ...doing].filter(({ label }) => fits(label))
  const begins = ({ label }: Hit): number => (label.toLowerCase().startsWith(words.at(0) ?? '') ? 0 : 1)
  const sorted = words.length === 0 ? [...doing, ...named] : hits.sort((a, b) => begins(a) - begins(b))
  return [...images, ...sorted].slice(0, MOST)
}
