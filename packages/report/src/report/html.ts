/** HTML from templates: what is put in is escaped unless it is HTML already. */
import { escapeMarkup } from '../base/markup.js'

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Insert = Html | string | number | undefined | readonly Insert[]

export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(strings.map((text, at) => text + (at < inserts.length ? markup(inserts[at]) : '')).join(''))
}

function markup(insert: Insert): string {
  if (insert === undefined) return ''
  if (insert instanceof Html) return insert.text
  if (typeof insert === 'object') return insert.map(markup).join('')
  return escapeMarkup(harmless(String(insert)))
}

/** Without controls and marks that would turn the text after them around; lines stay lines. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Cs}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
}

/** A name in running text, kept apart from the direction of its surroundings. */
export function nameOf(name: string): Html {
  return html`<bdi>${name}</bdi>`
}

/** A picture that can only be a picture; undefined for any other address. */
export function safeImage(address: string | undefined): string | undefined {
  return address !== undefined && /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/.test(address)
    ? address
    : undefined
}
