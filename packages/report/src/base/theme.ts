/**
 * Colours of figures and reports, for light and dark paper; the same ones as in Studio.
 *
 * Ten class colours: each reaches 3:1 against the paper, and under every simulated colour deficiency the
 * closest pair still differs by 10 (CIEDE2000). Heat is one hue from paper to dark (light to bright on dark
 * paper), so that it reads by lightness alone. `auto` names CSS variables instead of colours: one picture
 * inside a page that follows the reader's preference.
 */
export type ThemeName = 'light' | 'dark' | 'auto'

export interface Theme {
  readonly name: ThemeName
  /** the paper */
  readonly panel: string
  readonly sunken: string
  /** hair lines and grids */
  readonly line: string
  /** axes and frames, 3:1 */
  readonly edge: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly accent: string
  readonly good: string
  readonly warn: string
  readonly bad: string
  /** ten colours, then twenty tints and shades of them for classes beyond the tenth */
  readonly classes: readonly string[]
  /** from low to high */
  readonly heat: readonly string[]
  /** ink that can be read on each heat */
  readonly onHeat: readonly string[]
}

interface Stops extends Omit<Theme, 'name' | 'classes' | 'heat' | 'onHeat'> {
  readonly colours: readonly string[]
  readonly heatStops: readonly string[]
}

const lightStops: Stops = {
  panel: '#ffffff',
  sunken: '#edf0f0',
  line: '#dce2e2',
  edge: '#7f8b8c',
  ink: '#14191a',
  ink2: '#455052',
  ink3: '#626d6f',
  accent: '#0b6e75',
  good: '#1f6b45',
  warn: '#8a5300',
  bad: '#b3261e',
  colours: [
    '#1694d6',
    '#c18903',
    '#b65b31',
    '#317e61',
    '#2352d6',
    '#543071',
    '#701830',
    '#ed5499',
    '#525001',
    '#595e66'
  ],
  heatStops: ['#f4f6f6', '#d3e6e7', '#9ccbce', '#549fa5', '#1b747b', '#07434a']
}
const darkStops: Stops = {
  panel: '#15191a',
  sunken: '#1e2425',
  line: '#2a3234',
  edge: '#717e80',
  ink: '#e8eded',
  ink2: '#b3bebf',
  ink3: '#8e9a9b',
  accent: '#5cc8cf',
  good: '#6cc79a',
  warn: '#e8b04a',
  bad: '#ff8a80',
  colours: [
    '#87cdfe',
    '#f2c851',
    '#ee6e2f',
    '#2ab17b',
    '#4371c9',
    '#ad86fd',
    '#ab4352',
    '#eb8ec0',
    '#c3daa5',
    '#80838c'
  ],
  heatStops: ['#1b2122', '#17393d', '#1c5d63', '#2e8a92', '#63bfc6', '#b9f0f2']
}

/** Steps between two stops of the heat. */
const HEAT_STEPS = 5

function build(name: ThemeName, { colours, heatStops, ...plain }: Stops): Theme {
  const heat = heatStops
    .slice(1)
    .flatMap((stop, at) =>
      Array.from({ length: HEAT_STEPS }, (_, step) => mix(heatStops[at], stop, step / HEAT_STEPS))
    )
  heat.push(heatStops[heatStops.length - 1])
  const classes = [
    ...colours,
    ...colours.map(colour => mix(colour, plain.panel, 0.4)),
    ...colours.map(colour => mix(colour, plain.ink, 0.4))
  ]
  return {
    name,
    ...plain,
    classes,
    heat,
    onHeat: heat.map(colour =>
      contrast(colour, '#000000') >= contrast(colour, '#ffffff') ? '#000000' : '#ffffff'
    )
  }
}

const light = build('light', lightStops)
const dark = build('dark', darkStops)

/** CSS variables of a theme, by name. */
function variablesOf(theme: Theme): [string, string][] {
  return Object.entries(theme).flatMap(([key, value]: [string, string | readonly string[]]) =>
    key === 'name'
      ? []
      : typeof value === 'string'
        ? [[`--unseen-${key}`, value] as [string, string]]
        : value.map((colour, at): [string, string] => [`--unseen-${key}-${at}`, colour])
  )
}

function named(theme: Theme): Theme {
  const list = (key: string, values: readonly string[]): string[] =>
    values.map((_, at) => `var(--unseen-${key}-${at})`)
  const plain = Object.fromEntries(
    Object.keys(theme).map(key => [key, `var(--unseen-${key})`])
  ) as unknown as Theme
  return {
    ...plain,
    name: 'auto',
    classes: list('classes', theme.classes),
    heat: list('heat', theme.heat),
    onHeat: list('onHeat', theme.onHeat)
  }
}

/** Colours of the figures, by theme. */
export const themes: Readonly<Record<ThemeName, Theme>> = { light, dark, auto: named(light) }

/**
 * Declarations of the variables that figures of theme `auto` use: `--unseen-ink: #14191a; ...`
 *
 * @param name of the theme
 */
export function themeVariables(name: 'light' | 'dark'): string {
  return variablesOf(themes[name])
    .map(([key, value]) => `${key}: ${value};`)
    .join(' ')
}

function channels(colour: string): number[] {
  return [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16))
}

/** `share` of the way from one colour to another. */
function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  return `#${channels(from)
    .map((value, at) =>
      Math.round(value + (target[at] - value) * share)
        .toString(16)
        .padStart(2, '0')
    )
    .join('')}`
}

/** WCAG 2 contrast of two colours. */
export function contrast(a: string, b: string): number {
  const luminance = (colour: string): number => {
    const [red, green, blue] = channels(colour).map(value =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}
