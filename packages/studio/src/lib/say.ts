import { defined, withArticle } from '@unseen/core/internal'
/** Numbers, times and lists as people read them. */

const grouped = new Intl.NumberFormat('en-GB')

/** 10000 -> '10,000' */
export const count = (value: number): string => grouped.format(value)

/** 'one image', '2,000 images' */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** 0.934 -> '93 %', with a narrow no-break space; the sign of minus is a real one */
export const percent = (share: number, digits = 0): string => `${signed(100 * share, digits)}\u202f%`

/** -0.033 -> '−0.033' */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** 72 -> '1 min 12 s' */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return minutes < 60
    ? `${minutes} min ${String(rest).padStart(2, '0')} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** 43012 -> '43.0 kB' */
export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`
  const [value, unit] = size < 1e6 ? [size / 1e3, 'kB'] : size < 1e9 ? [size / 1e6, 'MB'] : [size / 1e9, 'GB']
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`
}

/** 13:58 */
export const clock = (time: number): string =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** today 13:58, or 3 March */
export function day(time: number, now = Date.now()): string {
  const [then, today] = [new Date(time), new Date(now)]
  if (then.toDateString() === today.toDateString()) return `today ${clock(time)}`
  return then.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...defined({ year: then.getFullYear() !== today.getFullYear() ? 'numeric' : undefined })
  })
}

/**
 * A mixture in words, as its parts: 'Most like a deer, partly an elephant and an antelope, with something of a
 * horse.' Names are marked, so that a page can set them apart.
 */
export function mixtureWords(
  shares: readonly { readonly name: string; readonly share: number }[]
): readonly { readonly text: string; readonly isName: boolean }[] {
  const [first, ...rest] = [...shares].sort((a, b) => b.share - a.share).slice(0, 5)
  const partly = rest.filter(({ share }) => share >= 0.14)
  const something = rest.filter(({ share }) => share < 0.14 && share >= 0.07)
  const names = (some: typeof rest): { text: string; isName: boolean }[] =>
    some.flatMap(({ name }, at) => {
      const [, article = '', noun = name] = /^(an? )(.*)$/s.exec(withArticle(name)) ?? []
      const link = at === 0 ? '' : at === some.length - 1 ? ' and ' : ', '
      return [
        { text: link + article, isName: false },
        { text: noun, isName: true }
      ]
    })
  const said = (text: string): { text: string; isName: boolean } => ({ text, isName: false })
  return [
    said('Most like '),
    ...names([first]),
    ...(partly.length === 0 ? [] : [said(', partly '), ...names(partly)]),
    ...(something.length === 0 ? [] : [said(', with something of '), ...names(something)]),
    said('.')
  ]
}

/** ['a', 'b', 'c'] -> 'a, b and c' */
export function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`
}
