/** One photo and what is said about it: the answer in words, a bar for each of the best classes, the mixture. */
import type { Answer, RankedClass } from './messages.js'

const SHARES = 4
/** A smaller share is not worth its name. */
const LEAST_SHARE = 0.03
const SVG = 'http://www.w3.org/2000/svg'

/** A photo that waits for its answer, and how it gets it. */
export interface AnswerView {
  readonly element: HTMLElement
  show(answer: Answer): void
  fail(why: string): void
}

export function answerView(photo: Blob, name: string): AnswerView {
  const image = document.createElement('img')
  image.src = URL.createObjectURL(photo)
  image.alt = name
  image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true })
  const heading = element('h2', 'Looking ...')
  const said = element('div', '')
  said.append(heading)
  // The words are said to those who do not see them.
  said.setAttribute('aria-live', 'polite')
  const article = element('article', '')
  article.append(image, said)
  return {
    element: article,
    show({ verdict, ranked }) {
      heading.textContent = verdict.words
      said.append(barsOf(ranked), ...mixtureOf(ranked[0]))
    },
    fail(why) {
      heading.textContent = why
      heading.className = 'problem'
    }
  }
}

function barsOf(ranked: readonly RankedClass[]): HTMLElement {
  const list = element('ol', '', 'bars')
  for (const { class: label, probability, seen } of ranked) {
    const name = element('span', label, 'name')
    name.append(element('span', seen ? 'from photos' : 'described', 'kind'))
    const item = element('li', '')
    item.append(name)
    if (probability !== undefined)
      item.append(element('span', inHundred(probability), 'number'), bar(probability))
    list.append(item)
  }
  return list
}

/** Drawn rather than styled: the page's policy forbids styles in elements. */
function bar(part: number): SVGElement {
  const box = document.createElementNS(SVG, 'svg')
  box.setAttribute('viewBox', '0 0 100 10')
  box.setAttribute('preserveAspectRatio', 'none')
  box.setAttribute('aria-hidden', 'true')
  const filled = document.createElementNS(SVG, 'rect')
  filled.setAttribute('width', String(Math.max(0.5, 100 * part)))
  filled.setAttribute('height', '10')
  box.append(filled)
  return box
}

function mixtureOf({ class: label, seen, mixture }: RankedClass): HTMLElement[] {
  if (seen) return []
  const large = mixture.filter(({ share }) => share >= LEAST_SHARE).slice(0, SHARES)
  if (large.length === 0) return []
  const shares = large.map(({ class: name, share }) => `${Math.round(100 * share)} % ${name}`)
  const rest = mixture.length > large.length ? ' and smaller parts of others' : ''
  const text = element('p', '', 'mixture')
  text.append(
    element('b', label),
    ` was described, never photographed: to this model it is ${shares.join(' + ')}${rest}.`
  )
  return [text]
}

/** Nothing is certain; as in the words of the answer. */
function inHundred(probability: number): string {
  if (probability < 0.005) return 'under 1 in 100'
  return `${Math.min(99, Math.round(100 * probability))} in 100`
}

export function element(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  if (className !== '') made.className = className
  return made
}
